import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'

import { rollout, useTestRegistry } from '../testing/registry-fixture.ts'
import { remoteBuild } from '../testing/releases-fixture.ts'
import type { Registry } from './open-registry.ts'

const fixture = useTestRegistry()

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
  const team = await fixture.newTeam('remote-jobs')
  expect(await known).toBe(1)
  for (const version of ['1.0.0', '1.1.0']) {
    await fixture.upload(team, remoteBuild('remote-jobs', version, 10))
  }

  const first = nextRevision(other)
  await fixture.change('remote-jobs', rollout('1.0.0'), team)
  expect(await first).toBe(2)

  const second = nextRevision(other)
  // Every connection that listens, of both processes; nobody is told while they are broken.
  await fixture.registry.database.queries.execute(
    sql`select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and query like 'listen %'`,
  )
  await fixture.change('remote-jobs', rollout('1.1.0', 5), team)
  expect(await second).toBe(3)
  await other.close()
})
