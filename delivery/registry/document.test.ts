import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'

import { createEvaluator } from '../rollouts/evaluator.ts'
import { rollout, useTestRegistry } from '../testing/registry-fixture.ts'
import { remoteBuild } from '../testing/releases-fixture.ts'
import type { Registry } from './open-registry.ts'

const fixture = useTestRegistry()
const { call, upload, newTeam, change } = fixture

/** The next revision that this process hears of. */
function nextRevision(registry: Registry): Promise<number> {
  const { promise, resolve } = Promise.withResolvers<number>()
  const end = registry.subscribe((revision) => {
    end()
    resolve(revision)
  })
  return promise
}

test('every process hears of a change, also after its connection broke', async () => {
  const other = await fixture.open()
  const known = nextRevision(other)
  const team = await newTeam('remote-jobs')
  expect(await known).toBe(1)
  for (const version of ['1.0.0', '1.1.0'])
    await upload(team, remoteBuild('remote-jobs', version, 10))

  // Every connection that listens, of both processes; nobody is told while they are broken.
  const next = nextRevision(other)
  await fixture.registry.database.queries.execute(
    sql`select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and query like 'listen %'`,
  )
  await change('remote-jobs', rollout('1.0.0'), team)
  expect(await next).toBe(2)
  await other.close()
})

test('the document says who runs what, and is not sent twice', async () => {
  await change('remote-jobs', rollout('1.1.0', 0))
  await change('remote-jobs', { type: 'pin', visitor: 'v1', arm: 'candidate' })

  const { body, headers } = await call('GET', '/document')
  const evaluator = createEvaluator(body)
  expect(evaluator.decide('remote-jobs', 'v1')?.version).toBe('1.1.0')
  expect(evaluator.decide('remote-jobs', 'v2')?.version).toBe('1.0.0')

  const etag = { 'if-none-match': headers.get('etag') ?? '' }
  expect((await call('GET', '/document', { headers: etag })).status).toBe(304)
  await change('remote-jobs', { type: 'rollback' })
  expect((await call('GET', '/document', { headers: etag })).status).toBe(200)
})
