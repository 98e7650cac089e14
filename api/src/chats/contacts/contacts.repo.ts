import { and, asc, eq, inArray, or, sql } from 'drizzle-orm'

import type { Queries } from '../../database/database.ts'
import { newId } from '../../database/new-id.ts'
import { chatSessions, contacts } from '../../database/schema.ts'
import type { ContactRow } from '../rows.ts'
import { contactWords, toSearchWords } from '../search/search-words.ts'
import { numberForms } from '../../form-data/number-forms.ts'

/** How a provider names somebody. */
export interface Sender {
  waId: string
  phoneNumber: string
  name: string
}

/** Held until the end of the transaction by whoever stores something from this person: two first
 * messages at once must not make two people. Always in the same order. */
export async function takeTurn(queries: Queries, ownerId: string, from: Sender): Promise<void> {
  for (const name of [from.phoneNumber, from.waId].map((one) => numberForms(one)[0]).toSorted()) {
    const key = `contact ${ownerId} ${name}`
    await queries.execute(sql`select pg_advisory_xact_lock(hashtextextended(${key}, 1))`)
  }
}

/** Everybody who has one of the two names, in any form that a number has: who then are one. */
export function lockNamed(
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

export async function insertContact(
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

/** Gives the chats of others to one contact; the others are gone. */
export async function mergeContacts(
  queries: Queries,
  kept: string,
  others: string[],
): Promise<void> {
  await queries
    .update(chatSessions)
    .set({ contactId: kept })
    .where(inArray(chatSessions.contactId, others))
  await queries.delete(contacts).where(inArray(contacts.id, others))
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
