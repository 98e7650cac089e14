import type { ReleaseSet } from '@errand/contract/release'
import { server } from '@errand/shared-auth/testing'
import { http, HttpResponse } from 'msw'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { aRemote } from '../testing/remote-release.ts'
import { createReleaseUpdates } from './release-updates.ts'
import { createRemotes } from './remotes.ts'

const channels: BroadcastChannel[] = []
class Channel extends BroadcastChannel {
  constructor(name: string) {
    super(name)
    channels.push(this)
  }
}

const streams: ReadableStreamDefaultController<string>[] = []
const grants: (() => void)[] = []

/** A tab: a page with its own instances of the modules. */
async function openTab(set: ReleaseSet) {
  vi.resetModules()
  const { followReleases } = await import('./follow-releases.ts')
  const remotes = createRemotes(set.remotes, async () => [])
  followReleases(set, createReleaseUpdates(remotes))
  await vi.waitFor(() => expect(streams).not.toHaveLength(0))
  const [place] = remotes.places
  return { isRevoked: () => place !== undefined && remotes.needsReload(place) }
}

const setOf = (revision: number, revoked: string[] = []): ReleaseSet => ({
  id: 'a1',
  revision,
  host: { version: '1' },
  remotes: [aRemote('Jobs')],
  revoked,
  flags: {},
})

beforeEach(() => {
  vi.spyOn(Math, 'random').mockReturnValue(0)
  server.use(
    http.get('*/release-set/events', () => {
      const stream = new ReadableStream<string>({ start: (events) => void streams.push(events) })
      return new HttpResponse(stream.pipeThrough(new TextEncoderStream()))
    }),
  )
  vi.stubGlobal('BroadcastChannel', Channel)
  // One lock holder at a time across all tabs, as in browsers.
  const request = (_name: string, _options: object, hold: () => Promise<never>) => {
    grants.push(() => void hold())
    if (grants.length === 1) void hold()
  }
  Object.defineProperty(navigator, 'locks', { value: { request }, configurable: true })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  Reflect.deleteProperty(navigator, 'locks')
  for (const channel of channels.splice(0)) channel.close()
  streams.length = 0
  grants.length = 0
})

const tell = (revision: number) => streams.at(-1)?.enqueue(`id: ${revision}\ndata: {}\n\n`)

test('one tab follows the edge, and every tab applies the changes', async () => {
  const asked = vi.fn(() => HttpResponse.json(setOf(4, ['remote-jobs@1'])))
  server.use(http.get('*/release-set', asked))
  const first = await openTab(setOf(3))
  const second = await openTab(setOf(3))

  tell(3)
  tell(4)

  await vi.waitFor(() => expect(first.isRevoked()).toBe(true))
  await vi.waitFor(() => expect(second.isRevoked()).toBe(true))
  expect(asked).toHaveBeenCalledOnce()
  expect(streams).toHaveLength(1)
})

test('a tab opened later receives the change that it missed', async () => {
  server.use(http.get('*/release-set', () => HttpResponse.json(setOf(4, ['remote-jobs@1']))))
  await openTab(setOf(3))
  tell(4)

  const tab = await openTab(setOf(3))

  await vi.waitFor(() => expect(tab.isRevoked()).toBe(true))
})

test('the edge is asked again if it fails or does not know the change yet', async () => {
  const answers = [new HttpResponse(null, { status: 503 }), HttpResponse.json(setOf(4))]
  const asked = vi.fn(() => answers.shift() ?? HttpResponse.json(setOf(5, ['remote-jobs@1'])))
  server.use(http.get('*/release-set', asked))
  const tab = await openTab(setOf(3))

  tell(5)

  await vi.waitFor(() => expect(tab.isRevoked()).toBe(true))
  expect(asked).toHaveBeenCalledTimes(3)
})

test('a release set older than the page is neither requested nor taken from another tab', async () => {
  const asked = vi.fn(() => HttpResponse.json(setOf(4)))
  server.use(http.get('*/release-set', asked))
  const said: number[] = []
  new Channel('errand:releases').addEventListener('message', ({ data }: MessageEvent) => {
    if (data !== null) said.push((data as ReleaseSet).revision)
  })
  await openTab(setOf(2, ['remote-jobs@1']))
  const tab = await openTab(setOf(3))
  for (const revision of [1, 2, 4]) tell(revision)
  await vi.waitFor(() => expect(said).toEqual([2, 4]))

  expect(tab.isRevoked()).toBe(false)
  expect(asked).toHaveBeenCalledOnce()
})

test('a stream without a heartbeat is replaced', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date'] })
  let revision = 3
  const asked = vi.fn(() => HttpResponse.json(setOf((revision += 1))))
  server.use(http.get('*/release-set', asked))
  await openTab(setOf(revision))

  for (const next of [4, 5]) {
    vi.advanceTimersByTime(30_000)
    tell(next)
    await vi.waitFor(() => expect(asked).toHaveBeenCalledTimes(next - 3))
  }
  expect(streams).toHaveLength(1)
  vi.advanceTimersByTime(45_000)

  await vi.waitFor(() => expect(streams).toHaveLength(2))
})
