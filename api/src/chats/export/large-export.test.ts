import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'

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
  for (const size of sizes) {
    const row = await insertChat(api.database.queries, { ownerId: personId, messageCount: size })
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
  for (const format of ['csv', 'json']) {
    const path = `/api/chats/export?format=${format}&values=keys`
    const chunks: Uint8Array[] = []
    for await (const chunk of (await person.stream(path, { method: 'GET' })).body ?? []) {
      chunks.push(chunk)
      // What was not taken yet was not read yet either.
      if (chunks.length > 1) continue
      const isLast = eq(messages.id, ids.at(-1) ?? '')
      await queries
        .update(messages)
        .set({ text: `changed for ${format}` })
        .where(isLast)
    }
    expect(Math.max(...chunks.map(({ length }) => length))).toBeLessThan(300_000)
    const text = Buffer.concat(chunks).toString()
    expect(text.match(/msg_\w{26}/g)).toEqual(ids)
    expect(text).toContain(`changed for ${format}`)
  }
})
