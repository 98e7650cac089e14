import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'

import { bareEnvironment } from '@errand/database/testing'
import { expect, test } from 'vitest'

import type { Exposure } from '../rollouts/exposure.ts'
import { localReaderToken } from '../signing/credentials.ts'
import { setUpLocalRegistry } from '../testing/local-registry.ts'
import { remoteBuild, withSourceMap } from '../testing/releases-fixture.ts'

const { dataDir, env, ran, failed } = setUpLocalRegistry()
const app = 'remote-jobs'

let pages = 0
/** Reports, as an edge does, what pages were given some minutes ago and said of it. */
async function report(count: number, said: Partial<Exposure>): Promise<void> {
  const exposures = Array.from({ length: count }, (): Exposure => {
    const id = `page-${(pages += 1)}`.padEnd(16, '-')
    return {
      id,
      visitor: id,
      knownSince: 0,
      app,
      version: '1.1.0',
      arm: 'candidate',
      at: Date.now(),
      ...said,
    }
  })
  const answer = await fetch(`${env['ERRAND_REGISTRY']}/registry/edges/test`, {
    method: 'POST',
    headers: { authorization: `Bearer ${localReaderToken(dataDir)}` },
    body: JSON.stringify({ damaged: {}, exposures }),
  })
  expect(answer.status).toBe(200)
}

const built = (version: string) =>
  withSourceMap(remoteBuild(app, version, 10), script, 'remote-jobs/src/new/new-job-page.tsx')

const stable = { version: '1.0.0', arm: 'stable' } as const
const script = 'static/js/new.js'
const mapped = { message: 'y is undefined', file: script, line: 1, column: 20 }
const error = { message: 'x is undefined', file: 'static/js/a.js', line: 1, column: 20 }

test('status shows the results of a rollout’s pages, and errors lists those of a release', async () => {
  for (const version of ['1.0.0', '1.1.0']) await ran(['release', app, '--dist', built(version)])
  await ran(['rollout', app, '1.0.0', '--to', '100%'])
  expect(await ran(['status', app])).not.toContain('ready')
  await report(40, { ...stable, verdict: 'ready', readyMs: 900 })
  expect(await ran(['status', app])).toMatch(/^last hour\s+1\.0\.0\s+40\s+100 %\s+0\s/m)
  // Not every app is to be looked at all the time.
  expect(await ran(['status'])).not.toContain('ready')

  await ran(['rollout', app, '1.1.0', '--to', '5%', '--observe'])
  await report(40, { ...stable, verdict: 'ready', readyMs: 900 })
  // A flag that is rolled out has no pages.
  await ran(['rollout', 'flag:job-copy', 'on', '--to', '7%'])
  await report(10, { verdict: 'ready', readyMs: 2000 })
  await report(1, { verdict: 'left' })
  const quiet = await ran(['status'])
  expect(quiet.match(/^stable\s+1\.0\.0\s/gm)).toHaveLength(1)
  expect(quiet).toMatch(/^candidate\s+1\.1\.0\s+11\s+100 %\s+0\s+0\s+0\s+0\s+1\s+[12]\.\d s\s/m)
  expect(quiet).toMatch(/^stable\s+1\.0\.0\s+40\s+100 %\s/m)
  expect(quiet).toMatch(/^remote-jobs 1\.1\.0 since .* UTC$/m)

  await report(30, { verdict: 'failed', kind: 'import', isReplaced: true, error })
  await report(20, { verdict: 'failed', kind: 'chunk', error: mapped })
  const bad = await ran(['status', app])
  expect(bad).toMatch(/^candidate\s+1\.1\.0\s+61\s+16\.6 %\s+50\s+0\s+30\s/m)
  expect(bad).toContain(
    '1.1.0 failed: 30 × its code threw while it was loaded, 20 × a file did not arrive.',
  )

  const { signals } = JSON.parse(await ran(['status', app, '--json']))
  expect(signals).toMatchObject([
    { period: 'rollout', arms: [{ failedByKind: { import: 30, chunk: 20 } }, { ready: 40 }] },
  ])
  expect(await ran(['errors', app])).toMatch(
    /^30\s+1\.1\.0\s+x is undefined\s+static\/js\/a\.js:1:20\s+\d{4}-.* UTC\s+\d{4}-.* UTC$/m,
  )
  expect(await ran(['errors', app])).toMatch(
    /^20\s+1\.1\.0\s+y is undefined\s+remote-jobs\/src\/new\/new-job-page\.tsx:41\s+\d{4}-/m,
  )
  expect(await ran(['errors', app, '1.0.0'])).toBe('No page has reported an error.')
  expect(JSON.parse(await ran(['errors', app, '1.1.0', '--json']))).toMatchObject([error, mapped])
  expect(await failed(['errors', 'remote-nowhere'], 1)).toContain('remote-nowhere')
})

test('status --watch repeats until it is interrupted', async () => {
  const program = join(import.meta.dirname, 'errand.ts')
  const child = spawn(process.execPath, [program, 'status', '--watch'], {
    env: { ...bareEnvironment, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let said = ''
  for await (const part of child.stdout) {
    said += String(part)
    if (said.split(/^app\s+stable/m).length > 2) break
  }
  child.kill('SIGINT')
  await once(child, 'exit')
  expect(said).toMatch(/^app\s+stable[\s\S]*\n\napp\s+stable/)
})
