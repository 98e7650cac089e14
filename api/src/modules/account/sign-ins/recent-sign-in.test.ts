import { readFileSync } from 'node:fs'

import { beforeAll, expect, test } from 'vitest'

import { useShop } from '../../../../test/billing-fixture.ts'
import { expectProblem } from '../../../../test/expect-problem.ts'
import { operations } from '../../../../test/operations.ts'
import { goodBodies, makeScene, pathFor, type Scene } from '../../../../test/scene.ts'
import { useTestApi, type Answer, type Owner, type Person } from '../../../../test/test-api.ts'

const shop = await useShop()
const api = useTestApi({ environment: async () => shop.environment })
const unattended = { signedInAgo: 11 * 60 }

let owner: Owner
let scene: Scene
beforeAll(async () => {
  owner = await api.newOwner()
  scene = await makeScene(api, owner, shop)
})

const code = 'recent_sign_in_required'
function expectQuestion(answer: Answer): void {
  expectProblem(answer, 403)
  expect(answer.body.code).toBe(code)
}

/** What leaves the account or is led elsewhere, as the routes say it. */
const leaving = operations.flatMap(({ call, leaves }) =>
  leaves === 'nothing' ? [] : [{ call, ...leaves }],
)
const callsThatAsk = (when: (typeof leaving)[number]['code']): string[] =>
  leaving.filter((one) => one.code === when).map(({ call }) => call)

test('only the declared calls always require a recent sign-in', async () => {
  const person = await api.newOwner()
  const its = await makeScene(api, person, shop)
  const device = api.onDevice(person, unattended)
  const asking: string[] = []
  // A stream of events has no end.
  for (const { call, method, path } of operations.filter((one) => one.path !== '/api/events')) {
    const body = goodBodies[call]?.(its, person)
    const answer = await device.call(method, pathFor(path, its), { body })
    if (answer.body?.code === code) asking.push(call)
  }

  // Without `sessionId` an export is of all chats.
  const expected = [...callsThatAsk('always'), 'GET /api/chats/export']
  expect(asking.toSorted()).toEqual(expected.toSorted())
})

const callback = { behaviour: { onComplete: { webhookUrl: 'https://shop.example/done' } } }
const mailTo = (...email: string[]) => ({ behaviour: { onComplete: { email } } })
const settings = (change: object) => ['PUT /api/auth/settings', { settings: change }] as const

/** What the calls ask about that do not ask always: by their body or query. */
const asked: (readonly [call: string, what: object | string])[] = [
  ['GET /api/chats/export', ''],
  ['GET /api/chats/export', '?format=json&needsYou=true'],
  ['GET /api/chats/forms/{id}', '?format=csv'],
  ['POST /api/jobs', { name: 'Salon', ...callback }],
  ['POST /api/jobs', { name: 'Salon', ...mailTo('a@mail.example') }],
  ['PUT /api/jobs/{id}', callback],
  ['PUT /api/jobs/{id}', mailTo('b@mail.example')],
  ['PUT /api/auth/settings', { email: 'c@mail.example' }],
  settings({ smtp: { replyTo: 'd@mail.example' } }),
  settings({ smtp: { fromEmail: 'e@mail.example' } }),
  settings({ billing: { invoiceEmail: 'f@mail.example' } }),
  settings({ smtp: { password: 'x' } }),
  settings({ smtp: { host: 'mail.intruder.example' } }),
  settings({ whatsapp: { accessToken: 'x' } }),
  settings({ whatsapp: { appSecret: null } }),
  settings({ whatsapp: { phoneNumberId: '7' } }),
  settings({ whatsapp: { wabaId: '7' } }),
]

function send(person: Person, call: string, what: object | string): Promise<Answer> {
  const [method = '', path = ''] = call.split(' ')
  const to = pathFor(path, scene)
  if (typeof what === 'string') return person.call(method, to + what)
  return person.call(method, to, { body: what })
}

test.each(asked)('%s with %j requires a recent sign-in', async (call, what) => {
  expectQuestion(await send(api.onDevice(owner, unattended), call, what))
  const again = await send(api.onDevice(owner, { signedInAgo: 9 * 60 }), call, what)
  expect(again.status, JSON.stringify(again.body)).toBeLessThan(300)
})

test('every call that sometimes requires a recent sign-in has a case here', () => {
  expect([...new Set(asked.map(([call]) => call))].toSorted()).toEqual(
    callsThatAsk('sometimes').toSorted(),
  )
})

test('the table in docs/security.md matches the calls', () => {
  const page = readFileSync(new URL('../../../../../docs/security.md', import.meta.url), 'utf8')
  const rows = page
    .split('\n')
    .filter((line) => /^\| `[A-Z]+ \/api/.test(line))
    .map((line) => line.replaceAll(/ +/g, ' '))

  const said = leaving.map(
    ({ call, what, code: when, why }) =>
      `| \`${call}\` | ${what} | ${why === undefined ? when : `${when}: ${why}`} |`,
  )
  expect(rows.toSorted()).toEqual(said.toSorted())
})

test('no recent sign-in is required for known destinations and the owner’s own address', async () => {
  const me = await api.newOwner()
  const { sessionId } = await makeScene(api, me, shop)
  const own = 'asha@own.example'
  const known = { smtp: { replyTo: 'desk@shop.example' }, billing: { invoiceEmail: own } }
  const whatsapp = { provider: 'cloud_api', phoneNumberId: '7', wabaId: '8' }
  const change = (person: Person, body: object) =>
    person.call('PUT', '/api/auth/settings', { body })
  await change(me, { email: own, settings: { ...known, whatsapp } })
  const job = {
    name: 'Salon',
    behaviour: { onComplete: { ...callback.behaviour.onComplete, email: ['desk@shop.example'] } },
  }
  const { body } = await me.call('POST', '/api/jobs', { body: job })
  const device = api.onDevice(me, unattended)

  const answers = [
    await change(device, {
      name: 'A',
      email: own,
      settings: { ...known, whatsapp, smtp: { fromName: 'Asha', replyTo: own } },
    }),
    await change(device, { settings: { smtp: { replyTo: '' }, billing: { invoiceEmail: '' } } }),
    await device.call('PUT', `/api/jobs/${body.job.id}`, { body: { ...job, name: 'Salon 2' } }),
    await device.call('PUT', `/api/jobs/${body.job.id}`, { body: mailTo(own) }),
    await device.call('POST', '/api/jobs', { body: { name: 'Mine', ...mailTo(own) } }),
    await device.call('GET', `/api/chats/export?sessionId=${sessionId}`),
    await device.call('GET', '/api/auth/calendar/state'),
  ]

  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 201, 200, 200])
})

test.each([
  ['callback', callback],
  ['e-mail', mailTo('former@shop.example')],
])(
  'a rollback to a version with another %s address requires a recent sign-in',
  async (_, former) => {
    const me = await api.newOwner()
    const field = { key: 'service', label: 'Service', order: 0, type: 'text', required: true }
    const first = {
      name: 'Salon',
      instructions: 'Ask.',
      fields: [field],
      status: 'active',
      ...former,
    }
    const { body } = await me.call('POST', '/api/jobs', { body: first })
    const path = `/api/jobs/${body.job.id}`
    const none = { behaviour: { onComplete: { webhookUrl: '', email: [] } }, action: 'publish' }
    expect((await me.call('PUT', path, { body: none })).status).toBe(200)

    const back = { body: { action: 'rollback', toVersion: 1 } }
    expectQuestion(await api.onDevice(me, unattended).call('PUT', path, back))
    expect((await me.call('PUT', path, back)).status).toBe(200)
  },
)
