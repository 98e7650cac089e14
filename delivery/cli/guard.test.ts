import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterAll, expect, test } from 'vitest'

import { emptyChannel, type Decision } from '../rollouts/channel.ts'
import type { ArmFigures, Figures } from '../rollouts/figures.ts'
import type { Judgement, Signal } from '../rollouts/signal.ts'
import { errand } from '../testing/local-registry.ts'

/** What the registry and the edge answer. */
const answers: Record<string, unknown> = {}
const server = createServer((request, response) => {
  const answer = request.method === 'GET' ? answers[request.url ?? ''] : undefined
  response.statusCode = answer === undefined ? 404 : 200
  response.end(JSON.stringify(answer ?? {}))
})
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
afterAll(() => server.close())
const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

async function ran(args: string[]): Promise<string> {
  const DATA_DIR = join(tmpdir(), 'errand-nobody')
  const { code, stdout, stderr } = await errand(args, { DATA_DIR, ERRAND_REGISTRY: url })
  expect(code, stderr).toBe(0)
  return stdout.trim()
}

const app = 'remote-billing'
const [stableVersion, version] = ['0.1.0-0f3a9bc1d2e4', '0.2.0-8fa2bc3d91ab']
const at = '2026-11-27T10:00:00.000Z'
const base = { ...emptyChannel(app), lineage: [stableVersion], revision: 7, changedAt: at }
const underWay = { ...base, candidate: version, weight: 5000, rolloutId: 'r' }
const reason = "12 of 75 visitors' pages failed, of stable 3 of 1031 (E 34)"
const decision = { version, verdict: 'stop', rule: 'worse', reason, at } as const satisfies Decision

function armFigures(more: Partial<ArmFigures>): ArmFigures {
  const none = { visitors: 0, failed: 0, filesMissing: 0, silent: 0, left: 0 }
  return { ...none, drawn: 0, warmPages: 0, warmP75Ms: null, ...more }
}

const level = { now: 1, highest: 1 }
const figures: Figures = {
  candidate: armFigures({ visitors: 75, failed: 12, filesMissing: 2, silent: 1, left: 6 }),
  stable: armFigures({ visitors: 1031, failed: 3, filesMissing: 4, left: 80 }),
  evidence: { worse: level, filesMissing: level, failing: level, silent: level },
}
const pages = {
  exposures: 108_204,
  ready: 107_000,
  failed: 1204,
  failedByKind: { render: 1204 },
  silent: 0,
  failedLater: 0,
  failedLaterByKind: {},
  left: 1023,
  fallbacks: 1204,
  medianMs: 812,
  p95Ms: 2100,
}

/** What `status` says of an app whose guard judges so. */
async function statusOf(channel: object, judgement?: Judgement, more: Partial<Signal> = {}) {
  const arms = [
    { arm: 'candidate', version, ...pages },
    { arm: 'stable', version: stableVersion, ...pages },
  ] as const
  const signal = { period: 'rollout', since: at, arms, figures, judgement, ...more }
  const signals = judgement === undefined ? [] : [signal]
  answers['/registry/apps'] = { apps: [{ app, channel, fitsHost: true, signals }] }
  return ran(['status'])
}

test('status shows the visitors that the guard counts, and its judgement', async () => {
  const judgement = { verdict: 'hold', rule: 'silent', reason } as const
  const status = await statusOf(underWay, judgement)
  expect(status).toMatch(/^remote-billing\s.*\s5 %\s+held\s+2026-11-27 10:00 UTC$/m)
  expect(status).toContain(`${app} ${version} since 2026-11-27 10:00 UTC\npages `)
  expect(status).toMatch(/^visitors\s+counted\s+failed\s+files missing\s+silent\s+left$/m)
  expect(status).toMatch(/^candidate\s+75\s+12\s+2\s+1\s+6$/m)
  expect(status).toMatch(/^stable\s+1031\s+3\s+4\s+0\s+80$/m)
  expect(status).toContain(`\nThe guard holds: ${reason}.`)
  expect(Math.max(...status.split('\n').map((line) => line.length))).toBeLessThanOrEqual(100)

  const observed = await statusOf({ ...underWay, isObserved: true }, judgement)
  expect(observed).toMatch(/^remote-billing\s.*\s5 %\s+observed\s/m)
  expect(observed).toContain(`\nThe guard would hold, but only observes: ${reason}.`)

  // The first release of a remote has none to be compared with.
  const alone = { ...figures, stable: null }
  const first = await statusOf(underWay, { ...judgement, verdict: 'wait' }, { figures: alone })
  expect(first).toContain(`\nThe guard waits: ${reason}.`)
  expect(first).not.toMatch(/^stable\s+1031/m)
})

test('status shows that the share may grow, also after the guard held it', async () => {
  const held = { ...underWay, decision: { ...decision, verdict: 'hold' } }
  const status = await statusOf(held, { verdict: 'grow', rule: 'grow', reason })
  expect(status).toMatch(/\s5 %\s+rolling out\s/)
  expect(status).toMatch(/^The share may grow\.$/m)
  // While the figures cannot be read, what was decided last is known all the same.
  const unread = await statusOf(held)
  expect(unread).toMatch(/\s5 %\s+held\s/)
  expect(unread).toContain(`The guard held ${version} on 2026-11-27 10:00 UTC: ${reason}.`)
})

test('status shows when and why the guard stopped a release', async () => {
  const channel = { ...base, decision, stopped: [version] }
  const sentence = `The guard took ${version} back on 2026-11-27 10:00 UTC: ${reason}.`
  expect(await statusOf(channel)).toContain(`\n\n${app}\n${sentence}`)
  const release = { app, keyId: 'k', commit: null, publishedAt: at, publishedBy: 'billing' }
  const releases = [version, stableVersion].map((one) => ({ ...release, version: one }))
  const rows = releases.map((row) => ({ ...row, deletedAt: null }))
  answers[`/registry/apps/${app}`] = { app, publicKeys: {}, channel, releases: rows }
  expect(await ran(['status', app])).toMatch(/^0\.2\.0-8fa2bc3d91ab\s.*\staken back$/m)
})

const audited = { at, actor: 'guard', app, reason, figures }

test('history lists the guard’s actions with their figures', async () => {
  const hold = { ...decision, verdict: 'hold' }
  const audit = [
    { ...audited, action: 'stop', before: underWay, after: { ...base, decision } },
    { ...audited, action: 'hold', before: underWay, after: { ...underWay, decision: hold } },
    { ...audited, action: 'would stop', before: underWay, after: { ...underWay, decision } },
  ]
  answers['/registry/audit?limit=20'] = { audit }
  const history = await ran(['history'])
  expect(history).toContain(`stop ${version} → ${stableVersion}  ${reason}`)
  expect(history).toMatch(/guard\s+remote-billing\s+hold 0\.2\.0-8fa2bc3d91ab at 5 %\s+12 of 75/)
  expect(history).toContain(`would stop ${version} at 5 %`)
  expect(JSON.parse(await ran(['history', '--json']))[0]).toMatchObject({ figures })
})

test('a rollback after the guard stopped the release changes nothing', async () => {
  const channel = { ...base, lineage: [stableVersion, '0.0.9'], decision }
  answers['/registry/apps'] = { apps: [{ app, channel, fitsHost: true }] }
  const stop = { ...audited, action: 'stop', before: underWay, after: channel }
  answers[`/registry/audit?app=${app}&limit=1000`] = { audit: [stop] }
  for (const from of [[], ['--from', version]]) {
    expect(await ran(['rollback', app, ...from])).toBe(
      `Everybody runs ${app} ${stableVersion}. The guard went back from ${version} at 2026-11-27 10:00 UTC. One more step: npx pnpm errand rollback ${app} --from ${stableVersion}`,
    )
  }
})

test('why shows the guard’s decision about a release', async () => {
  const row = { app, runs: stableVersion, picked: stableVersion, arm: 'stable', bucket: 9 }
  const why = (more: object) => ({ revision: 7, apps: [{ ...row, ...more }] })
  answers['/why'] = why({ rule: 'everybody', decision })
  expect(await ran(['why', 'vAyIaUH1s0E321W9CR-sLk'])).toContain(
    `\n\n${app}: The guard took ${version} back on 2026-11-27 10:00 UTC: ${reason}.`,
  )
  answers['/why'] = why({ rule: 'share', decision })
  expect(await ran(['why', 'vAyIaUH1s0E321W9CR-sLk'])).toContain(
    `${app}: The guard, which only observes, would have taken ${version} back on`,
  )
  answers['/why'] = why({ rule: 'share', decision: null })
  expect(await ran(['why', 'vAyIaUH1s0E321W9CR-sLk'])).not.toContain('guard')
})
