import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterAll, expect, test, vi } from 'vitest'

import { publishedPages } from '../edge/page-source.ts'
import { fullWeight } from '../rollouts/channel.ts'
import { trustedKeys } from '../rollouts/rollout-source.ts'
import { hostBuild, remoteBuild } from '../testing/releases-fixture.ts'
import { createRollouts } from '../testing/rollouts-fixture.ts'
import { openReleases } from './open-releases.ts'
import { folderStore } from './folder-store.ts'

const releasesDir = mkdtempSync(join(tmpdir(), 'errand-releases-'))
const rollouts = createRollouts(releasesDir)
afterAll(() => rmSync(releasesDir, { recursive: true }))

rollouts.publish(hostBuild('1.0.0'))
rollouts.publish(remoteBuild('remote-jobs', '1.0.0', 10))
rollouts.publish(remoteBuild('remote-jobs', '1.1.0', 10))

const anybody = { visitor: 'v', avoid: new Set<string>(), override: {} }

/** Releases from a store that can be slow, and counts how often it is asked for a path. */
function openCounted({ cachedBytes }: { cachedBytes?: number } = {}) {
  const folder = folderStore(releasesDir)
  const asked: string[] = []
  let gate: Promise<void> = Promise.resolve()
  const read = async (path: string) => {
    asked.push(path)
    await gate
    return folder.read(path)
  }
  const onDamaged = vi.fn<() => void>()
  const keysOf = trustedKeys(rollouts.source)
  const options = { keysOf, onDamaged, ...(cachedBytes !== undefined && { cachedBytes }) }
  const releases = openReleases({ read }, options)
  return {
    releases,
    onDamaged,
    pages: publishedPages(rollouts.source, releases),
    times: (path: string) => asked.filter((other) => other === path).length,
    /** Lets nothing be read until the given function is called. */
    hold: (): (() => void) => {
      const { promise, resolve } = Promise.withResolvers<undefined>()
      gate = promise
      return () => resolve(undefined)
    },
  }
}

test('a document that arrives while another one is read is served whole', async () => {
  const { pages, hold, onDamaged } = openCounted()
  const release = hold()
  const early = pages(anybody)
  rollouts.change('remote-jobs', { type: 'rollout', version: '1.1.0', weight: fullWeight })
  const late = pages(anybody)
  release()

  expect((await early).set.remotes[0]?.version).toBe('1.0.0')
  expect((await late).set.remotes[0]?.version).toBe('1.1.0')
  expect((await late).set.remotes[0]?.fallbacks[0]?.version).toBe('1.0.0')
  expect(onDamaged).not.toHaveBeenCalled()
  rollouts.change('remote-jobs', { type: 'rollback' })
})

test('whatever files are asked for, the host’s document stays at hand', async () => {
  const { pages, releases, times } = openCounted({ cachedBytes: 20 })
  await pages(anybody)
  for (const name of ['remoteEntry.js', 'static/js/routes.js', 'static/css/routes.css'])
    await releases.file('remote-jobs', '1.0.0', name)
  rollouts.change('remote-jobs', { type: 'pin', visitor: 'other', arm: 'stable' })

  expect((await pages(anybody)).document).toContain('<title>Errand</title>')
  expect(times('host/1.0.0/index.html')).toBe(1)
})

test('many who ask for a file at once make one reading of it', async () => {
  const { releases, hold, times } = openCounted()
  const release = hold()
  const name = 'remoteEntry.js'
  const readings = Array.from({ length: 50 }, () => releases.file('remote-jobs', '1.0.0', name))
  release()

  const files = await Promise.all(readings)
  expect(new Set(files).size).toBe(1)
  expect(new TextDecoder().decode(files[0]?.bytes)).toBe('entry("remote-jobs")')
  for (const file of [name, `${name}.br`, 'release.json', 'release.sig.json'])
    expect(times(`remote-jobs/1.0.0/${file}`), file).toBe(1)
})

test('what is not there is not looked for at every request, and is found once it is there', async () => {
  const { releases, times } = openCounted()
  const ask = () => releases.file('remote-jobs', '2.0.0', 'remoteEntry.js')
  for (let count = 0; count < 50; count += 1) {
    expect(await ask()).toBeUndefined()
    expect(await releases.isGone('remote-jobs', '2.0.0')).toBe(false)
  }
  expect(times('remote-jobs/2.0.0/release.json')).toBeLessThan(25)
  expect(times('remote-jobs/2.0.0/tombstone.json')).toBeLessThan(25)

  rollouts.publish(remoteBuild('remote-jobs', '2.0.0', 10))
  await vi.waitFor(async () => expect(await ask()).toBeDefined())
})
