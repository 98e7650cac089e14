import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import type { ReleaseSet } from '@errand/contract/release'
import { afterAll, afterEach, beforeEach, expect, test, vi } from 'vitest'

import { hostBuild, remoteBuild } from '../testing/releases-fixture.ts'
import { createRollouts, openTestReleases } from '../testing/rollouts-fixture.ts'
import { readBootScript } from './boot-script.ts'
import { createEdge, type Edge } from './create-edge.ts'
import { readSettings } from './settings.ts'
import { createSightings } from './sightings.ts'

const releasesDir = mkdtempSync(join(tmpdir(), 'errand-releases-'))
const rollouts = createRollouts(releasesDir)
const told: string[][] = []
/** As many as the registry takes at once. */
const mostNames = 1_000
let isRegistryAway = false

for (const build of [hostBuild(), remoteBuild('remote-jobs', '1.4.0', 10)]) rollouts.publish(build)

const makeEdge = () =>
  createEdge({
    boot: readBootScript(),
    settings: readSettings({ FIREBASE_API_KEY: 'key' }),
    source: rollouts.source,
    releases: openTestReleases(releasesDir, rollouts.source),
    sightings: createSightings(async (names) => {
      if (isRegistryAway || names.length > mostNames) throw new Error('refused')
      told.push(names)
    }),
  })
let edge: Edge

beforeEach(() => {
  vi.useFakeTimers()
  told.length = 0
  edge = makeEdge()
})
afterEach(() => vi.useRealTimers())
afterAll(() => rmSync(releasesDir, { recursive: true }))

const open = () => edge.request('/', { headers: { 'sec-fetch-dest': 'document' } })
const beat = (body: string) => edge.request('/heartbeat', { method: 'POST', body })
const setOf = (host: string, jobs: string): ReleaseSet => ({
  id: 'set',
  revision: 1,
  host: { version: host },
  remotes: [
    {
      app: 'remote-jobs',
      name: 'remote_jobs',
      mount: '/jobs',
      label: 'Jobs',
      icon: [],
      order: 10,
      version: jobs,
      globalName: 'jobs',
      entry: { url: '/remoteEntry.js', as: 'script' },
      preload: [],
      pages: [],
      fallbacks: [],
    },
  ],
  revoked: [],
  flags: {},
})

test('releases of documents are told of once a minute, whatever the traffic', async () => {
  for (let served = 0; served < 50; served += 1) expect((await open()).status).toBe(200)
  expect(told).toEqual([])
  await vi.advanceTimersByTimeAsync(1_000)
  expect(told).toEqual([['host@1.0.0', 'remote-jobs@1.4.0']])

  await open()
  await vi.advanceTimersByTimeAsync(2_000)
  expect(told).toHaveLength(1)
  await vi.advanceTimersByTimeAsync(60_000)
  await open()
  await vi.advanceTimersByTimeAsync(1_000)
  expect(told).toHaveLength(2)
})

test('an open page says what it still runs', async () => {
  expect((await beat(JSON.stringify(setOf('0.9.0', '1.3.0')))).status).toBe(204)
  for (const wrong of ['', '{}', '[1]', JSON.stringify(setOf('<script>', '1.3.0'))])
    expect((await beat(wrong)).status).toBe(400)
  expect((await beat('x'.repeat(65_537))).status).toBe(413)
  await vi.advanceTimersByTimeAsync(1_000)
  expect(told).toEqual([['host@0.9.0', 'remote-jobs@1.3.0']])
  // Another tab with one of the same, within the minute.
  await beat(JSON.stringify(setOf('0.8.0', '1.3.0')))
  await vi.advanceTimersByTimeAsync(2_000)
  expect(told.slice(1)).toEqual([['host@0.8.0']])
})

test('what the registry could not be told of is told when it is back', async () => {
  const log = vi.spyOn(console, 'log').mockReturnValue()
  isRegistryAway = true
  await beat(JSON.stringify(setOf('0.7.0', '1.2.0')))
  await vi.advanceTimersByTimeAsync(1_000)
  isRegistryAway = false
  expect(log).toHaveBeenCalledOnce()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(told).toEqual([['host@0.7.0', 'remote-jobs@1.2.0']])
  log.mockRestore()
})

test('pages that invent names crowd out no document, and never send too much at once', async () => {
  const log = vi.spyOn(console, 'log').mockReturnValue()
  const inventOf = async (host: string) => {
    const model = setOf(host, '1').remotes[0]
    const remotes = Array.from({ length: 200 }, (_, index) => ({
      ...model,
      app: `remote-invented${index}`,
      version: host,
    }))
    const { status } = await beat(JSON.stringify({ ...setOf(host, '1'), remotes }))
    expect(status).toBe(204)
  }
  const inventMany = async (round: string) => {
    for (let index = 0; index < 8; index += 1) await inventOf(`${round}.${index}`)
  }
  isRegistryAway = true
  await inventMany('1')
  await open()
  await vi.advanceTimersByTimeAsync(1_000)
  await inventMany('2')
  isRegistryAway = false
  await vi.advanceTimersByTimeAsync(60_000)
  await inventMany('3')
  await open()
  await vi.advanceTimersByTimeAsync(5_000)

  expect(log).toHaveBeenCalledOnce()
  expect(told.map(({ length }) => length)).not.toContain(0)
  expect(told.flat()).toEqual(expect.arrayContaining(['host@1.0.0', 'remote-jobs@1.4.0']))
  log.mockRestore()
})
