import { cleanName, hasVisibleText } from '@errand/contract/visible-text'
import { and, asc, eq, inArray, or, sql } from 'drizzle-orm'

import type { Queries } from '../../../platform/database/database.ts'
import { newId } from '../../../platform/database/new-id.ts'
import { contacts } from '../../../platform/database/schema.ts'
import { numberForms } from '../../../platform/phones/number-forms.ts'
import type { ChatChange } from '../commit-chat-changes.ts'
import type { ContactRow } from '../rows.ts'
import { contactWords, toSearchWords } from '../search/search-words.ts'
import { lockSessionsOf } from '../sessions/sessions.repo.ts'
import { mergeChats } from './merge-chats.ts'

/** How WhatsApp identifies a person: by the phone number (E.164), by the user id for this business, or by both. */
export interface ContactIds {
  phoneNumber?: string | undefined
  userId?: string | undefined
}

export interface Sender extends ContactIds {
  name: string
  /** `@asha`, if the person shows one instead of the number. */
  username?: string | undefined
}

/** The ids of a person from now on, and those before. */
export interface Renaming {
  before: ContactIds
  now: ContactIds
}

/** Locks a person's ids until the transaction ends, always in the same order, so that two first
 * messages at the same time do not create two contacts. */
async function lockContactIds(queries: Queries, ownerId: string, all: ContactIds[]): Promise<void> {
  const names = all.flatMap(({ phoneNumber, userId }) => [
    phoneNumber && numberForms(phoneNumber)[0],
    userId,
  ])
  const keys = [...new Set(names.flatMap((one) => one ?? []))]
    .toSorted()
    .map((name) => `contact ${ownerId} ${name}`)
  await queries.execute(
    sql`select pg_advisory_xact_lock(hashtextextended(key, 1)) from unnest(${sql.param(keys)}::text[]) as key`,
  )
}

const matchesIds = ({ phoneNumber, userId }: ContactIds) =>
  or(
    phoneNumber === undefined ? undefined : inArray(contacts.phoneNumber, numberForms(phoneNumber)),
    userId === undefined ? undefined : eq(contacts.userId, userId),
  ) ?? sql`false`

/** Locks all contacts with one of the ids, in any form of a phone number. */
function lockContactsByIds(
  queries: Queries,
  ownerId: string,
  all: ContactIds[],
): Promise<ContactRow[]> {
  return queries
    .select()
    .from(contacts)
    .where(and(eq(contacts.ownerId, ownerId), or(...all.map(matchesIds))))
    .orderBy(asc(contacts.id))
    .for('no key update')
}

/** The contact with one of these ids, its row locked; undefined if there is none, or several. */
export async function findContactByIds(
  queries: Queries,
  ownerId: string,
  names: ContactIds,
): Promise<ContactRow | undefined> {
  const [row, another] = await lockContactsByIds(queries, ownerId, [names])
  return another === undefined ? row : undefined
}

/** Whether a contact has this phone number, in any of its forms, or this user id. */
export function hasContactId(contact: ContactRow, { phoneNumber, userId }: ContactIds): boolean {
  const forms: string[] = phoneNumber === undefined ? [] : numberForms(phoneNumber)
  return (
    (contact.phoneNumber !== null && forms.includes(contact.phoneNumber)) ||
    (contact.userId !== null && contact.userId === userId)
  )
}

export async function lockContact(
  queries: Queries,
  ownerId: string,
  id: string,
): Promise<ContactRow | undefined> {
  const [row] = await queries
    .select()
    .from(contacts)
    .where(and(eq(contacts.id, id), eq(contacts.ownerId, ownerId)))
    .for('no key update')
  return row
}

/** The contact of a chat, without a lock. */
export async function readContact(queries: Queries, id: string): Promise<ContactRow> {
  const [row] = await queries.select().from(contacts).where(eq(contacts.id, id))
  if (row === undefined) throw new Error(`The contact ${id} is gone`)
  return row
}

async function insertContact(
  queries: Queries,
  ownerId: string,
  { phoneNumber, userId, name, username = '' }: Sender,
): Promise<ContactRow> {
  const [row] = await queries
    .insert(contacts)
    .values({
      id: newId('contact'),
      ownerId,
      phoneNumber,
      userId,
      username,
      name,
      searchWords: searchWordsOf({ ownerId, name, username, phoneNumber: phoneNumber ?? null }),
      createdAt: new Date(),
    })
    .returning()
  return requireStored(row)
}

type ContactChanges = Partial<Omit<ContactRow, 'id' | 'ownerId' | 'searchWords' | 'createdAt'>>

export async function updateContact(
  queries: Queries,
  contact: ContactRow,
  changes: ContactChanges,
): Promise<ContactRow> {
  const [row] = await queries
    .update(contacts)
    .set({ ...changes, searchWords: searchWordsOf({ ...contact, ...changes }) })
    .where(eq(contacts.id, contact.id))
    .returning()
  return requireStored(row)
}

function searchWordsOf(contact: Pick<ContactRow, 'ownerId' | 'name' | 'username' | 'phoneNumber'>) {
  return toSearchWords(contact.ownerId, contactWords(contact))
}

function requireStored(row: ContactRow | undefined): ContactRow {
  if (row === undefined) throw new Error('The contact was not stored')
  return row
}

/**
 * Finds or creates the contact with these ids and locks its row. The same person may come by the
 * phone number, by the user id or by both, and with another form of the number: rows that turn out to
 * be one person are merged into the oldest, and their chats are returned as `moved`. Messages go to the
 * number that the person wrote from, not to the one that the owner's own phone writes to.
 */
export async function upsertContact(
  queries: Queries,
  ownerId: string,
  named: Sender,
  role: 'sender' | 'recipient' = 'sender',
): Promise<{ contact: ContactRow; moved: ChatChange[] }> {
  const from = { ...named, name: cleanName(named.name) }
  await lockContactIds(queries, ownerId, [from])
  const same = await withoutOtherPeople(
    queries,
    await lockContactsByIds(queries, ownerId, [from]),
    [from],
  )
  const merged = mergedRow(same)
  if (merged === undefined) {
    return { contact: await insertContact(queries, ownerId, from), moved: [] }
  }
  return mergeIntoOldest(queries, same, {
    ...merged,
    // The name that the owner gave stays.
    name: hasVisibleText(merged.name) ? merged.name : from.name,
    username: from.username ?? merged.username,
    userId: from.userId ?? merged.userId,
    phoneNumber:
      role === 'sender'
        ? (from.phoneNumber ?? merged.phoneNumber)
        : (merged.phoneNumber ?? from.phoneNumber ?? null),
  })
}

/**
 * Gives a contact, if there is one, a new phone number or user id. The old ones may belong to somebody
 * else by now, so nothing is sent there; ids that the contact has used since stay.
 */
export async function renameContact(
  queries: Queries,
  ownerId: string,
  { before, now }: Renaming,
): Promise<{ contact: ContactRow; moved: ChatChange[] } | undefined> {
  const all = [before, now]
  await lockContactIds(queries, ownerId, all)
  const same = await withoutOtherPeople(
    queries,
    await lockContactsByIds(queries, ownerId, all),
    all,
  )
  const merged = mergedRow(same)
  if (merged === undefined) return undefined
  const since = same.find((row) => hasContactId(row, now))
  const { phoneNumber = since?.phoneNumber ?? null, userId = since?.userId ?? null } = now
  const { contact, moved } = await mergeIntoOldest(queries, same, {
    ...merged,
    phoneNumber,
    userId,
  })
  const current = await lockSessionsOf(queries, [contact.id])
  const others = current.filter(({ id }) => moved.every(({ session }) => session.id !== id))
  const changes = others.map((session) => ({ session, events: [updated] }))
  return { contact, moved: [...moved, ...changes] }
}

const updated = { type: 'session.updated' } as const

/**
 * Keeps the rows that belong to the person with these ids. A row with another user id is somebody else
 * and loses the number, because WhatsApp gives a new user id with each new number.
 */
async function withoutOtherPeople(
  queries: Queries,
  rows: ContactRow[],
  all: ContactIds[],
): Promise<ContactRow[]> {
  const ids = all.flatMap(({ userId }) => userId ?? [])
  if (ids.length === 0) return rows
  const isStranger = ({ userId }: ContactRow) => userId !== null && !ids.includes(userId)
  for (const row of rows.filter(isStranger)) {
    await updateContact(queries, row, { phoneNumber: null })
  }
  return rows.filter((row) => !isStranger(row))
}

/** Merges the rows of one person; each value is that of the oldest row that has one. */
function mergedRow([oldest, ...others]: ContactRow[]): ContactRow | undefined {
  return oldest && others.reduce(mergeContacts, oldest)
}

/** Merges the chats of a person's rows into the oldest row, and stores the wanted values there. */
async function mergeIntoOldest(
  queries: Queries,
  [oldest, ...others]: ContactRow[],
  { id: _id, ownerId: _owner, searchWords: _words, createdAt: _since, ...wanted }: ContactRow,
): Promise<{ contact: ContactRow; moved: ChatChange[] }> {
  if (oldest === undefined) throw new Error('There is no contact')
  const columns = Object.keys(wanted) as (keyof typeof wanted)[]
  const isSame = columns.every((column) => oldest[column] === wanted[column])
  if (others.length === 0 && isSame) return { contact: oldest, moved: [] }
  const moved = others.length === 0 ? [] : await mergeChats(queries, oldest, others)
  return { contact: await updateContact(queries, oldest, wanted), moved }
}

/** An opt-out or a block of one row holds for the merged contact. */
function mergeContacts(one: ContactRow, other: ContactRow): ContactRow {
  return {
    ...one,
    name: hasVisibleText(one.name) ? one.name : other.name,
    phoneNumber: one.phoneNumber ?? other.phoneNumber,
    userId: one.userId ?? other.userId,
    username: one.username || other.username,
    language: one.language ?? other.language,
    optedOutAt: one.optedOutAt ?? other.optedOutAt,
    marketingOptedOutAt: one.marketingOptedOutAt ?? other.marketingOptedOutAt,
    blockedAt: one.blockedAt ?? other.blockedAt,
  }
}

/** Stores whether a contact wants marketing; other messages are still sent. */
export async function setMarketingConsent(
  queries: Queries,
  {
    ownerId,
    isWanted,
    at,
    ...names
  }: ContactIds & { ownerId: string; isWanted: boolean; at: Date },
): Promise<void> {
  await queries
    .update(contacts)
    .set({ marketingOptedOutAt: isWanted ? null : at })
    .where(and(eq(contacts.ownerId, ownerId), matchesIds(names)))
}

/** Why a contact gets no messages, if so; what they write is stored and nothing follows. */
export function unreachableReason({
  blockedAt,
  optedOutAt,
}: ContactRow): 'blocked' | 'opted_out' | undefined {
  if (blockedAt !== null) return 'blocked'
  return optedOutAt === null ? undefined : 'opted_out'
}
