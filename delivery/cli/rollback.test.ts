import { writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { expect, test } from 'vitest'

import { localReaderToken } from '../signing/credentials.ts'
import { errand, forced, setUpLocalRegistry } from '../testing/local-registry.ts'
import { remoteBuild } from '../testing/releases-fixture.ts'

const { dataDir, env, ran, failed } = setUpLocalRegistry()
const app = 'remote-jobs'

async function promoteAll(name: string, versions: string[]): Promise<void> {
  for (const version of versions) {
    await ran(['release', name, '--dist', remoteBuild(name, version, 10)])
    await ran(['rollout', name, version, '--to', '100%', ...forced])
    if (version !== versions[0]) await ran(['promote', name, ...forced])
  }
}

const ask = (path: string) => fetch(`${env['ERRAND_EDGE']}${path}`)

/** Reports as an edge does that these releases failed for a visitor. */
async function fail(name: string, versions: string[]): Promise<void> {
  const exposures = versions.map((version) => ({
    id: `page-${name}-${version}`.padEnd(16, '-'),
    visitor: 'visitor'.padEnd(16, '-'),
    knownSince: 0,
    app: name,
    version,
    arm: 'stable',
    at: Date.now(),
    verdict: 'failed',
    kind: 'import',
  }))
  const answer = await fetch(`${env['ERRAND_REGISTRY']}/registry/edges/a:1`, {
    method: 'POST',
    headers: { authorization: `Bearer ${localReaderToken(dataDir)}` },
    body: JSON.stringify({ damaged: {}, exposures }),
  })
  expect(answer.status).toBe(200)
}

test('rollback skips failing releases, and pages fall back to healthy ones', async () => {
  await promoteAll(app, ['1', '2', '3', '4', '5', '6'])
  await fail(app, ['3', '4', '5', '6'])
  const status = await ran(['status', app])
  expect(status).toMatch(/^6\s.*\sstable, failed for 1 of 1 visitors$/m)
  expect(status).toMatch(/^2\s.*\sfallback$/m)
  expect(status).toMatch(/^4\s.*\sfailed for 1 of 1 visitors$/m)

  // The first visit of somebody else.
  await expect
    .poll(async () => JSON.parse(await ran(['why', 'vAyIaUH1s0E321W9CR-sLk', '--json'])).apps, {
      timeout: 20_000,
    })
    .toContainEqual(expect.objectContaining({ app, runs: '6', fallbacks: ['2', '1', '5'] }))

  expect(await failed(['rollback', app, '--to', '9'], 1)).toContain("was never everybody's")
  expect(await ran(['rollback', app])).toBe(
    'Back from 6 to 2, past 5 (failed for 1 of 1 visitors), 4 (failed for 1 of 1 visitors), 3 (failed for 1 of 1 visitors). Everybody runs remote-jobs 2.',
  )
  expect(await ran(['rollback', app, '--from', '2', '--to', '1'])).toContain('Back from 2 to 1.')
})

test('rollback during a rollout returns to the stable release, failing or not', async () => {
  const name = 'remote-billing'
  await promoteAll(name, ['1', '2'])
  await fail(name, ['2'])
  expect(await ran(['status', name])).toMatch(/^2\s.*\sstable, failed for 1 of 1 visitors$/m)
  await ran(['release', name, '--dist', remoteBuild(name, '3', 10)])
  await ran(['rollout', name, '3', '--to', '5%'])

  expect(await ran(['rollback', name])).toBe(
    'Back from 3 to 2 (failed for 1 of 1 visitors). Everybody runs remote-billing 2.',
  )
  await ran(['rollout', name, '3', '--to', '5%'])
  const file = join(dataDir, 'releases', name, '2/static/js/new.js')
  writeFileSync(file, 'other()')
  const { code, stderr } = await errand(['rollback', name], env)
  expect(code).toBe(0)
  expect(stderr).toContain('No edge can serve remote-billing 2: static/js/new.js is not the file')
})

test('status and why report files that an edge cannot serve', async () => {
  const name = 'remote-chats'
  await promoteAll(name, ['1', '2'])
  await expect.poll(async () => (await ask(`/r/${name}/2/remoteEntry.js`)).status).toBe(200)
  writeFileSync(join(dataDir, 'releases', name, '2/static/js/new.js'), 'other()')
  expect((await ask(`/r/${name}/2/static/js/new.js`)).status).toBe(503)

  const sentence = `${name}/2/static/js/new.js is not what was published.`
  await expect
    .poll(() => ran(['status', name]))
    .toMatch(/^Edge \S+:\d+ cannot serve all of remote-chats 2: /m)
  expect(await ran(['status'])).toContain(sentence)
  expect(await ran(['why', 'vAyIaUH1s0E321W9CR-sLk'])).toContain(
    `remote-chats 2 is damaged at this edge, and its pages fall back: ${sentence}`,
  )
})
