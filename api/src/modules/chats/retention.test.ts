import { buffer } from 'node:stream/consumers'

import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'

import { insertChat, insertMessage } from '../../../test/chat-rows.ts'
import { setPreferences } from '../../../test/owner-preferences.ts'
import { useTestApi } from '../../../test/test-api.ts'
import { sweep } from '../../app/worker/upkeep.ts'
import { newId } from '../../platform/database/new-id.ts'
import { chatSessions, contacts, emails, files, messages } from '../../platform/database/schema.ts'
import { readFile, writeFile } from '../../platform/files/files.service.ts'

const api = useTestApi()
const now = new Date('2026-05-31T12:00:00Z')
const ended = { status: 'closed', closeReason: 'idle', closedAt: now } as const

async function newOwner(retentionMonths: number): Promise<string> {
  const { id } = await api.newOwner()
  const business = { timeZone: 'UTC' }
  await setPreferences(api.database.queries, id, { inbox: { retentionMonths }, business })
  return id
}

const at = (moment: string) => ({
  createdAt: new Date(moment),
  lastActivityAt: new Date(moment),
})

async function left(ownerId: string): Promise<string[]> {
  const rows = await api.database.queries
    .select({ id: chatSessions.id })
    .from(chatSessions)
    .where(eq(chatSessions.ownerId, ownerId))
  return rows.map(({ id }) => id).toSorted()
}

const peopleOf = (ownerId: string) =>
  api.database.queries.select().from(contacts).where(eq(contacts.ownerId, ownerId))

test('ended chats past the owner’s retention are deleted with their messages, files and contacts', async () => {
  const { queries } = api.database
  const ownerId = await newOwner(3)
  // Three months before the last day of May is the last day of February.
  const old = { ownerId, ...at('2026-02-28T12:00:00Z') }
  const gone = await insertChat(queries, { ...old, ...ended })
  // More than go at once.
  for (let count = 0; count < 400; count += 1)
    await insertChat(queries, { ...old, status: 'completed' })
  const active = await insertChat(queries, old)
  const younger = await insertChat(queries, { ownerId, ...ended, ...at('2026-02-28T12:00:01Z') })
  const patient = await newOwner(24)
  const kept = await insertChat(queries, { ...old, ...ended, ownerId: patient })
  const picture = { name: 'a.png', mimeType: 'image/png' }
  const inOld = await writeFile(api, { ...picture, ownerId }, [new Uint8Array(9)])
  const inKept = await writeFile(api, { ...picture, ownerId }, [new Uint8Array(9)])
  for (const { chat, file, createdAt } of [
    { chat: gone, file: inOld, createdAt: old.createdAt },
    { chat: active, file: inKept, createdAt: now },
  ]) {
    const media = { id: file.id, mimeType: 'image/png', bytes: 9 }
    await insertMessage(queries, chat, { seq: 1, media })
    const mail = { ownerId, sessionId: chat.id, kind: 'chat', content: {}, status: 'sent' } as const
    await queries.insert(emails).values({ id: newId('email'), ...mail, createdAt })
  }

  await sweep(api, now)

  expect(await left(ownerId)).toEqual([active.id, younger.id].toSorted())
  expect(await left(patient)).toEqual([kept.id])
  expect(await queries.$count(messages, eq(messages.sessionId, gone.id))).toBe(0)
  const stored = await queries.select({ id: files.id }).from(files)
  expect(stored).toEqual([{ id: inKept.id }])
  await expect(readFile(api.fileStore, inOld.id)).rejects.toThrow('Files cannot be saved or opened')
  expect(await buffer(await readFile(api.fileStore, inKept.id))).toHaveLength(9)
  expect(await queries.$count(emails)).toBe(1)
  const people = new Set((await peopleOf(ownerId)).map(({ id }) => id))
  expect(people).toEqual(new Set([active.contactId, younger.contactId]))
})

test('of an opted-out or blocked contact only the number is kept', async () => {
  const { queries } = api.database
  const ownerId = await newOwner(3)
  const old = { ownerId, ...ended, ...at('2026-01-01T00:00:00Z') }
  const marks = [{ optedOutAt: now }, { blockedAt: now }, { blockedAt: now }]
  const chats: { contactId: string }[] = []
  for (const mark of marks) {
    const chat = await insertChat(queries, old)
    const changed = { ...mark, language: 'hi' }
    await queries.update(contacts).set(changed).where(eq(contacts.id, chat.contactId))
    chats.push(chat)
  }
  // Somebody with whom there is a younger chat keeps the name.
  const { contactId } = chats[2] ?? {}
  await insertChat(queries, { ownerId, ...at('2026-05-30T00:00:00Z'), contactId: contactId ?? '' })

  await sweep(api, now)

  const people = await peopleOf(ownerId)
  const of = (index: number) => people.find(({ id }) => id === chats[index]?.contactId)
  for (const index of [0, 1]) {
    expect(of(index)).toMatchObject({ ...marks[index], name: '', searchWords: '', language: null })
    expect(of(index)?.phoneNumber).toMatch(/^\+1444/)
  }
  expect(of(2)?.name).toMatch(/^Person/)
})
