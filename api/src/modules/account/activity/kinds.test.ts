import { activityKinds, type ActivityEntry } from '@errand/contract/activity'
import { expect, test } from 'vitest'

import {
  call,
  change,
  inDays,
  limits,
  onPhone,
  ownersOf,
  path,
  phone,
  read,
  secret,
  signIn,
} from '../../../../test/activity-api.ts'
import { buy, deliver, order, useShop } from '../../../../test/billing-fixture.ts'
import { receive } from '../../../../test/chat-api.ts'
import { useIdentityProvider } from '../../../../test/identity-provider.ts'
import { deviceOf } from '../../../../test/scene.ts'
import { useTestApi, type Owner, type Person } from '../../../../test/test-api.ts'
import { sweep } from '../../../app/worker/upkeep.ts'
import { createAskProvider } from '../../../platform/identity/ask-provider.ts'

const shop = await useShop()
const provider = await useIdentityProvider()
const api = useTestApi({
  environment: async () => shop.environment,
  limits,
  askProvider: createAskProvider({ apiKey: 'local', emulatorUrl: provider.url }),
})
const { onDevice, newOwner, anew, insertOldChat } = ownersOf(api)

async function deliverAll(): Promise<void> {
  for (const event of shop.takeDeliveries()) await deliver(api, event)
}

async function addJob(me: Person, content: object = {}) {
  return (await call(me, 'POST', '/api/jobs', { name: 'Salon', ...content })).job
}

const callback = { behaviour: { onComplete: { webhookUrl: `https://shop.example/${secret}` } } }
const mailed = { behaviour: { onComplete: { email: ['desk@shop.in'] } } }
const cloud = { provider: 'cloud_api', phoneNumberId: '7', wabaId: '8' }
const devices = '/api/auth/alerts/devices'
const amount = { amountMinor: 30_000, currency: 'INR' }

/** What is done by the owner, who is `me` on the phone. */
type Do = (me: Person, owner: Owner) => Promise<unknown>

const changing =
  (...changes: object[]): Do =>
  async (me) => {
    for (const settings of changes) await change(me, settings)
  }
const sweepAfter =
  (days: number, before: Do): Do =>
  async (me, owner) => {
    await before(me, owner)
    await sweep(api, inDays(days))
  }

/** Each kind of entry, who it names, what it says, and what it is of. */
const cases: [kind: ActivityEntry['kind'], actor: typeof onPhone | null, detail: object, Do][] = [
  ['new_device', onPhone, {}, signIn],
  ['signed_in', { device: '', address: '' }, {}, async () => {}],
  [
    'sign_in_confirmed',
    onPhone,
    {},
    async (me, owner) => {
      await signIn(me)
      await signIn(onDevice(owner, { ...phone, signedInAgo: 10 }))
    },
  ],
  [
    'signed_out',
    onPhone,
    { name: 'Chrome on Android' },
    async (me) => {
      const { signIns: listed } = await call(me, 'GET', '/api/auth/sign-ins')
      await call(me, 'DELETE', `/api/auth/sign-ins/${listed[0].id}`)
    },
  ],
  ['device_signed_out', onPhone, { name: '' }, (me) => call(me, 'DELETE', '/api/auth/sign-ins')],
  ['sign_in_expired', null, { name: '' }, sweepAfter(31, async () => {})],
  [
    'sign_in_refused',
    null,
    { name: 'Chrome on Android' },
    async (_, owner) => {
      provider.answers.set(owner.uid, [400, { error: { code: 400, message: 'USER_DISABLED' } }])
      const old = onDevice(owner, { ...phone, signedInAgo: 400, issuedAgo: 400 })
      expect((await old.call('GET', '/api/auth/profile')).status).toBe(401)
    },
  ],
  ['whatsapp_number_changed', onPhone, { name: '7' }, changing({ whatsapp: cloud })],
  ['whatsapp_secret_changed', onPhone, {}, changing({ whatsapp: { accessToken: secret } })],
  [
    'mail_connection_changed',
    onPhone,
    { name: 'smtp.shop.in' },
    changing({ smtp: { host: 'smtp.shop.in', password: secret } }),
  ],
  ['callback_changed', onPhone, { name: 'Salon' }, (me) => addJob(me, callback)],
  [
    'callback_changed',
    onPhone,
    { name: 'Salon' },
    async (me) => call(me, 'PUT', `/api/jobs/${(await addJob(me)).id}`, callback),
  ],
  [
    'mail_connection_changed',
    onPhone,
    { name: '', email: 'asha@shop.in' },
    (me) => call(me, 'PUT', '/api/auth/settings', { email: 'asha@shop.in' }),
  ],
  [
    'mail_connection_changed',
    onPhone,
    { name: '', email: 'desk@shop.in' },
    changing({ smtp: { replyTo: 'desk@shop.in' } }, { smtp: { replyTo: 'desk@shop.in' } }),
  ],
  [
    'callback_changed',
    onPhone,
    { name: 'Salon', email: 'desk@shop.in' },
    async (me) => {
      const job = await addJob(me, mailed)
      await call(me, 'PUT', `/api/jobs/${job.id}`, mailed)
    },
  ],
  [
    'callback_changed',
    onPhone,
    { name: 'Salon', email: 'desk@shop.in' },
    async (me) => call(me, 'PUT', `/api/jobs/${(await addJob(me)).id}`, mailed),
  ],
  ['calendar_link_made', onPhone, {}, (me) => call(me, 'POST', '/api/auth/calendar')],
  [
    'calendar_link_ended',
    onPhone,
    {},
    async (me) => {
      await call(me, 'POST', '/api/auth/calendar')
      await call(me, 'DELETE', '/api/auth/calendar')
    },
  ],
  [
    'push_device_added',
    onPhone,
    { name: 'Chrome on Android' },
    async (me) => {
      await call(me, 'POST', devices, deviceOf(secret))
      // As a browser does whose subscription has changed.
      await call(me, 'POST', devices, deviceOf(secret))
    },
  ],
  [
    'push_device_removed',
    onPhone,
    { name: 'Chrome on Android' },
    async (me) => {
      const { id } = await call(me, 'POST', devices, deviceOf(`${secret}-2`))
      await call(me, 'DELETE', `${devices}/${id}`)
    },
  ],
  ['billing_details_changed', onPhone, {}, changing({ billing: { legalName: secret } })],
  ['account_exported', onPhone, {}, (me) => call(me, 'GET', '/api/auth/export')],
  [
    'account_imported',
    onPhone,
    {},
    async (me) => {
      const file = await me.stream('/api/auth/export', { method: 'GET' })
      await me.call('POST', '/api/auth/import', { body: await file.blob() })
    },
  ],
  [
    'chats_exported',
    onPhone,
    { count: 1 },
    async (me) => {
      await receive(me, { text: secret })
      await call(me, 'GET', '/api/chats/export')
    },
  ],
  [
    'responses_exported',
    onPhone,
    { name: expect.stringContaining('Salon'), count: 0 },
    async (me) => call(me, 'GET', `/api/chats/forms/${(await addJob(me)).formId}?format=csv`),
  ],
  ['activity_exported', onPhone, {}, (me) => call(me, 'GET', `${path}/export`)],
  [
    'job_deleted',
    onPhone,
    { name: 'Salon' },
    async (me) => call(me, 'DELETE', `/api/jobs/${(await addJob(me)).id}`),
  ],
  [
    'job_deleted',
    onPhone,
    { name: 'Salon' },
    async (me) => call(me, 'PUT', `/api/jobs/${(await addJob(me)).id}`, { action: 'archive' }),
  ],
  [
    'job_purged',
    null,
    { name: 'Salon' },
    sweepAfter(31, async (me) => call(me, 'DELETE', `/api/jobs/${(await addJob(me)).id}`)),
  ],
  ['chats_deleted', null, { count: 1 }, sweepAfter(0, (_, owner) => insertOldChat(owner))],
  ['contacts_deleted', null, { count: 1 }, sweepAfter(0, (_, owner) => insertOldChat(owner))],
  ['files_deleted', null, { count: 1 }, sweepAfter(0, (_, owner) => insertOldChat(owner))],
  ['payment_received', null, amount, (me) => buy(shop, me, 30_000)],
  [
    'payment_failed',
    null,
    amount,
    async (me) => {
      await shop.atCheckout((await order(me, 30_000)).providerOrderId, 'fail')
      await deliverAll()
    },
  ],
  [
    'payment_refunded',
    null,
    { ...amount, amountMinor: 10_000 },
    async (me) => {
      const { paid } = await buy(shop, me, 30_000)
      await shop.atProvider(`payments/${paid.razorpay_payment_id}/refund`, { amount: 10_000 })
      await deliverAll()
    },
  ],
  ['assistant_off', onPhone, {}, changing({ assistant: { enabled: false } })],
  [
    'assistant_on',
    onPhone,
    {},
    changing({ assistant: { enabled: false } }, { assistant: { enabled: true } }),
  ],
  [
    'retention_changed',
    onPhone,
    { before: 12, after: 3 },
    changing({ inbox: { retentionMonths: 3 } }),
  ],
]

test.each(cases)('%s is logged once, by %j with %j', async (kind, actor, detail, act) => {
  const owner = await newOwner()
  await act(onDevice(owner), owner)
  provider.answers.delete(owner.uid)

  const entries = await read(anew(owner))

  const found = entries.filter((one) => one.kind === kind && one.actor?.device === actor?.device)
  expect(found).toMatchObject([{ actor, detail }])
  expect(JSON.stringify(entries)).not.toContain(secret)
})

test('every kind of entry has a case here', () => {
  const written = new Set([...cases.map(([kind]) => kind), 'account_deleted'])
  expect(Object.values(activityKinds).flat().toSorted()).toEqual([...written].toSorted())
})
