import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { releaseSetSchema } from '@errand/contract/release'
import { afterAll, afterEach, beforeEach, expect, test, vi } from 'vitest'

import { folderStore } from '../releases/folder-store.ts'
import { openReleases } from '../releases/open-releases.ts'
import { ReleaseStoreError } from '../releases/release-store.ts'
import { fullWeight } from '../rollouts/channel.ts'
import { trustedKeys } from '../rollouts/rollout-source.ts'
import { hostBuild, remoteBuild } from '../testing/releases-fixture.ts'
import { createRollouts } from '../testing/rollouts-fixture.ts'
import { readBootScript } from './boot-script.ts'
import { createEdge } from './create-edge.ts'
import { readSettings } from './settings.ts'

const app = 'remote-jobs'
const releasesDir = mkdtempSync(join(tmpdir(), 'errand-releases-'))
const rollouts = createRollouts(releasesDir)
const folder = folderStore(releasesDir)
/** Asked for everything that it has not answered yet. */
let gate: Promise<unknown> = Promise.resolve()

const edge = createEdge({
  boot: readBootScript(),
  settings: readSettings({ FIREBASE_API_KEY: 'key' }),
  source: rollouts.source,
  releases: openReleases(
    {
      async read(path) {
        await gate
        return folder.read(path)
      },
    },
    { keysOf: trustedKeys(rollouts.source), onDamaged: () => {} },
  ),
})
for (const build of [
  hostBuild(),
  ...['1', '2', '3'].map((version) => remoteBuild(app, version, 10)),
])
  rollouts.publish(build)

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())
afterAll(() => rmSync(releasesDir, { recursive: true }))

async function jobs(): Promise<string | undefined> {
  const set = releaseSetSchema.parse(await (await edge.request('/release-set')).json())
  return set.remotes.find((remote) => remote.app === app)?.version
}
/** Files are read in real time, and edges remember in the test's. */
const untilServed = (version: string) =>
  vi.waitFor(async () => {
    await vi.advanceTimersByTimeAsync(2_000)
    expect(await jobs()).toBe(version)
  })
function rollOut(version: string): void {
  rollouts.change(app, { type: 'rollout', version, weight: fullWeight })
  rollouts.change(app, { type: 'promote' })
}

test('while the store hangs, a new document is served with the releases that are known', async () => {
  expect(await jobs()).toBe('1')
  const { promise, resolve } = Promise.withResolvers<undefined>()
  gate = promise
  rollOut('2')
  const first = jobs()
  await vi.advanceTimersByTimeAsync(1_000)
  expect(await first).toBe('1')
  // Whoever comes later does not wait at all.
  expect(await jobs()).toBe('1')

  resolve(undefined)
  await untilServed('2')
})

test('nobody waits for another try to read what could not be read', async () => {
  gate = Promise.reject(new ReleaseStoreError('It is away'))
  gate.catch(() => {})
  rollOut('3')
  expect(await jobs()).not.toBe('3')
  const { promise, resolve } = Promise.withResolvers<undefined>()
  gate = promise
  await vi.advanceTimersByTimeAsync(2_000)
  expect(await jobs()).not.toBe('3')

  resolve(undefined)
  await untilServed('3')
})
