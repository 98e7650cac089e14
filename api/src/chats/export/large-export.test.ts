import { and, gt, inArray, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'

import { chatsFile } from './chats-file.ts'
import { readScope, type ExportQuery } from './export-scope.ts'
import { messagePage } from './read-chats.ts'
import { messages } from '../../database/schema.ts'
import { addMany } from '../../../test/add-many.ts'
import { insertChat } from '../../../test/chat-rows.ts'
import { ownerIdOf } from '../../../test/owner-id.ts'
import { useTestApi } from '../../../test/test-api.ts'

const api = useTestApi()
const sizes = [1, 0, 499, 2, 3_400, 3, 1_095]

test('messages are read page by page, each once and in order, as the file is taken', async () => {
  const person = await api.newOwner()
  const personId = await ownerIdOf(api, person)
  const ids: string[] = []
  let longest = ''
  for (const size of sizes) {
    const row = await insertChat(api.database.queries, { ownerId: personId, messageCount: size })
    if (size === Math.max(...sizes)) longest = row.id
    await addMany(
      api.database,
      sql`
    insert into messages (id, owner_id, session_id, direction, author, seq, type, text, status,
      status_at, created_at, search_words)
    select 'msg_' || right(${row.id}, 18) || lpad(n::text, 8, '0'), ${personId}, ${row.id}, 'in',
      'contact', n, 'text', repeat('word ', 40), 'received', '{}', now(), ''
    from generate_series(1, ${size}::int) n`,
    )
    for (let n = 1; n <= size; n += 1) {
      ids.push(`msg_${row.id.slice(-18)}${String(n).padStart(8, '0')}`)
    }
  }
  const { queries } = api.database
  const query: ExportQuery = { format: 'csv', values: 'keys', include: ['remarks', 'formData'] }
  const scope = await readScope(queries, personId, { query, now: new Date() })
  for (const format of ['csv', 'json'] as const) {
    let read = 0
    const { chunks } = await chatsFile(queries, {
      scope,
      query: { ...query, format },
      now: new Date(),
      onMessage: (done) => {
        read = done
      },
    })
    expect(read).toBe(0)
    const bytes: Uint8Array[] = []
    let largest = 0
    let readAtFirst: number | undefined
    for await (const chunk of chunks) {
      readAtFirst ??= read
      bytes.push(chunk)
      largest = Math.max(largest, chunk.length)
    }
    expect(readAtFirst).toBeLessThan(2_000)
    expect(largest).toBeLessThan(300_000)
    expect(read).toBe(ids.length)
    const text = Buffer.concat(bytes).toString()
    expect(text.match(/msg_\w{26}/g)).toEqual(ids)
  }

  await queries.execute(sql`analyze messages`)
  const long = inArray(messages.sessionId, [longest])
  const page = messagePage(queries, and(long, gt(messages.seq, Math.max(...sizes) / 2)))
  const plan = JSON.stringify(await queries.execute(sql`explain ${page}`))
  expect(plan).toContain('messages_seq')
  expect(plan).not.toContain('Sort')
})
