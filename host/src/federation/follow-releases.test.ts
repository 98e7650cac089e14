import type { ReleaseSet } from '@errand/contract/release'
import { http, HttpResponse } from 'msw'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { aRemote } from '../testing/remote-release.ts'
import { server } from '../testing/server.ts'
import { createReleaseUpdates } from './release-updates.ts'
import { createRemotes } from './remotes.ts'

const streams: EventTarget[] = []
const grants: (() => void)[] = []

/** A tab: a page with modules of its own. */
async function openTab(set: ReleaseSet) {
  vi.resetModules()
  const { followReleases } = await import('./follow-releases.ts')
  const remotes = createRemotes(set.remotes, async () => [])
  followReleases(set, createReleaseUpdates(remotes))
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
  vi.stubGlobal(
    'EventSource',
    class extends EventTarget {
      constructor() {
        super()
        streams.push(this)
      }
    },
  )
  // One holder at a time, as the browser does it for all tabs.
  const request = (_name: string, hold: () => Promise<never>) => {
    grants.push(() => void hold())
    if (grants.length === 1) void hold()
  }
  Object.defineProperty(navigator, 'locks', { value: { request }, configurable: true })
})
afterEach(() => {
  vi.unstubAllGlobals()
  Reflect.deleteProperty(navigator, 'locks')
  streams.length = 0
  grants.length = 0
})

const tell = (revision: number) => {
  const data = JSON.stringify({ type: 'refetchEvaluation', etag: `"${revision}"` })
  streams[0]?.dispatchEvent(new MessageEvent('message', { data }))
}

test('one tab listens to the edge, and every tab takes what changed', async () => {
  const asked = vi.fn(() => HttpResponse.json(setOf(4, ['remote-jobs@1'])))
  server.use(http.get('*/release-set', asked))
  const first = await openTab(setOf(3))
  const second = await openTab(setOf(3))
  expect(streams).toHaveLength(1)

  tell(3)
  tell(4)

  await vi.waitFor(() => expect(first.isRevoked()).toBe(true))
  await vi.waitFor(() => expect(second.isRevoked()).toBe(true))
  expect(asked).toHaveBeenCalledOnce()
})

test('a tab that was opened meanwhile hears what it missed', async () => {
  server.use(http.get('*/release-set', () => HttpResponse.json(setOf(4, ['remote-jobs@1']))))
  await openTab(setOf(3))
  tell(4)

  const tab = await openTab(setOf(3))

  await vi.waitFor(() => expect(tab.isRevoked()).toBe(true))
})

test('an edge that does not answer changes nothing, and is asked at the next event', async () => {
  server.use(
    http.get('*/release-set', () => new HttpResponse(null, { status: 503 }), { once: true }),
    http.get('*/release-set', () => HttpResponse.json(setOf(5, ['remote-jobs@1']))),
  )
  const tab = await openTab(setOf(3))

  tell(4)
  tell(5)

  await vi.waitFor(() => expect(tab.isRevoked()).toBe(true))
})
