import { expect, test } from 'vitest'

import { fits } from '../releases/compatibility.ts'
import type { HostRelease, Release, RemoteReleaseFile } from '../releases/release.ts'
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

/** `jobs 2 1 → 3`: an app with what was stable, newest first, and a candidate for everybody. */
const channelsOf = (text: string): Partial<Channel>[] =>
  text.split(', ').map((one) => {
    const [channel = '', candidate = null] = one.split(' → ')
    const [app = '', ...lineage] = channel.split(' ')
    return { app, lineage, candidate, ...everybody }
  })

test.each<[what: string, channels: string, avoided: string[], picked: string]>([
  ['the candidate, and the stable one behind it', 'host 1, jobs 1 → 2', [], 'host@1, jobs@2 < 1'],
  ['what was stable behind the stable one', 'host 1, jobs 2 1', [], 'host@1, jobs@2 < 1'],
  ['nothing that the host cannot run', 'host 1, jobs 1 → 3', [], 'host@1, jobs@1 < -'],
  ['what the candidate of the host runs', 'host 1 → 2, jobs 1 → 3', [], 'host@2, jobs@3 < 1'],
  ['no host that would cost a remote', 'host 1 → 2, jobs 2', [], 'host@1, jobs@2 < -'],
  ['last what did not work', 'host 1, jobs 2 1', ['jobs@2'], 'host@1, jobs@1 < 2'],
  ['last a host that did not work', 'host 2 1, chats 1', ['host@2'], 'host@1, chats@1 < -'],
  [
    'all as it was where nothing works',
    'host 1, jobs 2 1',
    ['jobs@1', 'jobs@2', 'host@1'],
    'host@1, jobs@2 < 1',
  ],
  ['no failed host for the sake of a remote', 'host 2 1, jobs 3', ['host@2'], 'host@1'],
  ['nothing whose files are gone', 'host 1, jobs 9 1', [], 'host@1, jobs@1 < -'],
  ['no page without a host', 'jobs 1', [], ''],
])('a visitor is given %s', (_, channels, avoided, picked) => {
  expect(pick(channelsOf(channels), { avoid: new Set(avoided) }).join(', ')).toBe(picked)
})

test('a ticket overrides everything but a revocation', () => {
  const jobs = { app: 'jobs', lineage: ['1'] }
  const override = { jobs: '2' }
  const avoid = new Set(['jobs@2', 'host@1'])

  expect(pick([stableHost, jobs], { override, avoid })).toEqual(['host@1', 'jobs@2 < 1'])
  expect(pick([stableHost, { ...jobs, revoked: ['2'] }], { override })[1]).toBe('jobs@1 < -')
})

test('if every host has failed, the one that failed longest ago is picked', () => {
  // A remote that the older one cannot run does not keep it from its turn.
  const afterFailing = (...versions: string[]) =>
    pick(channelsOf('host 2 1, jobs 3'), {
      avoid: new Set(versions.map((version) => `host@${version}`)),
    })[0]

  expect(afterFailing('2')).toBe('host@1')
  expect(afterFailing('2', '1')).toBe('host@2')
  expect(afterFailing('1', '2')).toBe('host@1')
})

test('a page can fall back to the last three releases that were everybody’s', () => {
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

test('among 10 000 visitors in rollouts of host and remotes, every pair fits', () => {
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
