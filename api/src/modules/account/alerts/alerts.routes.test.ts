import { eq } from 'drizzle-orm'
import { expect, test, vi } from 'vitest'

import { countWaiting } from '../../../../test/count-waiting.ts'
import { expectProblem } from '../../../../test/expect-problem.ts'
import { useMailWorker } from '../../../../test/mail-worker.ts'
import { usePushBrowsers } from '../../../../test/push-browsers.ts'
import { useTestApi, type Owner, type Person } from '../../../../test/test-api.ts'
import { sweep } from '../../../app/worker/upkeep.ts'
import { signIns } from '../../../platform/database/schema.ts'

const api = useTestApi()
const { newBrowser, answers, received } = usePushBrowsers(api)
const post = useMailWorker(api, api.publicUrl)

const read = async (person: Person) => (await person.call('GET', '/api/auth/alerts')).body
const sendTest = async (person: Person, body: object) =>
  (await person.call('POST', '/api/auth/alerts/test', { body })).body

test('a browser is added once, receives a test and is removed', async () => {
  const owner = await api.newOwner()
  const browser = newBrowser()
  const device = await browser.addTo(owner)
  expect(device).toMatchObject({ label: 'Chrome on Android', lastSentAt: null, isFailing: false })
  expect(await browser.addTo(owner)).toEqual(device)

  expect(await sendTest(owner, { via: 'push' })).toEqual({ ok: true })

  expect(browser.shown()).toEqual([
    {
      title: 'Alerts work',
      body: 'Errand can reach you on this device.',
      path: '/settings',
      tag: 'test',
      kind: 'test',
      lang: 'en',
    },
  ])
  const { devices, publicKey } = await read(owner)
  expect(publicKey).toMatch(/^[\w-]{87}$/)
  expect(devices).toEqual([{ ...device, lastSentAt: expect.any(String) }])
  await owner.call('DELETE', `/api/auth/alerts/devices/${device.id}`)
  expect((await read(owner)).devices).toEqual([])
  expect(await sendTest(owner, { via: 'push' })).toMatchObject({
    ok: false,
    message: 'No device receives alerts.',
  })
})

test('a push message is encrypted for the push service', async () => {
  const owner = await api.newOwner()
  await newBrowser().addTo(owner)

  await sendTest(owner, { via: 'push' })

  const [message] = received
  expect(message?.headers).toMatchObject({ urgency: 'high', ttl: '60' })
  expect(message?.headers['topic']).toMatch(/^[\w-]{32}$/)
  expect(Buffer.from(message?.body ?? []).toString()).not.toContain('Alerts work')
})

test('an alert is in the language of the owner’s pages', async () => {
  const owner = await api.newOwner()
  const browser = newBrowser()
  await browser.addTo(owner)
  const body = { settings: { ui: { language: 'ar' } } }
  await owner.call('PUT', '/api/auth/settings', { body })

  await sendTest(owner, { via: 'push' })

  expect(browser.shown()).toMatchObject([{ title: 'التنبيهات تعمل', lang: 'ar' }])
})

test('a browser belongs to the owner who added it last', async () => {
  const [first, second] = [await api.newOwner(), await api.newOwner()]
  const browser = newBrowser()
  await browser.addTo(first)
  await browser.addTo(second)

  expect((await read(first)).devices).toEqual([])
  expect((await read(second)).devices).toHaveLength(1)
  expect(await sendTest(second, { via: 'push' })).toEqual({ ok: true })
})

const phone = { id: 'p'.repeat(22), signedInAgo: 100 }
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000)

test.each<[string, (owner: Owner, device: Person) => Promise<unknown>]>([
  ['signs out', (_, device) => device.call('DELETE', '/api/auth/sign-ins/current')],
  ['was signed out from another', (owner) => owner.call('DELETE', '/api/auth/sign-ins')],
  ['was not used for 30 days', () => sweep(api, inDays(31))],
  ['signed in 180 days ago', () => sweep(api, inDays(181))],
])('a device that %s gets no more alerts', async (_, end) => {
  const owner = await api.newOwner()
  const device = api.onDevice(owner, phone)
  const browser = newBrowser()
  await browser.addTo(device)

  await end(owner, device)

  // By a sign-in after all of that.
  const later = api.onDevice(owner, { signedInAgo: -2 })
  expect((await read(later)).devices).toEqual([])
  expect(await sendTest(later, { via: 'push' })).toMatchObject({ ok: false })
  expect(browser.shown()).toEqual([])
})

test('a device keeps its alerts when the owner signs in on it again', async () => {
  const owner = await api.newOwner()
  const browser = newBrowser()
  await browser.addTo(api.onDevice(owner, { ...phone, signedInAgo: 200 }))

  expect(await sendTest(api.onDevice(owner, phone), { via: 'push' })).toEqual({ ok: true })
  await owner.call('DELETE', '/api/auth/sign-ins')

  expect((await read(owner)).devices).toEqual([])
})

test('a browser cannot be added while its sign-in is being ended', async () => {
  const owner = await api.newOwner()
  const device = api.onDevice(owner, phone)
  expect((await device.call('GET', '/api/auth/profile')).status).toBe(200)

  const { adding } = await api.database.transaction(async (queries) => {
    await queries.update(signIns).set({ endedAt: new Date() }).where(eq(signIns.deviceId, phone.id))
    const added = device.call('POST', '/api/auth/alerts/devices', { body: newBrowser().body })
    await vi.waitFor(async () => expect(await countWaiting(api.database.queries)).toBe(1))
    return { adding: added }
  })

  expectProblem(await adding, 401)
  expect((await read(owner)).devices).toEqual([])
})

test('another owner’s device cannot be tested or removed', async () => {
  const [owner, other] = [await api.newOwner(), await api.newOwner()]
  const { id } = await newBrowser().addTo(other)

  expectProblem(await owner.call('DELETE', `/api/auth/alerts/devices/${id}`), 404)
  const body = { via: 'push', deviceId: id }
  expectProblem(await owner.call('POST', '/api/auth/alerts/test', { body }), 404)

  expect((await read(other)).devices).toHaveLength(1)
})

test('an eleventh device replaces the one that was not reached for the longest time', async () => {
  const owner = await api.newOwner()
  const [first] = [await newBrowser('1').addTo(owner), await newBrowser('2').addTo(owner)]
  await sendTest(owner, { via: 'push', deviceId: first.id })
  for (let label = 3; label <= 11; label += 1) await newBrowser(String(label)).addTo(owner)

  const labels = (await read(owner)).devices.map(({ label }: { label: string }) => label)
  expect(labels).toEqual(['1', '3', '4', '5', '6', '7', '8', '9', '10', '11'])
})

test.each([
  [410, { ok: false, message: expect.stringContaining('no longer') }, []],
  [404, { ok: false, message: expect.stringContaining('no longer') }, []],
  [403, { ok: false, message: expect.stringContaining('refused') }, [{ isFailing: true }]],
  [503, { ok: false, message: expect.stringContaining('did not answer') }, [{ isFailing: true }]],
])('the owner sees that a push service answered %i', async (status, result, devices) => {
  const owner = await api.newOwner()
  await newBrowser().addTo(owner)
  answers.push(status)

  expect(await sendTest(owner, { via: 'push' })).toMatchObject(result)

  const { devices: left } = await read(owner)
  expect(left).toHaveLength(devices.length)
  expect(left).toMatchObject(devices)
})

test.each([
  'http://push.example/1',
  'https://127.0.0.1/1',
  'https://[::1]/1',
  'https://10.0.0.7/1',
  'https://169.254.169.254/latest',
  'https://localhost/1',
  'https://push.example:8443/1',
  'http://localhost:1/simulator/push/1',
])('%s is refused as a push endpoint', async (endpoint) => {
  const owner = await api.newOwner()
  const { label, subscription } = newBrowser().body
  const body = { label, subscription: { ...subscription, endpoint } }

  const answer = await owner.call('POST', '/api/auth/alerts/devices', { body })

  expectProblem(answer, 422)
  expect(answer.body.errors).toMatchObject([{ pointer: '#/subscription/endpoint' }])
})

test('a key that is not a point on the curve is refused', async () => {
  const owner = await api.newOwner()
  const { label, subscription } = newBrowser().body
  const keys = { ...subscription.keys, p256dh: 'B'.repeat(87) }
  const body = { label, subscription: { ...subscription, keys } }

  expectProblem(await owner.call('POST', '/api/auth/alerts/devices', { body }), 422)
})

test('a test e-mail reports its result', async () => {
  const { owner } = await post.newOwner()
  const email = { sender: 'own', address: 'asha@shop.example' }
  expect((await read(owner)).email).toEqual(email)

  expect(await sendTest(owner, { via: 'email' })).toEqual({ ok: true })
  expect(post.received.map(({ mail }) => mail.subject)).toEqual(['Alerts work'])
  post.answers.push({ responseCode: 550, message: 'Secret words' })
  expect(await sendTest(owner, { via: 'email' })).toEqual({
    ok: false,
    message: '550 The mail server did not accept the message.',
  })
  await owner.call('PUT', '/api/auth/settings', {
    body: { settings: { smtp: { enabled: false } } },
  })
  expect((await read(owner)).email).toEqual({ ...email, sender: 'none' })
  expect(await sendTest(owner, { via: 'email' })).toEqual({
    ok: false,
    message: 'No mail server is set up.',
  })
})

test('an owner can send only five e-mails as a test', async () => {
  const { owner } = await post.newOwner({ email: 'stranger@shop.example' })
  for (let count = 1; count <= 5; count += 1)
    expect(await sendTest(owner, { via: 'email' })).toEqual({ ok: true })

  const body = { via: 'email' }
  expectProblem(await owner.call('POST', '/api/auth/alerts/test', { body }), 429)
})
