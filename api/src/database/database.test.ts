import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'

import { useTestApi } from '../../test/test-api.ts'
import { users } from './schema.ts'

const api = useTestApi()

const row = (id: string) => ({
  id,
  uid: id,
  phoneNumber: '+15550000001',
  email: '',
  name: '',
  createdAt: new Date(),
})

test('a transaction that fails leaves nothing, one inside it may fail alone', async () => {
  const failed = api.database.transaction(async (queries) => {
    await queries.insert(users).values(row('usr_failed'))
    throw new Error('changed my mind')
  })
  await expect(failed).rejects.toThrow('changed my mind')

  await api.database.transaction(async (queries) => {
    await queries.insert(users).values(row('usr_kept'))
    const inner = queries.transaction(async (savepoint) => {
      await savepoint.insert(users).values(row('usr_inner'))
      throw new Error('only this part')
    })
    await expect(inner).rejects.toThrow('only this part')
  })

  const kept = await api.database.queries.select({ id: users.id }).from(users)
  expect(kept).toEqual([{ id: 'usr_kept' }])
})

test('the database itself refuses a job in a state that there is not', async () => {
  const write = api.database.queries.execute(sql`
    insert into jobs (id, owner_id, name, sort_name, search_text, description, status, language,
      tone, instructions, guardrails, greeting, completion_message, fallback_message,
      handoff_message, trigger, fields, behaviour, handoff, created_at, updated_at)
    values ('job_x', 'usr_kept', '', '', '', '', 'archived', '', '', '', '[]', '', '', '', '',
      '{}', '[]', '{}', '{}', now(), now())`)

  await expect(write).rejects.toMatchObject({ cause: { code: '23514' } })
})
