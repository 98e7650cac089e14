import { cleanName, hasVisibleText } from '@errand/contract/visible-text'
import { and, asc, eq, inArray, or, sql } from 'drizzle-orm'

import type { Queries } from '../../../platform/database/database.ts'
import { newId } from '../../../platform/database/new-id.ts'
import { contacts } from '../../../platform/database/schema.ts'
import { numberForms } from '../../answers/phones.ts'
import type { ChatChange } from '../commit-chat-changes.ts'
import type { ContactRow } from '../rows.ts'
import { contactWords, toSearchWords } from '../search/search-words.ts'
import { lockSessionsOf } from '../sessions/sessions.repo.ts'
import { mergeChats } from './merge-chats.ts'

/** How WhatsApp names somebody: by the number, as E.164, by the id with this business, or by both. */
export interface ContactIds {
  phoneNumber?: string | undefined
  userId?: string | undefined
}

export interface Sender extends ContactIds {
  name: string
  /** `@asha`, if they show one instead of their number. */
  username?: string | undefined
}

/** Somebody's names from then on, and those by which they were known. */
export interface Renaming {
  before: ContactIds
  now: ContactIds
}

/** Held until the end of the transaction by whoever stores something from this person: two first
 * messages at once must not make two people. Always in the same order. */
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

/** Everybody who has one of the names, in any form that a number has. */
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

/** The contact with one of these names, the row locked; nothing where there is none, or several. */
export async function findContactByIds(
  queries: Queries,
  ownerId: string,
  names: ContactIds,
): Promise<ContactRow | undefined> {
  const [row, another] = await lockContactsByIds(queries, ownerId, [names])
  return another === undefined ? row : undefined
}

/** Whether WhatsApp means this contact by a number, in any form that it has, or by a user id. */
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

/** The person a chat is with; nothing is locked. */
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
 * The one contact behind what WhatsApp calls somebody, the row locked. The same person may come by the
 * number, by the user id or by both, and with the other form of a number: rows that turn out to be one
 * are merged into the oldest. Messages go to the number that the person wrote with, whichever the
 * owner's own phone writes to. Those who were known under two names until now have moved chats.
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
    // The owner's name for somebody stays, whatever that person's own is.
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
 * Somebody has another number or another user id from now on: the contact, if there is one. What they
 * are not called any more is somebody else's perhaps, so nothing is sent there; what they have called
 * themselves by since stays.
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
  const told = others.map((session) => ({ session, events: [updated] }))
  return { contact, moved: [...moved, ...told] }
}

const updated = { type: 'session.updated' } as const

/**
 * Those of several rows who are the person with these names. Whoever has another user id is somebody
 * else, and has the number no more: WhatsApp gives everybody a new id with a new number.
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

/** Rows of one person as one, whose names are those of the oldest that has any. */
function mergedRow([oldest, ...others]: ContactRow[]): ContactRow | undefined {
  return oldest && others.reduce(mergeContacts, oldest)
}

/** Makes one row of those of a person, which then is as given. */
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

/** Who wanted no more messages under one name wants none under the other. */
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

/** Writes down whether a contact wants marketing; what is none they get all the same. */
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
