import { hash as hashOf } from 'node:crypto'

import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'

import { signTicket } from '../../rollouts/ticket.ts'
import { createKeyPair } from '../../signing/keys.ts'
import {
  chats,
  host,
  known,
  newKey,
  setUpReportingPage,
  visitor,
  type Opened,
  type Sent,
} from '../../testing/reporting-page.ts'
import { createEdge } from '../create-edge.ts'
import { readSettings } from '../settings.ts'

const { edge, source, releases, change, setTicketKey, startReceiving, takeExposures, open, say } =
  setUpReportingPage()

test('a document exposes the host and, if signed in, the remote of its path', async () => {
  expect(await open('/chats')).toMatchObject({ given: 'remote-chats' })
  expect(takeExposures()).toEqual([host, chats])

  for (const [path, cookie] of [
    ['/dashboard', known],
    ['/chats/new/nothing', known],
    ['/chats', known.replace('; errand_signed_in=1', '')],
  ] as const) {
    expect(await open(path, { cookie })).toMatchObject({ given: '' })
    expect(takeExposures(), path).toEqual([host])
  }
})

test('an exposure has its arm, and the page token is anonymous', async () => {
  const arms = new Map<string, string>()
  for (let each = 0; arms.size < 2; each += 1) {
    const cookie = visitor(`visitor${each}`)
    const { token = '' } = await open('/jobs', { cookie })
    for (const part of ['visitor', 'errand']) expect(token).not.toContain(part)
    const [, jobs] = takeExposures()
    arms.set(jobs?.arm ?? '', jobs?.version ?? '')
  }
  expect(Object.fromEntries(arms)).toEqual({ stable: '1.0.0', candidate: '1.1.0' })
})

describe('the visitor of an exposure', () => {
  const [one, other] = [startReceiving(), startReceiving()]
  const keys = [newKey('today'), newKey('yesterday')]
  beforeEach(() => {
    for (const { signals } of [one, other]) signals.setKeys(keys)
  })
  const visitorsOf = (of: typeof one) => takeExposures(of.signals).map((each) => each.visitor)

  test('is a hash of the id with the key of the day, also on another edge', async () => {
    const text = `${keys[0]?.key}visitor ${'v'.padEnd(22, 'x')}`
    const hash = hashOf('sha3-256', text, 'base64url').slice(0, 16)
    const { token = '' } = await open('/chats', { at: one.edge })
    expect(visitorsOf(one)).toEqual([hash, hash])
    await say({ token, app: 'remote-jobs', status: 'start' }, { at: other.edge })
    expect(visitorsOf(other)).toEqual([hash])

    await open('/login', { at: one.edge, cookie: visitor('another') })
    one.signals.setKeys([newKey('tomorrow'), ...keys])
    await open('/login', { at: one.edge })
    expect(new Set([hash, ...visitorsOf(one)]).size).toBe(3)
  })

  test('is missing while an edge has only its own key', async () => {
    one.signals.setKeys([])
    await open('/chats', { at: one.edge })
    expect(visitorsOf(one)).toEqual([undefined, undefined])
  })

  test('is missing for all apps while an arm is pinned', async () => {
    const cookie = visitor('pinned')
    change('remote-jobs', { type: 'pin', visitor: 'pinned'.padEnd(22, 'x'), arm: 'stable' })
    const { token } = await open('/chats', { at: one.edge, cookie })
    await say({ token, app: 'remote-jobs', status: 'start' }, { at: one.edge, cookie })
    expect(visitorsOf(one)).toEqual([undefined, undefined, undefined])
  })
})

test('a release that replaces an avoided one is no exposure', async () => {
  let cookie = known
  for (let each = 0; ; each += 1) {
    cookie = visitor(`avoiding${each}`)
    await open('/jobs', { cookie })
    if (takeExposures()[1]?.arm === 'candidate') break
  }
  const { token = '', given } = await open('/jobs', {
    cookie: `${cookie}; errand_avoid=remote-jobs@1.1.0`,
  })
  expect(given).toBe('')
  expect(token).not.toContain('remote-jobs')
  expect(takeExposures()).toEqual([host])
})

test('an avoided release given again for lack of another is no exposure', async () => {
  await open('/chats', { cookie: `${known}; errand_avoid=remote-chats@${chats.version}` })
  expect(takeExposures()).toEqual([host])
})

test.each<[string, string, Opened]>([
  ['that needs no script', '/', {}],
  ['that is prefetched', '/jobs', { headers: { 'sec-purpose': 'prefetch' } }],
  ['that older browsers prefetch', '/jobs', { headers: { purpose: 'prefetch' } }],
  ['for a client that accepts anything', '/jobs', { headers: { accept: '*/*' } }],
  ['requested by HEAD', '/jobs', { method: 'HEAD' }],
])('a document %s is no exposure', async (_, path, opened) => {
  expect(await open(path, opened)).toMatchObject({ token: undefined })
  expect(takeExposures()).toEqual([])
})

test('a preview is no exposure', async () => {
  const { publicKey, privateKey } = createKeyPair()
  setTicketKey(publicKey)
  const exp = Math.floor(Date.now() / 1000) + 600
  const ticket = await signTicket({ apps: { 'remote-chats': '2.0.0' }, local: {}, exp }, privateKey)

  expect(await open(`/chats?ticket=${ticket}`)).toMatchObject({ token: undefined })
  expect(takeExposures()).toEqual([])
})

test('a new visitor counts once their cookie comes back, and a robot never does', async () => {
  const first = await open('/login', { cookie: '' })
  await open('/login', { cookie: '' })
  expect(takeExposures()).toEqual([])

  await say({ token: first.token, app: 'host', status: 'ready', ms: 7 }, { cookie: first.cookie })
  expect(takeExposures()).toEqual([{ ...host, verdict: 'ready', readyMs: 7 }])
})

test('only the first verdict and a failure after ready count', async () => {
  const { token } = await open('/chats')
  takeExposures()
  const page = { token, app: 'remote-chats' }
  await say({ ...page, status: 'start' })
  expect(takeExposures()).toEqual([])

  for (const status of ['ready', 'ready', 'left', 'failed', 'failed', 'ready'])
    await say({ ...page, status, ms: 1234.5, kind: 'render', isReplaced: true })
  const ready = { ...chats, verdict: 'ready', readyMs: 1235 }
  const failed = { ...chats, verdict: 'failed', kind: 'render', isReplaced: true }
  // In two reports, as one names an exposure once.
  expect([takeExposures(), takeExposures()]).toEqual([[ready], [failed]])

  for (const status of ['left', 'ready', 'failed']) await say({ token, app: 'host', status })
  expect(takeExposures()).toEqual([{ ...host, verdict: 'left' }])
})

test('a remote opened inside a page is exposed when the page reports it', async () => {
  const { token } = await open('/dashboard')
  takeExposures()
  await say({ token, app: 'remote-chats', status: 'start' })
  expect(takeExposures()).toEqual([{ ...chats, isNavigation: true }])
  await say({ token, app: 'remote-chats', status: 'ready', ms: 1e9 })
  expect(takeExposures()).toEqual([
    { ...chats, isNavigation: true, verdict: 'ready', readyMs: 600_000 },
  ])
})

test('unknown values from a newer page do not invalidate its report', async () => {
  const { token } = await open('/login')
  await say({
    token,
    app: 'host',
    status: 'failed',
    kind: 'melted',
    error: { at: 'dusk' },
    more: 1,
  })
  expect(takeExposures()).toEqual([{ ...host, verdict: 'failed' }])
})

/** What the edge keeps of an error that a page reports of its chats. */
async function receiveError(error: object) {
  const { token } = await open('/chats')
  takeExposures()
  const at = { message: 'x', file: 'static/js/routes.js', line: 3, column: 14, ...error }
  await say({ token, app: 'remote-chats', status: 'failed', error: at })
  return takeExposures()[0]?.error
}

test.each([
  ['Not "Asha Rao" of https://x.example/?q=1', 'Not "…" of …'],
  ['asha@x.example has 98765 or ९८७६५ or ٩٨٧٦٥', '… has # or # or #'],
  ["Can't read Asha's 'Asha's shop' (reading 'name')", `Can't read Asha's "…" (reading 'name')`],
  ['No “Asha” „Rao“ «Delhi» `India` ‘Asha’s shop’', 'No "…" "…" "…" "…" "…"'],
  ['"{"name":"Asha Rao"}" is not valid JSON', '"…" is not valid JSON'],
  ['"a" or "b', '"…"'],
  ["Not 'Asha Rao of", 'Not "…"'],
  ['Invalid regular expression: /Asha Rao (/: Unterminated', 'Invalid regular expression: "…"'],
  ['URL constructor: Asha Rao is not a valid URL.', 'URL constructor: "…"'],
  ['Cannot convert Asha Rao to a BigInt', 'Cannot convert "…" to a BigInt'],
  ['GET /api/x?y=z, (../asha) and chats?name=Asha: no text/html', 'GET … … and … no text/html'],
  ['x'.repeat(300), 'x'.repeat(200)],
])(
  'an error message is stored without addresses, numbers and quoted words: %s',
  async (said, kept) => {
    expect((await receiveError({ message: said }))?.message).toBe(kept)
  },
)

test('an error is stored only if it names a file of its release', async () => {
  const file = 'static/js/routes.js'
  expect(await receiveError({ file })).toEqual({ message: 'x', file, line: 3, column: 14 })
  for (const other of ['static/js/other.js', 'constructor'])
    expect(await receiveError({ file: other })).toBeUndefined()
})

test.each<[string, (token: string) => object | string, Sent?]>([
  ['with another signature', (token) => ({ token: `${token.slice(0, -43)}${'A'.repeat(43)}` })],
  ['with another release', (token) => ({ token: token.replace('@2.0.0', '@9') })],
  ['by an unknown key', (token) => ({ token: token.replace(/^[^~]+/, 'k1') })],
  ['of an app that is not in its token', (token) => ({ token, app: 'remote-none' })],
  ['without a token', () => ({ token: undefined })],
  ['that says nothing known', (token) => ({ token, status: 'hello' })],
  ['that is no object', () => 'null'],
  ['that is no JSON', (token) => token],
  ['that is too large', (token) => ({ token, more: 'x'.repeat(16 * 1024) })],
  ['from another site', (token) => ({ token }), { headers: { 'sec-fetch-site': 'cross-site' } }],
])('a beacon %s is ignored and answered like any other', async (_, alter, sent) => {
  const { token = '' } = await open('/chats')
  takeExposures()
  const changed = alter(token)
  const body =
    typeof changed === 'string' ? changed : { app: 'remote-chats', status: 'failed', ...changed }

  expect(await say(body, sent)).toBe(204)
  expect(takeExposures()).toEqual([])
  // The same page may still speak.
  await say({ token, app: 'remote-chats', status: 'ready', ms: 1 })
  expect(takeExposures()).toHaveLength(1)
})

test('a truncated beacon is ignored and logs no error', async () => {
  const logged = vi.spyOn(console, 'log').mockReturnValue()
  onTestFinished(() => logged.mockRestore())
  const { token } = await open('/login')
  takeExposures()
  const beacon = JSON.stringify({ token, app: 'host', status: 'left' })
  const body = new ReadableStream({
    start: (controller) => controller.enqueue(new TextEncoder().encode(beacon)),
    pull: (controller) => controller.error(new Error('aborted')),
  })
  const headers = { 'sec-fetch-site': 'same-origin', 'content-length': '1000' }
  const cutOff = { method: 'POST', headers, body, duplex: 'half' } as const
  expect((await edge.request('/signal', cutOff)).status).toBe(204)
  expect(takeExposures()).toEqual([])
  expect(logged).not.toHaveBeenCalled()
})

test('the Origin header of an older browser is checked for beacons', async () => {
  const from = async (origin: string) => {
    const { token } = await open('/login')
    takeExposures()
    const headers = { 'content-type': 'text/plain', cookie: known, origin }
    const body = JSON.stringify({ token, app: 'host', status: 'left' })
    await edge.request('/signal', { method: 'POST', headers, body })
    return takeExposures().length
  }
  expect([await from('http://localhost'), await from('https://elsewhere.example')]).toEqual([1, 0])
})

test('a token is valid for a day', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  onTestFinished(() => void vi.useRealTimers())
  const { token } = await open('/chats')
  takeExposures()
  vi.advanceTimersByTime(24 * 60 * 60 * 1000)
  await say({ token, app: 'host', status: 'ready', ms: 1 })
  expect(takeExposures()).toHaveLength(1)

  vi.advanceTimersByTime(1)
  await say({ token, app: 'remote-chats', status: 'ready', ms: 1 })
  expect(takeExposures()).toEqual([])
})

test('a token from an edge whose clock is an hour ahead counts', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  onTestFinished(() => void vi.useRealTimers())
  const now = Date.now()
  vi.setSystemTime(now + 60 * 60 * 1000)
  const { token } = await open('/login')
  takeExposures()
  vi.setSystemTime(now)
  await say({ token, app: 'host', status: 'ready', ms: 1 })
  expect(takeExposures()).toHaveLength(1)
})

test('without a registry pages get no token, and their beacons are dropped', async () => {
  const settings = readSettings({ FIREBASE_API_KEY: 'key' })
  const at = createEdge({ settings, source, releases })

  expect(await open('/login', { at })).toMatchObject({ token: undefined })
  expect(await say({ token: 'x', app: 'host', status: 'ready' }, { at })).toBe(204)
})
