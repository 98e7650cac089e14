import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { releaseSetSchema } from '@errand/contract/release'
import { afterAll, expect, test } from 'vitest'

import { hostBuild, remoteBuild } from '../testing/releases-fixture.ts'
import { fullWeight } from '../rollouts/channel.ts'
import { createRollouts, openTestReleases } from '../testing/rollouts-fixture.ts'
import { setOf } from '../testing/set-of.ts'
import { readBootScript } from './boot-script.ts'
import { createEdge } from './create-edge.ts'
import { readSettings } from './settings.ts'

const releasesDir = mkdtempSync(join(tmpdir(), 'errand-releases-'))
const rollouts = createRollouts(releasesDir)
const builds = [
  hostBuild(),
  remoteBuild('remote-chats', '2.0.0', 20),
  remoteBuild('remote-jobs', '1.4.0', 10),
]
for (const distDir of builds) rollouts.publish(distDir)
const edge = createEdge({
  boot: readBootScript(),
  settings: readSettings({ FIREBASE_API_KEY: 'key' }),
  source: rollouts.source,
  releases: openTestReleases(releasesDir, rollouts.source),
})

afterAll(() => rmSync(releasesDir, { recursive: true }))

const getPage = (path: string, headers: Record<string, string> = {}) =>
  edge.request(path, { headers: { accept: 'text/html', ...headers } })

const hint =
  /<link rel="preload" as="(\w+)" href="([^"]+)" integrity="([^"]+)" crossorigin="anonymous">/g

const hintsIn = (html: string) =>
  [...html.matchAll(hint)].map(([, as, url, integrity]) => ({ as, url, integrity }))

test('hints name what the path will load, with the hash of the set, once somebody is signed in', async () => {
  const signedOut = await (await getPage('/jobs/1/edit')).text()
  expect(signedOut).not.toContain('rel="preload"')

  const html = await (await getPage('/jobs/1/edit', { cookie: 'errand_signed_in=1' })).text()
  const [jobs] = setOf(html).remotes
  expect(hintsIn(html)).toEqual([jobs?.entry, ...(jobs?.preload ?? [])])
})

test('hints of the page with the widgets name what those will load, and no page else does', async () => {
  const cookie = 'errand_signed_in=1'
  const html = await (await getPage('/dashboard', { cookie })).text()
  const [, chats] = setOf(html).remotes
  expect(chats?.widget).toHaveLength(1)
  expect(hintsIn(html)).toEqual([chats?.entry, ...(chats?.widget ?? [])])

  expect(hintsIn(await (await getPage('/dashboard')).text())).toEqual([])
  expect(hintsIn(await (await getPage('/login', { cookie })).text())).toEqual([])
})

test('a document tells the files of pages for the remote of its path alone', async () => {
  rollouts.publish(remoteBuild('remote-chats', '2.1.0', 20))
  rollouts.change('remote-chats', { type: 'rollout', version: '2.1.0', weight: fullWeight })
  const html = await (await getPage('/jobs/new', { cookie: 'errand_signed_in=1' })).text()
  const [jobs, chats] = setOf(html).remotes

  expect(jobs?.pages.map(({ path }) => path)).toEqual(['new'])
  expect(html).toContain('as="script" href="/r/remote-jobs/1.4.0/static/js/new.js"')
  expect(chats).toMatchObject({ version: '2.1.0', pages: [], fallbacks: [{ version: '2.0.0' }] })
  const [fallback] = chats?.fallbacks ?? []
  for (const release of [chats, fallback]) expect(release?.entry.integrity).toMatch(/^sha384-/)
  expect(chats?.preload).toHaveLength(2)
  // Nobody fetches it ahead.
  expect(fallback).toMatchObject({ preload: [], pages: [], widget: [] })

  const other = setOf(await (await getPage('/chats')).text()).remotes
  expect(other.map(({ pages }) => pages.length)).toEqual([0, 1])
  const whole = releaseSetSchema.parse(await (await edge.request('/release-set')).json())
  expect(whole.remotes.map(({ pages }) => pages.length)).toEqual([1, 1])
})
