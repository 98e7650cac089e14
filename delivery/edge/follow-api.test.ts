import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterAll, beforeAll, expect, test, vi } from 'vitest'

import { fullWeight } from '../rollouts/channel.ts'
import { described } from '../testing/registry-fixture.ts'
import { hostBuild, remoteBuild } from '../testing/releases-fixture.ts'
import { createRollouts, openTestReleases } from '../testing/rollouts-fixture.ts'
import { readBootScript } from './boot-script.ts'
import { createEdge } from './create-edge.ts'
import { followApi } from './follow-api.ts'
import { readSettings } from './settings.ts'

const releasesDir = mkdtempSync(join(tmpdir(), 'errand-releases-'))
const rollouts = createRollouts(releasesDir)
const stopping = new AbortController()
let health: object = {}
const server = createServer((_request, response) => response.end(JSON.stringify(health)))

beforeAll(async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
})
afterAll(() => {
  vi.useRealTimers()
  stopping.abort()
  server.close()
  rmSync(releasesDir, { recursive: true })
})

test('a release for a later api waits for it, and goes when the api goes back', async () => {
  const remote = (version: string, api: string) =>
    described(remoteBuild('remote-jobs', version, 10), { api })
  for (const build of [hostBuild(), remote('1', '2026-11-01'), remote('2', '2026-11-21')])
    rollouts.publish(build)
  rollouts.change('remote-jobs', { type: 'rollout', version: '2', weight: fullWeight })
  const { port } = server.address() as AddressInfo
  const api = followApi(`http://127.0.0.1:${port}`, stopping.signal)
  const edge = createEdge({
    settings: readSettings({ FIREBASE_API_KEY: 'key' }),
    source: rollouts.source,
    releases: openTestReleases(releasesDir, rollouts.source),
    boot: readBootScript(),
    api,
  })
  const cookie = `errand_visitor=${'v'.repeat(22)}`
  const versionGiven = async () => {
    const answer = await edge.request('/release-set', { headers: { cookie } })
    const { remotes } = (await answer.json()) as { remotes: { version: string }[] }
    return remotes[0]?.version
  }
  /** After the edge has looked again, and has forgotten what it remembers for a second. */
  const expectGiven = async (version: string, served?: string) => {
    health = { status: 'ok', contract: served }
    await vi.advanceTimersByTimeAsync(5_000)
    await vi.waitFor(() => expect(api()).toBe(served))
    await vi.waitFor(async () => expect(await versionGiven()).toBe(version))
  }

  await expectGiven('1', '2026-11-01')
  await expectGiven('2', '2026-11-21')
  await expectGiven('1', '2026-11-01')
  // An api that says nothing of it is not held against any release.
  await expectGiven('2')
})
