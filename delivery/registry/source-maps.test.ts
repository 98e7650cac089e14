import { readdirSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { expect, test } from 'vitest'

import { readRelease } from '../releases/release.ts'
import type { Exposure } from '../rollouts/exposure.ts'
import { setUpTestRegistry, withManifest } from '../testing/registry-fixture.ts'
import { remoteBuild, sourceMap } from '../testing/releases-fixture.ts'
import { maxSourceMapBytes } from './publishing/publish.ts'

const fixture = setUpTestRegistry()
const { call, upload, newTeam, releasesDir } = fixture

/** Reports, as an edge does, a page of version 1.0.0 with an error in each of these files. */
async function reportErrors(app: string, files: string[]): Promise<void> {
  const exposures = files.map((file, index): Exposure => {
    const error = { message: 'x is undefined', file, line: 1, column: 20 }
    const id = `${app}-${index}`.padEnd(16, '-')
    return { id, app, version: '1.0.0', arm: 'stable', at: Date.now(), verdict: 'ready', error }
  })
  const answer = await call('POST', '/edges/test', {
    token: fixture.registry.readerToken,
    body: { damaged: {}, exposures },
  })
  expect(answer.status).toBe(200)
}

/** Where the errors of an app are in the source, by file. */
async function sourcesOf(app: string): Promise<Record<string, unknown>> {
  const { body } = await call('GET', `/apps/${app}/errors`)
  return Object.fromEntries(
    body.errors.map((row: { file: string; source: unknown }) => [row.file, row.source]),
  )
}

const mapOf = (text: string) => Buffer.from(text)
const page = 'remote-maps/src/new/new-page.tsx'

test('an error has its source location while the release’s files exist', async () => {
  const team = await newTeam('remote-maps')
  const more = {
    'maps/static/js/new.js.map': mapOf(sourceMap(page)),
    'maps/static/js/routes.js.map': mapOf('no map'),
    'maps/remoteEntry.js.map': mapOf(sourceMap('\u001B[2J')),
    'maps/unlisted.js.map': mapOf(sourceMap(page)),
  }
  const build = remoteBuild(team.app, '1.0.0', 10)
  expect((await upload(team, build, { more })).status).toBe(201)
  expect(readdirSync(join(releasesDir, team.app, '1.0.0/maps')).toSorted()).toEqual([
    'remoteEntry.js.map',
    'static',
  ])

  const outside = '../../1.0.0/maps/static/js/new.js'
  const none = ['static/js/routes.js', 'unlisted.js', outside, '']
  await reportErrors(team.app, ['static/js/new.js', 'remoteEntry.js', ...none])
  expect(await sourcesOf(team.app)).toEqual({
    'static/js/new.js': { file: page, line: 41, column: 5 },
    'remoteEntry.js': { file: ' [2J', line: 41, column: 5 },
    ...Object.fromEntries(none.map((file) => [file, null])),
  })

  const { token } = team
  expect((await call('DELETE', `/apps/${team.app}/releases/1.0.0`, { token })).status).toBe(204)
  expect(await sourcesOf(team.app)).toMatchObject({ 'static/js/new.js': null })
})

test('a source map is decoded once, and again after it changes', async () => {
  const team = await newTeam('remote-known')
  const more = { 'maps/static/js/new.js.map': mapOf(sourceMap(page)) }
  await upload(team, remoteBuild(team.app, '1.0.0', 10), { more })
  await reportErrors(team.app, ['static/js/new.js'])
  const file = join(releasesDir, team.app, '1.0.0/maps/static/js/new.js.map')
  const setTime = (time: number) => utimesSync(file, time, time)
  setTime(1)
  const found = { file: page, line: 41, column: 5 }
  expect(await sourcesOf(team.app)).toEqual({ 'static/js/new.js': found })

  // What cannot be decoded would be found out.
  writeFileSync(file, 'no map')
  setTime(1)
  expect(await sourcesOf(team.app)).toEqual({ 'static/js/new.js': found })
  setTime(2)
  expect(await sourcesOf(team.app)).toEqual({ 'static/js/new.js': null })
})

test('source maps that are too large or listed as files are refused', async () => {
  const team = await newTeam('remote-large')
  const large = { 'maps/static/js/new.js.map': Buffer.alloc(maxSourceMapBytes + 1) }
  const refused = await upload(team, remoteBuild(team.app, '1.0.0', 10), { more: large })
  expect(refused.status).toBe(413)
  expect(refused.body.detail).toBe('A release has at most 16 MiB of source maps.')

  const build = remoteBuild(team.app, '1.0.0', 10)
  const files = { 'maps/remoteEntry.js.map': `sha384-${'A'.repeat(64)}` }
  const served = withManifest(build, { files: { ...readRelease(build)?.files, ...files } })
  const answer = await upload(team, served)
  expect(answer.status).toBe(422)
  expect(answer.body.detail).toContain('may not have a file called maps/remoteEntry.js.map')
})
