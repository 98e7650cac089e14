import { expect, test } from 'vitest'

import { fits } from '../releases/compatibility.ts'
import type { HostRelease, Release, RemoteReleaseFile } from '../releases/release.ts'
import { applyChange } from './change.ts'
import { emptyChannel, fullWeight, type Channel } from './channel.ts'
import { createEvaluator } from './evaluator.ts'
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
  ...['1', '2', '3', '4', '5', '6'].map((version) => remote('old', version, '*')),
]
const find = (app: string, version: string): Release | undefined =>
  published.find((release) => release.app === app && release.version === version)

function pick(channels: Partial<Channel>[], request: Partial<PickRequest> = {}): string[] {
  const document = {
    revision: 1,
    channels: channels.map((parts) => ({ ...emptyChannel(''), rolloutId: 'r', ...parts })),
  }
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
      ({ release, fallbacks }) =>
        `${release.app}@${release.version} < ${fallbacks.map(({ version }) => version).join(' ') || '-'}`,
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

test('where no host has started, the one that failed longest ago has its turn', () => {
  const hosts = { app: 'host', lineage: ['2', '1'] }
  // A remote that the older one cannot run does not keep it from its turn.
  const jobs = { app: 'jobs', lineage: ['3'] }
  const afterFailing = (...versions: string[]) =>
    pick([hosts, jobs], { avoid: new Set(versions.map((version) => `host@${version}`)) })[0]

  expect(afterFailing('2')).toBe('host@1')
  expect(afterFailing('2', '1')).toBe('host@2')
  expect(afterFailing('1', '2')).toBe('host@1')
})

test('a page has the last three releases that were everybody’s to fall back on', () => {
  const lineage = ['5', '4', '3', '2', '1']
  const old = { app: 'old', lineage }
  const given = (parts: Partial<Channel> = {}, avoided: string[] = []) =>
    pick([stableHost, { ...old, ...parts }], {
      avoid: new Set(avoided.map((version) => `old@${version}`)),
    })[1]

  expect(given()).toBe('old@5 < 4 3 2')
  expect(given({ candidate: '6', ...everybody })).toBe('old@6 < 5 4 3')
  expect(given({ revoked: ['4'] })).toBe('old@5 < 3 2 1')
  // What was never everybody's is the last to be tried, if at all.
  expect(given({ candidate: '6', ...everybody }, ['6'])).toBe('old@5 < 4 3 2')
  expect(given({}, ['5', '4'])).toBe('old@3 < 2 1 5')
  // All that one document had, and all there are.
  expect(given({}, ['5', '4', '3', '2'])).toBe('old@1 < 5 4 3')
  expect(given({}, lineage)).toBe('old@5 < 4 3 2')
})

test('a release that was taken back is nothing to fall back on', () => {
  const back = applyChange(
    { ...emptyChannel('old'), lineage: ['3', '2'] },
    { type: 'rollback' },
    '',
  )
  const killed = applyChange(
    { ...emptyChannel('old'), lineage: ['3', '2', '1'] },
    { type: 'kill', version: '2' },
    '',
  )

  expect(pick([stableHost, { ...back, candidate: '4', ...everybody }])[1]).toBe('old@4 < 2')
  expect(pick([stableHost, killed])[1]).toBe('old@3 < 1')
})

test('a host that did not start is not picked again for the sake of one remote more', () => {
  const hosts = { app: 'host', lineage: ['2', '1'] }
  const avoid = new Set(['host@2'])

  expect(pick([hosts, { app: 'jobs', lineage: ['3'] }], { avoid })).toEqual(['host@1'])
})

test('a ticket goes before everything but a revocation', () => {
  const jobs = { app: 'jobs', lineage: ['1'] }
  const avoid = new Set(['jobs@2', 'host@1'])

  expect(pick([stableHost, jobs], { override: { jobs: '2' }, avoid })).toEqual([
    'host@1',
    'jobs@2 < 1',
  ])
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

test('among 10 000 visitors, with the host and every remote in a rollout, no pair is one that does not fit', () => {
  const under = (app: string, versions: string[], weight: number): Channel => {
    const [stable = '', candidate = null] = versions
    return { ...emptyChannel(app), lineage: [stable], candidate, weight, rolloutId: `of ${app}` }
  }
  const evaluator = createEvaluator({
    revision: 1,
    channels: [
      under('host', ['4.0.0', '4.1.0'], 5_000),
      // Needs the new host; the old host; either of them.
      under('jobs', ['1.0.0', '2.0.0'], 20_000),
      under('chats', ['2.0.0', '3.0.0'], 50_000),
      under('billing', ['1.0.0', '1.1.0'], 1_000),
    ],
  })
  const releases = [
    host('4.0.0', '4.0.0'),
    host('4.1.0', '4.1.0'),
    remote('jobs', '1.0.0', '^4.0.0'),
    remote('jobs', '2.0.0', '^4.1.0'),
    remote('chats', '2.0.0', '^4.0.0'),
    remote('chats', '3.0.0', '~4.0.0'),
    remote('billing', '1.0.0', '^4.0.0'),
    remote('billing', '1.1.0', '^4.0.0'),
  ]
  const seen = new Map<string, number>()
  for (let index = 0; index < 10_000; index += 1) {
    const picked = pickReleases(
      evaluator,
      (app, version) =>
        releases.find((release) => release.app === app && release.version === version),
      { visitor: `visitor-${index}`, avoid: new Set(), override: {} },
    )
    expect(picked?.remotes).toHaveLength(3)
    for (const { release, fallbacks } of picked?.remotes ?? []) {
      for (const given of [release, ...fallbacks])
        expect(picked && fits(picked.host, given)).toBe(true)
      const pair = `${picked?.host.version} ${release.app} ${release.version}`
      seen.set(pair, (seen.get(pair) ?? 0) + 1)
    }
  }

  const share = (pair: string) => (seen.get(pair) ?? 0) / 10_000
  // Each rollout on its own, and of the new host's visitors those whose remote fits it.
  expect(share('4.1.0 billing 1.0.0') + share('4.1.0 billing 1.1.0')).toBeCloseTo(0.05, 2)
  expect(share('4.1.0 jobs 2.0.0')).toBeCloseTo(0.05 * 0.2, 2)
  expect(share('4.0.0 chats 3.0.0')).toBeCloseTo(0.95 * 0.5, 1)
  expect(seen.has('4.0.0 jobs 2.0.0')).toBe(false)
  expect(seen.has('4.1.0 chats 3.0.0')).toBe(false)
})
