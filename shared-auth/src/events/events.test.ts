import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'

import { setSession, setTokenSource } from '../session/session.ts'
import { startEventServer } from '../testing/event-server.ts'
import type { Connection, ProductEvent } from './share-stream.ts'

type Server = Awaited<ReturnType<typeof startEventServer>>
type Events = typeof import('./share-stream.ts')

let server: Server
let tabs: AbortController[] = []

beforeAll(async () => {
  server = await startEventServer()
  // The client calls the origin of its document.
  vi.stubGlobal('location', new URL(server.origin))
})
afterAll(() => server.close())
beforeEach(() => {
  setSession({ status: 'signed-in', user: { uid: 'u1', phoneNumber: '+919876543210' } })
  setTokenSource(async (force) => (force ? 'new' : 'old'))
  vi.spyOn(Math, 'random').mockReturnValue(0)
  server.visits.length = 0
  server.refuseWith(undefined)
})
afterEach(async () => {
  for (const tab of tabs) tab.abort()
  tabs = []
  await vi.waitUntil(() => server.openStreams() === 0)
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

/** One tab of a browser, recording all its events. */
async function openTab(uid = 'u1') {
  const { shareStream }: Events = await import('./share-stream.ts')
  const heard: ProductEvent[] = []
  const fromStream: ProductEvent[] = []
  const connections: Connection[] = []
  const ending = new AbortController()
  tabs.push(ending)
  shareStream(
    uid,
    {
      onEvent(event, isFromStream) {
        heard.push(event)
        if (isFromStream) fromStream.push(event)
      },
      onConnection: (next) => connections.push(next),
    },
    ending.signal,
  )
  return { heard, fromStream, connections, close: () => ending.abort() }
}

const event = (id: number, parts: object = {}) => ({
  id,
  type: 'job.updated',
  at: '2026-11-21T10:00:00Z',
  data: {},
  ...parts,
})
const say = (id: number, parts: object = {}) => server.say('job.updated', id, event(id, parts))
const kinds = (heard: ProductEvent[]) => heard.map((each) => ('id' in each ? each.id : each.type))
/** Without the command-line flag: Vitest starts the workers. */
function collectGarbage(): void {
  setFlagsFromString('--expose-gc')
  runInNewContext('gc')()
}
const isLive = (tab: { connections: Connection[] }) =>
  vi.waitFor(() => expect(tab.connections.at(-1)).toBe('live'))

test('S11, S12: events are received in order and once, with the owner’s token', async () => {
  const tab = await openTab()
  await isLive(tab)
  server.say('ready', 4)
  for (const id of [5, 6, 6, 5, 7]) say(id)

  await vi.waitFor(() => expect(kinds(tab.heard)).toEqual(['resync', 5, 6, 7]))
  expect(server.visits).toEqual([{ authorization: 'Bearer old', lastEventId: undefined }])
})

test('S11: a stream that ended continues after the last received event', async () => {
  const tab = await openTab()
  await isLive(tab)
  server.say('ready', 4)
  say(5)
  await vi.waitFor(() => expect(kinds(tab.heard)).toEqual(['resync', 5]))

  const again = server.nextVisit()
  server.endStreams()
  await again
  await isLive(tab)
  say(6)

  await vi.waitFor(() => expect(kinds(tab.heard)).toEqual(['resync', 5, 6]))
  expect(server.visits.at(-1)?.lastEventId).toBe('5')
  expect(tab.connections).toContain('polling')
})

test('S4, S11: a stream refused with 401 is opened once more with a new token', async () => {
  server.refuseWith(401)
  const first = server.nextVisit()
  const tab = await openTab()
  await first
  server.refuseWith(undefined)
  await isLive(tab)

  expect(server.visits.map(({ authorization }) => authorization)).toEqual([
    'Bearer old',
    'Bearer new',
  ])
})

test('S12: a gap in the event numbers causes a resync', async () => {
  const tab = await openTab()
  await isLive(tab)
  server.say('ready', 4)
  for (const id of [5, 8]) say(id)

  await vi.waitFor(() => expect(kinds(tab.heard)).toEqual(['resync', 5, 8, 'resync']))
})

test('S12: a page that missed deleted events resyncs', async () => {
  const tab = await openTab()
  await isLive(tab)
  server.say('reset', 90)
  say(91)

  await vi.waitFor(() => expect(kinds(tab.heard)).toEqual(['resync', 91]))
})

test('S12: without a stream the page resyncs every 20 s, and once more with the next stream', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  server.refuseWith(503)
  const tab = await openTab()
  await vi.waitFor(() => expect(tab.connections.at(-1)).toBe('polling'))
  expect(tab.heard).toEqual([])

  vi.advanceTimersByTime(40_000)
  expect(kinds(tab.heard)).toEqual(['resync', 'resync'])

  server.refuseWith(undefined)
  await isLive(tab)
  server.say('ready', 4)
  await vi.waitFor(() => expect(tab.heard).toHaveLength(3))
  vi.advanceTimersByTime(20_000)
  expect(tab.heard).toHaveLength(3)
})

test('S13: a silent stream is reopened when the page gets the focus again', async () => {
  const tab = await openTab()
  await isLive(tab)
  const again = server.nextVisit()

  vi.setSystemTime(Date.now() + 60_000)
  window.dispatchEvent(new Event('focus'))

  await again
  expect(server.visits).toHaveLength(2)
})

test('S11: a stream ends with its tab, even after a garbage collection', async () => {
  const tab = await openTab()
  await isLive(tab)
  collectGarbage()

  tab.close()
  await vi.waitFor(() => expect(server.openStreams()).toBe(0))
})

test('S11: a tab opens its own stream if the browser refuses locks and channels', async () => {
  const refusal = new DOMException('The request was denied.', 'SecurityError')
  const locks = { request: () => Promise.reject(refusal) }
  vi.stubGlobal('navigator', Object.assign(Object.create(navigator), { locks }))
  vi.stubGlobal('BroadcastChannel', function refuse() {
    throw refusal
  })
  await isLive(await openTab())
  expect(server.openStreams()).toBe(1)
})

test('S11: tabs share one stream, and another tab continues it when its tab closes', async () => {
  let free = Promise.resolve<unknown>(undefined)
  const request = (_: string, __: object, work: () => Promise<void>) => (free = free.then(work))
  vi.stubGlobal('navigator', Object.assign(Object.create(navigator), { locks: { request } }))
  const [first, second] = [await openTab(), await openTab()]
  await isLive(second)
  server.say('ready', 4)
  say(5)
  await vi.waitFor(() => expect(kinds(second.heard)).toEqual(['resync', 5]))
  expect(kinds(first.heard)).toEqual(['resync', 5])
  // Work that must happen once for all tabs happens in the tab that reads the stream.
  expect([kinds(first.fromStream), kinds(second.fromStream)]).toEqual([['resync', 5], []])
  expect(server.openStreams()).toBe(1)

  const again = server.nextVisit()
  first.close()
  await again
  expect(server.visits.at(-1)?.lastEventId).toBe('5')
  await vi.waitFor(() => expect(server.openStreams()).toBe(1))
  say(6)
  await vi.waitFor(() => expect(kinds(second.heard)).toEqual(['resync', 5, 6]))
  expect(kinds(second.fromStream)).toEqual([6])
})
