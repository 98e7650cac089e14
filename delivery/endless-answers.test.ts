import { rmSync } from 'node:fs'
import { join } from 'node:path'

import { startEndlessServer, temporaryFolder } from '@errand/database/testing'
import { afterAll, expect, onTestFinished, test, vi } from 'vitest'
import * as z from 'zod/mini'

import { createRegistryClient } from './cli/registry-client.ts'
import { followRegistry } from './edge/follow-registry.ts'
import { reportToRegistry } from './edge/report-to-registry.ts'
import { maxUnpackedBytes } from './releases/release.ts'
import { httpStore } from './releases/stores.ts'
import { createRolloutSource } from './rollouts/evaluator.ts'
import { setUpTestEdge } from './testing/edge-fixture.ts'
import { hostBuild } from './testing/releases-fixture.ts'

const endless = await startEndlessServer()
const { origin } = endless
const folder = temporaryFolder('errand-cache-')
afterAll(() => {
  endless.stop()
  rmSync(folder, { recursive: true })
})
const { edge } = setUpTestEdge([hostBuild()], { REGISTRY_URL: `${origin}/registry` })

const token = 'errand_reader'
const tooLarge = (maxBytes = 16 * 1024 * 1024) =>
  `${new URL(origin).host} answered more than ${maxBytes} bytes`

/** What each caller does with such an answer; it may be tried again until it is stopped. */
const callers: Record<string, (signal: AbortSignal) => Promise<unknown>> = {
  'an edge that follows the registry': (signal) => {
    const log = vi.spyOn(console, 'log').mockReturnValue()
    followRegistry({ url: origin, token, cacheFile: join(folder, 'a.json'), signal })
    return vi.waitFor(
      () => expect(log).toHaveBeenCalledWith(expect.stringContaining(tooLarge())),
      5_000,
    )
  },
  'an edge that reports': async (signal) => {
    const releases = { damaged: () => ({}) }
    const source = createRolloutSource()
    void reportToRegistry({
      url: origin,
      token,
      name: 'edge',
      releases,
      source,
      signal,
      pauseMs: 0,
    })
  },
  'an edge that forwards to the registry': async () => {
    vi.spyOn(console, 'log').mockReturnValue()
    expect((await edge.request('/registry/apps')).status).toBe(503)
  },
  'the store of releases': () =>
    expect(httpStore(origin).read('host/1.0.0/a.js')).rejects.toThrow(tooLarge(maxUnpackedBytes)),
  'the command': () => {
    const client = createRegistryClient({ url: new URL(origin), token, actor: 'Asha', advice: '' })
    return expect(client.get('/apps', z.unknown())).rejects.toThrow(tooLarge())
  },
}

test.each(Object.entries(callers))('%s aborts an endless answer', async (_name, call) => {
  const stopping = new AbortController()
  onTestFinished(() => {
    stopping.abort()
    vi.restoreAllMocks()
  })
  await call(stopping.signal)
  expect(await endless.wasHungUp()).toBe(true)
})
