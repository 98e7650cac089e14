import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

import { eq, isNotNull } from 'drizzle-orm'
import { Webhook, WebhookVerificationError } from 'standardwebhooks'
import { afterAll, expect, onTestFinished, test, vi } from 'vitest'

import type { Change, GuardChange } from '../../rollouts/change.ts'
import { fullWeight } from '../../rollouts/channel.ts'
import type { Figures } from '../../rollouts/figures.ts'
import { rollout, setUpTestRegistry } from '../../testing/registry-fixture.ts'
import { remoteBuild } from '../../testing/releases-fixture.ts'
import { changeChannel } from '../change-channel.ts'
import { readSettings } from '../settings.ts'
import { notices } from '../tables/schema.ts'
import { forgetNotices, sendNextNotice } from './send-notices.ts'

const fixture = setUpTestRegistry()
const { newTeam, upload, change } = fixture
const secret = `whsec_${Buffer.alloc(32, 'key').toString('base64')}`
const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs

interface Received {
  headers: IncomingHttpHeaders
  body: string
}

const status =
  (code: number, headers = {}) =>
  (response: ServerResponse) =>
    response.writeHead(code, headers).end()

/** A receiver on this machine; it answers with 204 unless it is told how. */
async function startReceiver() {
  const received: Received[] = []
  const answers: ((response: ServerResponse) => unknown)[] = []
  const server = createServer()
  server.on('request', async (request, response) => {
    received.push({ headers: request.headers, body: await text(request) })
    const answer = answers.shift() ?? status(204)
    answer(response)
    server.emit('received')
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/hook`,
    received,
    /** The next ones, in this order. */
    answers,
    next: () => once(server, 'received'),
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}

const receiver = await startReceiver()
afterAll(() => receiver.close())
const settings = { url: receiver.url, secret }

/** An app with a stable release, and a candidate under way by a plan of two steps. */
async function newRollout(app: string, isObserved = false): Promise<string> {
  const team = await newTeam(app)
  for (const version of ['1.0.0', '1.1.0']) await upload(team, remoteBuild(app, version, 10))
  await change(app, rollout('1.0.0'), team)
  const steps = [5000, fullWeight].map((weight) => ({ weight, seconds: 60 }))
  const begun = await change(app, { ...rollout('1.1.0', 5), plan: { steps }, isObserved }, team)
  expect(begun.status).toBe(200)
  return app
}

const decision = {
  version: '1.1.0',
  rule: 'worse',
  reason: '4 of 4 pages failed, of stable 0 of 16',
  at: new Date().toISOString(),
}
const level = { now: 85, highest: 85 }
const arm = { filesMissing: 0, silent: 0, left: 0, drawn: 0, warmPages: 0, warmP75Ms: null }
const figures: Figures = {
  candidate: { ...arm, visitors: 4, failed: 4 },
  stable: { ...arm, visitors: 16, failed: 0 },
  evidence: { worse: level, filesMissing: level, failing: level, silent: level },
}
const stop: GuardChange = { type: 'stop', decision: { ...decision, verdict: 'stop' } }
const hold: GuardChange = { type: 'hold', decision: { ...decision, verdict: 'hold' } }

/** A change by the guard or a plan, in a registry that sends notices. */
const make = (app: string, made: Change | GuardChange, actor = 'guard', isDryRun = false) =>
  changeChannel(
    { ...fixture.registry, notices: settings },
    { app, actor, changes: [made], reason: decision.reason, isDryRun, figures },
  )

const send = (now = Date.now()) => sendNextNotice(fixture.registry.database, settings, { now })

/** What the history says of notices of the app, the newest first. */
const history = async (app: string): Promise<string[]> =>
  (await fixture.audit(app))
    .filter(({ action }) => action === 'notice')
    .map(({ reason, after }) => `${after.version} ${reason}`)

const queued = () => fixture.registry.database.queries.select().from(notices)

test('a receiver that knows the secret can tell a genuine notice from a forged one', async () => {
  const app = await newRollout('remote-signed')
  await make(app, stop)
  expect(await send()).toBe(true)

  const { headers = {}, body = '' } = receiver.received.splice(0)[0] ?? {}
  const sent = Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, String(value)]),
  )
  expect(new Webhook(secret).verify(body, sent)).toStrictEqual({
    type: 'rollout.stopped',
    at: expect.stringMatching(/Z$/),
    app,
    version: '1.1.0',
    rule: 'worse',
    reason: decision.reason,
    figures,
    text: `The guard took ${app} 1.1.0 from everybody: ${decision.reason}.`,
  })
  const forged = body.replace('stopped', 'completed')
  expect(() => new Webhook(secret).verify(forged, sent)).toThrow(WebhookVerificationError)
  const other = { ...sent, 'webhook-id': 'other' }
  expect(() => new Webhook(secret).verify(body, other)).toThrow(WebhookVerificationError)
  expect(await history(app)).toEqual(['1.1.0 rollout.stopped was delivered (1 attempt)'])
  expect(JSON.stringify([await fixture.audit(app), await queued()])).not.toContain(secret)
})

test('a new notice does not wait for those that failed before', async () => {
  const [first, second] = [await newRollout('remote-failed'), await newRollout('remote-next')]
  await make(first, hold)
  receiver.answers.push(status(500))
  await send()
  const { queries } = fixture.registry.database
  await queries
    .update(notices)
    .set({ nextAttemptAt: new Date(0) })
    .where(isNotNull(notices.nextAttemptAt))
  await make(second, hold)
  while (await send());
  const apps = receiver.received.splice(0).map(({ body }) => JSON.parse(body).app)
  expect(apps).toEqual([first, second, first])
})

test('notices are sent for the guard and plans, not for people’s changes', async () => {
  const app = await newRollout('remote-told')
  await make(await newRollout('remote-observed', true), hold)
  await make(app, hold, 'guard', true)
  await make(app, { type: 'pause' }, 'admin')
  await make(app, { type: 'resume' }, 'admin')
  expect(await send()).toBe(false)

  await make(app, hold)
  await make(app, { type: 'pause' }, 'plan')
  await make(app, { type: 'resume' }, 'admin')
  await make(app, { type: 'advance', force: true }, 'plan')
  while (await send());

  const told = receiver.received.splice(0).map(({ body }) => JSON.parse(body))
  const seen = told.map(({ type, version, rule }) => [type, version, rule])
  expect(seen).toEqual([
    ['rollout.held', '1.1.0', 'worse'],
    ['rollout.paused', '1.1.0', undefined],
    ['rollout.completed', '1.1.0', undefined],
  ])
})

test('nothing is queued by a registry without an address, or for a change that failed', async () => {
  const app = await newRollout('remote-silent')
  const before = await queued()
  await changeChannel(fixture.registry, {
    app,
    actor: 'guard',
    changes: [stop],
    reason: decision.reason,
    isDryRun: false,
  })
  await expect(make(app, stop)).rejects.toThrow('no rollout under way')
  expect(await queued()).toEqual(before)
})

test('a failed notice is retried unchanged after growing pauses', async () => {
  const app = await newRollout('remote-away')
  await make(app, stop)
  const breakOff = (response: ServerResponse) => response.destroy()
  const redirect = status(302, { location: receiver.url })
  const endless = (response: ServerResponse) => response.writeHead(200).write('ok')
  receiver.answers.push(status(500), breakOff, redirect, status(404), endless)

  let now = Date.now()
  expect(await send(now)).toBe(true)
  for (const minutes of [1, 5, 15, 60]) {
    expect(await send(now + minutes * minuteMs - 1)).toBe(false)
    now += minutes * minuteMs
    expect(await send(now)).toBe(true)
  }

  expect(await send(now + dayMs)).toBe(false)
  const sent = receiver.received.splice(0)
  expect(sent).toHaveLength(5)
  expect(new Set(sent.map(({ headers }) => headers['webhook-id'])).size).toBe(1)
  expect(new Set(sent.map(({ body }) => body)).size).toBe(1)
  expect(await history(app)).toEqual(['1.1.0 rollout.stopped was delivered (5 attempts)'])
})

test('a notice is given up after a day, or at once on 410', async () => {
  const hours = 24
  const [away, gone] = [await newRollout('remote-lost'), await newRollout('remote-gone')]
  await make(away, stop)
  const start = Date.now()
  // At once, then hour by hour: the last one is due in the hour before a day has passed.
  receiver.answers.push(...Array.from({ length: hours }, () => status(503)))
  for (let hour = 0; hour < hours; hour += 1)
    expect(await send(start + hour * 60 * minuteMs)).toBe(true)
  expect(await send(start + 2 * dayMs)).toBe(false)
  const givenUp = '1.1.0 rollout.stopped was given up'
  expect(await history(away)).toEqual([`${givenUp}: HTTP 503 (24 attempts)`])

  await make(gone, stop)
  receiver.answers.push(status(410))
  expect(await send()).toBe(true)
  expect(await send(Date.now() + dayMs)).toBe(false)
  expect(await history(gone)).toEqual([`${givenUp}: HTTP 410 (1 attempt)`])
  receiver.received.length = 0
})

test('a notice is sent again after its registry closed while sending', async () => {
  const app = await newRollout('remote-closed')
  await make(app, stop)
  receiver.answers.push(() => {})
  const first = receiver.next()
  const closed = await fixture.open({ notices: settings })
  await first
  // Another registry leaves what is being sent to the first.
  expect(await send()).toBe(false)
  await closed.close()
  expect(await history(app)).toEqual([])

  const again = receiver.next()
  const opened = await fixture.open({ notices: settings })
  onTestFinished(() => opened.close())
  await again

  await vi.waitFor(async () =>
    expect(await history(app)).toEqual(['1.1.0 rollout.stopped was delivered (1 attempt)']),
  )
  const [one, two] = receiver.received.splice(0)
  expect(two?.headers['webhook-id']).toBe(one?.headers['webhook-id'])
})

test('delivered notices are kept for a week, and due ones until they are sent', async () => {
  const { database } = fixture.registry
  const old = new Date(Date.now() - 7 * dayMs - minuteMs)
  const sent = await queued()
  const [kept, forgotten] = sent
  if (kept === undefined || forgotten === undefined) throw new Error('nothing was sent')
  await database.queries.update(notices).set({ at: old }).where(eq(notices.id, forgotten.id))
  await database.queries.insert(notices).values({ ...kept, id: 'due', at: old, nextAttemptAt: old })

  await forgetNotices(database)

  const left = new Set((await queued()).map(({ id }) => id))
  const ids = sent.map(({ id }) => id).filter((id) => id !== forgotten.id)
  expect(left).toEqual(new Set([...ids, 'due']))
})

test.each([
  [{ NOTICE_URL: 'https://chat.example/hook' }, 'must be set both, or neither'],
  [{ NOTICE_SECRET: secret }, 'must be set both, or neither'],
  [{ NOTICE_URL: 'http://chat.example/hook', NOTICE_SECRET: secret }, 'begin with https://'],
  [{ NOTICE_URL: 'ftp://127.0.0.1/', NOTICE_SECRET: secret }, 'NOTICE_URL is not valid'],
  [{ NOTICE_URL: 'https://a:b@chat.example/', NOTICE_SECRET: secret }, 'no user and no password'],
  [{ NOTICE_URL: receiver.url, NOTICE_SECRET: 'whsec_short' }, 'NOTICE_SECRET is not valid'],
  [
    {
      NODE_ENV: 'production',
      REGISTRY_DATABASE_URL: 'postgres://errand@127.0.0.1/registry',
      NOTICE_URL: receiver.url,
      NOTICE_SECRET: secret,
    },
    'begin with https://',
  ],
])('invalid settings are refused with a clear message: %#', (environment, sentence) => {
  expect(() => readSettings(environment)).toThrow(sentence)
})

test('notices are sent over https, or to this machine outside production', () => {
  const read = (url: string) => readSettings({ NOTICE_URL: url, NOTICE_SECRET: secret }).notices
  expect(read('https://chat.example/hook')).toEqual({ url: 'https://chat.example/hook', secret })
  expect(read(receiver.url)).toEqual(settings)
  expect(readSettings({}).notices).toBeUndefined()
})
