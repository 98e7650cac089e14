import { once } from 'node:events'
import { join } from 'node:path'

import { startRedirectingServer } from '@errand/database/testing'
import { afterAll, expect, onTestFinished, test, vi } from 'vitest'
import * as z from 'zod/mini'

import { createRegistryClient } from './cli/registry-client.ts'
import { followRegistry } from './edge/follow-registry.ts'
import { reportToRegistry } from './edge/report-to-registry.ts'
import { httpStore } from './releases/stores.ts'
import { createRolloutSource } from './rollouts/evaluator.ts'

const { origin, server, followed, stop } = await startRedirectingServer()
afterAll(stop)

/** Resolves when a caller that repeats itself is done with its first call. */
async function calledAgain(): Promise<void> {
  await once(server, 'request')
  await once(server, 'request')
}

const token = 'errand_reader'

const callers: Record<string, (signal: AbortSignal) => Promise<unknown>> = {
  'an edge that follows the registry': (signal) => {
    const cacheFile = join(import.meta.dirname, 'no-such-file.json')
    followRegistry({ url: origin, token, cacheFile, signal })
    return calledAgain()
  },
  'an edge that reports': (signal) => {
    const releases = { damaged: () => ({}) }
    const source = createRolloutSource()
    void reportToRegistry({ url: origin, token, name: 'edge', releases, source, signal })
    return calledAgain()
  },
  'the store of releases': () =>
    expect(httpStore(origin).read('host/1.0.0/a.js')).rejects.toThrow('did not answer'),
  'the command': () => {
    const client = createRegistryClient({ url: new URL(origin), token, actor: 'Asha', advice: '' })
    return expect(client.post('/apps/host/gc', z.unknown())).rejects.toThrow('cannot be reached')
  },
}

test.each(Object.entries(callers))('%s does not follow redirects', async (_name, call) => {
  vi.spyOn(console, 'log').mockReturnValue()
  const stopping = new AbortController()
  onTestFinished(() => {
    stopping.abort()
    vi.restoreAllMocks()
  })
  await call(stopping.signal)
  expect(followed()).toBe(0)
})
