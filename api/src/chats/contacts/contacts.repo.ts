import { cleanName, hasVisibleText } from '@errand/contract/visible-text'
import { and, asc, eq, inArray, or, sql } from 'drizzle-orm'

import type { Queries } from '../../database/database.ts'
import { newId } from '../../database/new-id.ts'
import { chatSessions, contacts } from '../../database/schema.ts'
import { numberForms } from '../../form-data/phones.ts'
import { cancelWaiting, type Removed } from '../messages/outbound.ts'
import type { ChatChange } from '../publish-chat.ts'
import type { ContactRow, SessionRow } from '../rows.ts'
import { contactWords, toSearchWords } from '../search/search-words.ts'
import { lockSessionsOf, updateSession } from '../sessions/sessions.repo.ts'
import { columnsOf, next } from '../state/session-state.ts'

/** How a provider names somebody. */
export interface Sender {
  waId: string
  phoneNumber: string
  name: string
}

/** Held until the end of the transaction by whoever stores something from this person: two first
 * messages at once must not make two people. Always in the same order. */
async function takeTurn(queries: Queries, ownerId: string, from: Sender): Promise<void> {
  for (const name of [from.phoneNumber, from.waId].map((one) => numberForms(one)[0]).toSorted()) {
    const key = `contact ${ownerId} ${name}`
    await queries.execute(sql`select pg_advisory_xact_lock(hashtextextended(${key}, 1))`)
  }
}

/** Everybody who has one of the two names, in any form that a number has: who then are one. */
function lockNamed(
  queries: Queries,
  ownerId: string,
  { waId, phoneNumber }: Sender,
): Promise<ContactRow[]> {
  return queries
    .select()
    .from(contacts)
    .where(
      and(
        eq(contacts.ownerId, ownerId),
        or(
          inArray(contacts.waId, numberForms(waId)),
          inArray(contacts.phoneNumber, numberForms(phoneNumber)),
        ),
      ),
    )
    .orderBy(asc(contacts.id))
    .for('no key update')
}

/** Whether a provider means this contact by a number, in any form that it has, or by a user id. */
export function isNameOf({ waId, phoneNumber }: ContactRow, name: string): boolean {
  const forms = numberForms(name)
  return [waId, phoneNumber.replace(/^\+/, '')].some((one) => forms.includes(one))
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
  { waId, phoneNumber, name }: Sender,
): Promise<ContactRow> {
  const [row] = await queries
    .insert(contacts)
    .values({
      id: newId('contact'),
      ownerId,
      waId,
      phoneNumber,
      name,
      searchWords: searchWordsOf({ ownerId, name, phoneNumber }),
      createdAt: new Date(),
    })
    .returning()
  return stored(row)
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
  return stored(row)
}

function searchWordsOf({
  ownerId,
  name,
  phoneNumber,
}: Pick<ContactRow, 'ownerId' | 'name' | 'phoneNumber'>) {
  return toSearchWords(ownerId, contactWords({ name, phoneNumber }))
}

function stored(row: ContactRow | undefined): ContactRow {
  if (row === undefined) throw new Error('The contact was not stored')
  return row
}

/**
 * The one contact behind what a provider calls somebody, the row locked. The same person may come
 * with a known id and a new number, or the other way round, or with the other form of a number: rows
 * that turn out to be one are merged into the oldest. Messages go to the id that the person wrote
 * with, whichever the owner's own phone writes to. Those who were known under two names until now
 * have moved chats.
 */
export async function upsertContact(
  queries: Queries,
  ownerId: string,
  named: Sender,
  role: 'sender' | 'recipient' = 'sender',
): Promise<{ contact: ContactRow; moved: ChatChange[] }> {
  const from = { ...named, name: cleanName(named.name) }
  await takeTurn(queries, ownerId, from)
  const [oldest, ...others] = await lockNamed(queries, ownerId, from)
  if (oldest === undefined) {
    return { contact: await insertContact(queries, ownerId, from), moved: [] }
  }
  const merged = others.reduce(combined, oldest)
  // The owner's name for somebody stays, whatever that person's own is.
  const name = hasVisibleText(merged.name) ? merged.name : from.name
  const { waId, phoneNumber } = role === 'sender' ? from : merged
  const isSame = oldest.waId === waId && oldest.phoneNumber === phoneNumber && oldest.name === name
  if (others.length === 0 && isSame) return { contact: oldest, moved: [] }
  const moved = others.length === 0 ? [] : await merge(queries, oldest, others)
  const { optedOutAt, blockedAt, language } = merged
  const changes = { waId, phoneNumber, name, optedOutAt, blockedAt, language }
  return { contact: await updateContact(queries, oldest, changes), moved }
}

/** Who wanted no more messages under one name wants none under the other. */
function combined(one: ContactRow, other: ContactRow): ContactRow {
  return {
    ...one,
    name: hasVisibleText(one.name) ? one.name : other.name,
    language: one.language ?? other.language,
    optedOutAt: one.optedOutAt ?? other.optedOutAt,
    blockedAt: one.blockedAt ?? other.blockedAt,
  }
}

/** Of two chats that went on beside each other only the livelier one goes on. */
async function merge(
  queries: Queries,
  kept: ContactRow,
  others: ContactRow[],
): Promise<ChatChange[]> {
  const otherIds = others.map(({ id }) => id)
  const sessions = await lockSessionsOf(queries, [kept.id, ...otherIds])
  const outlived = sessions.filter((session) => isOutlived(session, sessions))
  const cancelled = new Map<string, Removed>()
  // Now and not with the events: while both are active they cannot be the same person's.
  for (const session of outlived) {
    const closed = next(session, { type: 'close', at: new Date(), reason: 'idle' })
    if (typeof closed === 'string') continue
    cancelled.set(session.id, await cancelWaiting(queries, session, 'closed'))
    await updateSession(queries, session.id, { changes: columnsOf(closed), events: 0 })
  }
  await queries
    .update(chatSessions)
    .set({ contactId: kept.id })
    .where(inArray(chatSessions.contactId, otherIds))
  await queries.delete(contacts).where(inArray(contacts.id, otherIds))
  return sessions
    .filter(({ id, contactId }) => contactId !== kept.id || outlived.some((one) => one.id === id))
    .map((session) => {
      const { changes, happened } = cancelled.get(session.id) ?? { changes: {}, happened: [] }
      return { session, changes, happened: [...happened, { type: 'session.updated' }] }
    })
}

function isOutlived(session: SessionRow, all: SessionRow[]): boolean {
  return (
    session.status === 'active' &&
    all.some(
      (other) =>
        other.status === 'active' &&
        other.channel === session.channel &&
        isLivelier(other, session),
    )
  )
}

function isLivelier(one: SessionRow, other: SessionRow): boolean {
  const difference = one.lastActivityAt.getTime() - other.lastActivityAt.getTime()
  return difference === 0 ? one.id > other.id : difference > 0
}

interface Wish {
  ownerId: string
  waId: string
  isWanted: boolean
  at: Date
}

/** Writes down whether a contact wants marketing; what is none they get all the same. */
export async function wantMarketing(
  queries: Queries,
  { ownerId, waId, isWanted, at }: Wish,
): Promise<void> {
  await queries
    .update(contacts)
    .set({ marketingOptedOutAt: isWanted ? null : at })
    .where(and(eq(contacts.ownerId, ownerId), inArray(contacts.waId, numberForms(waId))))
}
