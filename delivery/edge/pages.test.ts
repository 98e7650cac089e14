import { releaseSetSchema } from '@errand/contract/release'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'

import { folderStore } from '../releases/stores.ts'
import { setUpTestEdge } from '../testing/edge-fixture.ts'
import { hostBuild, remoteBuild } from '../testing/releases-fixture.ts'

const app = 'remote-jobs'
const versions = ['1', '2', '3', '4'].map((version) => remoteBuild(app, version, 10))
const fixture = setUpTestEdge([hostBuild(), ...versions])
const folder = folderStore(fixture.releasesDir)
const asked: string[] = []
/** Reads wait for this promise. */
let gate: Promise<unknown> = Promise.resolve()
const edge = fixture.start(
  {},
  {
    async read(path) {
      asked.push(path)
      await gate
      return folder.read(path)
    },
  },
)

beforeAll(() => void vi.useFakeTimers())
afterAll(() => void vi.useRealTimers())

/** Blocks all reads until the returned function is called. */
function hold(): () => void {
  const { promise, resolve } = Promise.withResolvers<undefined>()
  gate = promise
  return () => resolve(undefined)
}
async function jobs(): Promise<string | undefined> {
  const set = releaseSetSchema.parse(await (await edge.request('/release-set')).json())
  return set.remotes.find((remote) => remote.app === app)?.version
}
/** Files are read in real time, while edges use the test's clock. */
const untilServed = (version: string) =>
  vi.waitFor(async () => {
    await vi.advanceTimersByTimeAsync(2_000)
    expect(await jobs()).toBe(version)
  })
function moveTo(version: string): void {
  fixture.rollOut(app, version)
  fixture.change(app, { type: 'promote' })
}

test('a document requested while a new one is loaded is complete, and each file is read once', async () => {
  const release = hold()
  const early = jobs()
  moveTo('2')
  const late = jobs()
  const files = Array.from({ length: 20 }, async () =>
    (await edge.request(`/r/${app}/1/remoteEntry.js`)).text(),
  )
  release()

  expect([await early, await late]).toEqual(['1', '2'])
  expect(new Set(await Promise.all(files))).toEqual(new Set([`entry("${app}")`]))
  const names = ['release.json', 'release.sig.json', 'remoteEntry.js', 'remoteEntry.js.br']
  for (const name of names)
    expect(asked.filter((path) => path === `${app}/1/${name}`)).toHaveLength(1)
  expect(asked.filter((path) => path === 'host/1.0.0/index.html')).toHaveLength(1)
})

test('while the store hangs, documents are served with the known releases', async () => {
  const release = hold()
  moveTo('3')
  const first = jobs()
  await vi.advanceTimersByTimeAsync(1_000)
  expect(await first).toBe('2')
  // A later visitor does not wait at all.
  expect(await jobs()).toBe('2')

  release()
  await untilServed('3')
})

test('visitors do not wait while an unreadable release is retried', async () => {
  gate = Promise.reject(new Error('It is away'))
  gate.catch(() => {})
  moveTo('4')
  expect(await jobs()).not.toBe('4')
  const release = hold()
  await vi.advanceTimersByTimeAsync(2_000)
  expect(await jobs()).not.toBe('4')

  release()
  // As soon as it has been read, because the clock stands still.
  await vi.waitFor(async () => expect(await jobs()).toBe('4'), { interval: 0 })
})
