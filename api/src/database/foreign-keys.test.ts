import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'

import { useTestApi } from '../../test/test-api.ts'

const api = useTestApi()

test('what is deleted with something else is found by an index', async () => {
  // For each row that goes, the database looks for those that name it.
  const found = await api.database.queries.execute(sql`
    select c.conrelid::regclass::text || '.' || a.attname as name
    from pg_constraint c
    join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
    where c.contype = 'f' and c.connamespace = 'public'::regnamespace
      and not exists (
        select 1 from pg_index i
        where i.indrelid = c.conrelid and i.indkey[0] = c.conkey[1]
          and (i.indpred is null
            or pg_get_expr(i.indpred, i.indrelid) = '(' || a.attname || ' IS NOT NULL)'))
    order by 1`)

  expect(found).toMatchObject({ rows: [] })
})
