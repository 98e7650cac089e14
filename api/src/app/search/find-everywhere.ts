import type { Found, findCall } from '@errand/contract/search'
import { findMarks, isNearlyIn, snippetOf } from '@errand/contract/search-marks'
import { foldForSearch, matchesSearch, searchTermsOf } from '@errand/contract/search-text'
import { and, desc, eq, inArray, ne, notInArray, sql, type SQL } from 'drizzle-orm'
import type * as z from 'zod/mini'

import { readPreferences } from '../../modules/account/settings-view.ts'
import { applicableFields } from '../../modules/answers/collected.ts'
import {
  displayFormatOf,
  readableText,
  type DisplayFormat,
} from '../../modules/answers/readable-answer.ts'
import { shownName } from '../../modules/chats/contacts/shown-name.ts'
import { toSearchQuery } from '../../modules/chats/search/search-words.ts'
import type { Queries } from '../../platform/database/database.ts'
import { hasTerms } from '../../platform/database/has-terms.ts'
import {
  chatSessions,
  contacts,
  formData,
  forms,
  jobs,
  messages,
} from '../../platform/database/schema.ts'
import { dialledNumber } from '../../platform/phones/number-forms.ts'

interface Search {
  ownerId: string
  q: string
  limit: number
}

/** Whatever an owner has that matches a search, the best of each kind. */
export async function findEverywhere(
  queries: Queries,
  ownerId: string,
  { q, limit }: z.output<(typeof findCall)['query']>,
): Promise<Found> {
  const search = { ownerId, q, limit }
  const words = toSearchQuery(ownerId, q)
  if (words === undefined) return { contacts: [], answers: [], jobs: [], messages: [] }
  // One after the other, so that one search takes one of the database's cores and not four.
  return {
    contacts: await findContacts(queries, search, words),
    answers: await findAnswers(queries, search),
    jobs: await findJobs(queries, search),
    messages: await findMessages(queries, search, words),
  }
}

const contactColumns = {
  id: contacts.id,
  name: contacts.name,
  phoneNumber: contacts.phoneNumber,
  username: contacts.username,
}

/** By name or number, whoever wrote last first; then those whose name is nearly so. */
async function findContacts(
  queries: Queries,
  search: Search,
  words: SQL,
): Promise<Found['contacts']> {
  const { limit, q } = search
  const exact = await readContacts(queries, search, { words, limit })
  const missing = limit - exact.length
  const beginnings = missing === 0 ? undefined : beginningsOf(search)
  const near =
    beginnings === undefined
      ? []
      : (await readContacts(queries, search, { words: beginnings, limit: maxCandidates }))
          .filter(({ id, name }) => exact.every((one) => one.id !== id) && isNearlyIn(name, q))
          .slice(0, missing)
  return [...exact, ...near].map(({ id, phoneNumber, sessionId, ...contact }) => ({
    id,
    phoneNumber: dialledNumber(phoneNumber),
    sessionId,
    contactName: shownName({ ...contact, phoneNumber }),
  }))
}

/** So many names are looked at for a mistyped one. */
const maxCandidates = 300

/** People whose name begins with the first letters of a word, in either order: most begin a word right. */
function beginningsOf({ ownerId, q }: Search): SQL | undefined {
  const term = searchTermsOf(q).toSorted((one, other) => other.length - one.length)[0] ?? ''
  const [first = '', second = ''] = foldForSearch(term)
  if (term.length < 4 || !/^\p{L}+$/u.test(first + second)) return undefined
  const either = [first + second, second + first].flatMap(
    (start) => toSearchQuery(ownerId, start) ?? [],
  )
  return sql`(${sql.join(either, sql` || `)})`
}

function readContacts(
  queries: Queries,
  { ownerId }: Search,
  { words, limit }: { words: SQL; limit: number },
) {
  const { contactId, lastActivityAt } = chatSessions
  const latest = queries
    .selectDistinctOn([contactId], {
      ...contactColumns,
      sessionId: sql<string>`${chatSessions.id}`.as('session_id'),
      lastActivityAt,
    })
    .from(contacts)
    .innerJoin(chatSessions, eq(contactId, contacts.id))
    .where(and(eq(contacts.ownerId, ownerId), sql`${contacts.searchWords} @@ ${words}`))
    .orderBy(contactId, desc(lastActivityAt))
    .as('latest')
  return queries.select().from(latest).orderBy(desc(latest.lastActivityAt)).limit(limit)
}

/** So many of an owner's latest answers are looked through. */
const maxAnswers = 5000

async function findAnswers(queries: Queries, search: Search): Promise<Found['answers']> {
  const { ownerId, q, limit } = search
  const latest = queries
    .select({ id: formData.id })
    .from(formData)
    .where(and(eq(formData.ownerId, ownerId), ne(formData.status, 'empty')))
    .orderBy(desc(formData.updatedAt))
    .limit(maxAnswers)
  const rows = await queries
    .select({
      sessionId: formData.sessionId,
      formId: formData.formId,
      jobName: forms.name,
      fields: formData.fields,
      values: formData.values,
      contact: contactColumns,
    })
    .from(formData)
    .innerJoin(forms, eq(forms.id, formData.formId))
    .innerJoin(chatSessions, eq(chatSessions.id, formData.sessionId))
    .innerJoin(contacts, eq(contacts.id, chatSessions.contactId))
    .where(and(inArray(formData.id, latest), hasTerms(formData.searchText, q)))
    .orderBy(desc(formData.updatedAt))
    .limit(limit)
  if (rows.length === 0) return []
  const format = displayFormatOf((await readPreferences(queries, ownerId)).business)
  return rows.flatMap(({ contact, fields, values, ...row }) => {
    const answer = findAnswer({ fields, values }, q, format)
    if (answer === undefined) return []
    const name = shownName(contact)
    return [{ ...row, ...answer, contactName: name }]
  })
}

/** The answer that matches; undefined if only a sensitive one does. */
function findAnswer(
  { fields, values }: Pick<typeof formData.$inferSelect, 'fields' | 'values'>,
  q: string,
  format: DisplayFormat,
): Pick<Found['answers'][number], 'label' | 'snippet'> | undefined {
  const shown = applicableFields(fields, values)
    .filter(({ key, sensitive }) => !sensitive && Object.hasOwn(values, key))
    .map((field) => ({ label: field.label, text: readableText(values[field.key], field, format) }))
  const found = shown.find(({ text }) => findMarks(text, q).length > 0)
  return found && { label: found.label, snippet: snippetOf(found.text, q) }
}

/** An owner has far fewer. */
const maxJobs = 500

async function findJobs(queries: Queries, { ownerId, q, limit }: Search): Promise<Found['jobs']> {
  const rows = await queries
    .select({ id: jobs.id, name: jobs.name, status: jobs.status, searchText: jobs.searchText })
    .from(jobs)
    .where(and(eq(jobs.ownerId, ownerId), notInArray(jobs.status, ['archived'])))
    .orderBy(desc(jobs.updatedAt))
    .limit(maxJobs)
  const rankOf = ({ name, searchText }: (typeof rows)[number]) => {
    if (matchesSearch(name, q)) return 0
    if (searchTermsOf(q).every((term) => searchText.includes(term))) return 1
    return isNearlyIn(name, q) ? 2 : undefined
  }
  return rows
    .flatMap((row) => {
      const rank = rankOf(row)
      return rank === undefined ? [] : [{ row, rank }]
    })
    .toSorted((one, other) => one.rank - other.rank)
    .slice(0, limit)
    .map(({ row: { id, name, status } }) => ({ id, name, status }))
}

async function findMessages(
  queries: Queries,
  { ownerId, q, limit }: Search,
  words: SQL,
): Promise<Found['messages']> {
  const rows = await queries
    .select({
      id: messages.id,
      sessionId: messages.sessionId,
      author: messages.author,
      text: messages.text,
      at: messages.createdAt,
      contact: contactColumns,
    })
    .from(messages)
    .innerJoin(chatSessions, eq(chatSessions.id, messages.sessionId))
    .innerJoin(contacts, eq(contacts.id, chatSessions.contactId))
    .where(and(eq(messages.ownerId, ownerId), sql`${messages.searchWords} @@ ${words}`))
    .orderBy(desc(messages.createdAt))
    .limit(limit)
  return rows.map(({ contact, text, at, ...row }) => ({
    ...row,
    at: at.toISOString(),
    contactName: shownName(contact),
    snippet: snippetOf(text, q),
  }))
}
