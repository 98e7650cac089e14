import { expect, test } from 'vitest'

import type { HostRelease, Release, RemoteReleaseFile } from '../releases/release.ts'
import { emptyChannel, fullWeight, type Channel } from './channel.ts'
import { createEvaluator } from './evaluator.ts'
import { toFlagdDocument } from './flagd-document.ts'
import { pickReleases, type PickRequest } from './pick.ts'

const host = (version: string, auth: string): HostRelease => ({
  kind: 'host',
  app: 'host',
  version,
  document: 'index.html',
  paths: [],
  trustedTypes: [],
  provides: { auth },
  files: {},
})

const remote = (app: string, version: string, auth: string): RemoteReleaseFile => ({
  kind: 'remote',
  app,
  version,
  name: app,
  globalName: app,
  place: { mount: `/${app}`, label: app, icon: [], order: 1 },
  entry: 'remoteEntry.js',
  preload: [],
  pages: [],
  trustedTypes: [],
  requires: { auth },
  files: {},
})

const published = [
  host('1', '1.0.0'),
  host('2', '2.0.0'),
  remote('jobs', '1', '^1.0.0 || ^2.0.0'),
  remote('jobs', '2', '^1.0.0'),
  remote('jobs', '3', '^2.0.0'),
  remote('chats', '1', '*'),
]
const find = (app: string, version: string): Release | undefined =>
  published.find((release) => release.app === app && release.version === version)

function pick(channels: Partial<Channel>[], request: Partial<PickRequest> = {}): string[] {
  const document = toFlagdDocument(
    channels.map((parts) => ({ ...emptyChannel(''), rolloutId: 'r', ...parts })),
    1,
  )
  const picked = pickReleases(createEvaluator(document), find, {
    visitor: 'v',
    avoid: new Set(),
    override: {},
    ...request,
  })
  if (picked === undefined) return []
  return [
    `host@${picked.host.version}`,
    ...picked.remotes.map(
      ({ release, previous }) => `${release.app}@${release.version} < ${previous?.version ?? '-'}`,
    ),
  ]
}

const everybody = { weight: fullWeight }
const stableHost = { app: 'host', lineage: ['1'] }

test('a visitor of the candidate has the stable release to fall back on', () => {
  const jobs = { app: 'jobs', lineage: ['1'], candidate: '2' }

  expect(pick([stableHost, { ...jobs, ...everybody }])).toEqual(['host@1', 'jobs@2 < 1'])
  expect(pick([stableHost, { ...jobs, weight: 0 }])).toEqual(['host@1', 'jobs@1 < -'])
  expect(pick([stableHost, { app: 'jobs', lineage: ['2', '1'] }])).toEqual(['host@1', 'jobs@2 < 1'])
})

test('a release that does not fit the visitor’s host is not picked, nor fallen back on', () => {
  const jobs = { app: 'jobs', lineage: ['1'], candidate: '3', ...everybody }
  const hostCandidate = { app: 'host', lineage: ['1'], candidate: '2', ...everybody }

  expect(pick([stableHost, jobs])).toEqual(['host@1', 'jobs@1 < -'])
  expect(pick([hostCandidate, jobs])).toEqual(['host@2', 'jobs@3 < 1'])
})

test('a host candidate that would cost the visitor a remote is not picked', () => {
  const hostCandidate = { app: 'host', lineage: ['1'], candidate: '2', ...everybody }

  expect(pick([hostCandidate, { app: 'jobs', lineage: ['2'] }])).toEqual(['host@1', 'jobs@2 < -'])
})

test('what did not work for the visitor comes last', () => {
  const jobs = { app: 'jobs', lineage: ['2', '1'] }
  const hosts = { app: 'host', lineage: ['2', '1'] }
  const avoid = new Set(['jobs@2'])

  expect(pick([stableHost, jobs], { avoid })).toEqual(['host@1', 'jobs@1 < 2'])
  expect(pick([hosts, { app: 'chats', lineage: ['1'] }], { avoid: new Set(['host@2']) })).toEqual([
    'host@1',
    'chats@1 < -',
  ])
  expect(pick([stableHost, jobs], { avoid: new Set(['jobs@1', 'jobs@2', 'host@1']) })).toEqual([
    'host@1',
    'jobs@2 < 1',
  ])
})

test('a host that did not start is not picked again for the sake of one remote more', () => {
  const hosts = { app: 'host', lineage: ['2', '1'] }
  const avoid = new Set(['host@2'])

  expect(pick([hosts, { app: 'jobs', lineage: ['3'] }], { avoid })).toEqual(['host@1'])
})

test('a ticket goes before everything but a revocation', () => {
  const jobs = { app: 'jobs', lineage: ['1'] }

  expect(pick([stableHost, jobs], { override: { jobs: '2' } })).toEqual(['host@1', 'jobs@2 < 1'])
  expect(pick([stableHost, { ...jobs, revoked: ['2'] }], { override: { jobs: '2' } })).toEqual([
    'host@1',
    'jobs@1 < -',
  ])
})

test('a release whose files are gone is passed over; without a host there is no page', () => {
  expect(pick([stableHost, { app: 'jobs', lineage: ['9', '1'] }])).toEqual(['host@1', 'jobs@1 < -'])
  expect(pick([{ app: 'jobs', lineage: ['1'] }])).toEqual([])
})

test('among 10 000 visitors with hosts and remotes under way no pair is one that does not fit', () => {
  const document = toFlagdDocument(
    [
      { ...emptyChannel('host'), lineage: ['1'], candidate: '2', weight: 5_000, rolloutId: 'a' },
      { ...emptyChannel('jobs'), lineage: ['1'], candidate: '3', weight: 50_000, rolloutId: 'b' },
    ],
    1,
  )
  const evaluator = createEvaluator(document)
  const pairs = new Set<string>()
  for (let index = 0; index < 10_000; index += 1) {
    const visitor = `visitor-${index}`
    const picked = pickReleases(evaluator, find, { visitor, avoid: new Set(), override: {} })
    pairs.add(`${picked?.host.version}+${picked?.remotes[0]?.release.version}`)
  }
  expect([...pairs].toSorted()).toEqual(['1+1', '2+1', '2+3'])
})
