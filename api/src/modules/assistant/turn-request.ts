import type { Preferences } from '@errand/contract/settings'
import { and, desc, eq, gt, isNotNull, isNull, lt, ne, type SQLWrapper } from 'drizzle-orm'

import type { Queries } from '../../platform/database/database.ts'
import { chatSessions, contacts, messages } from '../../platform/database/schema.ts'
import { detectLanguage } from '../ai/language/detect-language.ts'
import { recap } from '../ai/language/recap.ts'
import { translateText } from '../ai/language/translate-fields.ts'
import type { Business, Customer, Translations, TurnMessage, TurnRequest } from '../ai/turn.ts'
import type { CollectedAnswers } from '../answers/collected.ts'
import { listFormData } from '../answers/form-data.service.ts'
import { isAgreed, withProposal } from '../answers/proposals.ts'
import { answerLocaleOf } from '../answers/reading.ts'
import { readSnapshot } from '../chats/chat-mutation.ts'
import { findMessages, maxSeq, messageColumns } from '../chats/messages/messages.repo.ts'
import type { MessageRow, SessionRow } from '../chats/rows.ts'
import { wereAnswersShown } from '../chats/runs.ts'
import {
  listAnswers,
  listOpenQuestionsInChat,
  taughtAnswersOf,
} from '../jobs/answers/answers.repo.ts'
import { readTranslations } from '../jobs/translations/translations.repo.ts'
import { toAgreed, withConfirmation } from './agreed.ts'
import { confirmKey, keyOfChoice } from './choices.ts'
import {
  emptyCollected,
  fieldStatesOf,
  fileOf,
  hasAllAnswers,
  phaseOf,
  readCollected,
} from './collected.ts'
import { wordsOf } from './gate-facts.ts'
import { withAttached } from './turn-answers.ts'
import { decisionFacts, editFacts, ownerFacts } from './turn-facts.ts'
import type { ToAnswer } from './unanswered.ts'

/**
 * How many of the latest messages the model sees. When there are more than the maximum, all but the
 * minimum are summarised at once, so that not each further message needs a new summary.
 */
export const minShown = 20
export const maxShown = 30

interface Asked {
  session: SessionRow
  toAnswer: ToAnswer
  preferences: Pick<Preferences, 'business'>
}

/** Reads everything that the model is told about a chat and the messages to answer; undefined if its job is gone. */
export async function readTurnRequest(
  queries: Queries,
  { session, toAnswer: { inbound, isLate }, preferences: { business } }: Asked,
): Promise<TurnRequest | undefined> {
  const snapshot = await readSnapshot(queries, session)
  if (snapshot === undefined) return undefined
  const sets = await listFormData(queries, session.id)
  const agreed = sets.filter(isAgreed)
  // Nothing that is agreed changes without a yes, nor is it joined by more.
  const job = agreed.length === 0 ? snapshot : withConfirmation(snapshot)
  const latest = sets.at(-1) ?? emptyCollected
  const collected = withProposal(latest)
  const isEdited = isLate && inbound.some(({ editedAt }) => editedAt !== null)
  // An edited message answers the question before it, not what was said since.
  const end = isLate && !isEdited ? maxSeq : (inbound[0]?.seq ?? maxSeq)
  const shown = { after: session.summary?.upToSeq, before: end, limit: maxShown }
  const history = (await listLatestMessages(queries, session.id, shown)).filter(({ id }) =>
    inbound.every((message) => message.id !== id),
  )
  const { fields } = collected
  const translations = await readTranslations(queries, session.jobId ?? '', { ...job, fields })
  const toAnswer = (await withQuestions(queries, inbound, { collected, translations })).map(
    toTurnMessage,
  )
  const now = new Date()
  const at = { now, place: answerLocaleOf(business) }
  const { name, description, website, timeZone, locale, hours } = business
  const isShown =
    hasAllAnswers(collected) && (await wereAnswersShown(queries, session.id, collected.version))
  const answers = await listAnswers(queries, session.jobId ?? '')
  return {
    job: { ...job, answers: taughtAnswersOf(answers), translations },
    // With the files that have just arrived, so that they are not asked for.
    fields: fieldStatesOf(withAttached(collected, { inbound: toAnswer }, at), isAgreed(latest)),
    history: history.map(toTurnMessage),
    inbound: toAnswer,
    phase: phaseOf(collected, job.behaviour, isShown),
    agreed: agreed.map(toAgreed),
    isChange: latest.proposed !== null,
    openQuestions: await listOpenQuestionsInChat(queries, session.id, answers),
    ...(session.summary !== null && { summary: session.summary.text }),
    customer: await readCustomer(queries, session, business),
    facts: [
      ...ownerFacts(history, { timeZone, locale }),
      ...sets.flatMap((set) => decisionFacts(set, locale)),
      ...(isEdited ? await editFacts(queries, session.id) : []),
    ],
    ...(isEdited && { isEdited }),
    business: { name, description, website, timeZone, locale, hours },
    now,
  }
}

interface MessageRange {
  /** The position in the chat after which the range starts. */
  after: number | undefined
  before?: number | SQLWrapper
  limit: number
}

/** The latest messages of a range, oldest first. */
export async function listLatestMessages(
  queries: Queries,
  sessionId: string,
  { after = 0, before, limit }: MessageRange,
): Promise<MessageRow[]> {
  const rows = await queries
    .select(messageColumns)
    .from(messages)
    .where(
      and(
        eq(messages.sessionId, sessionId),
        gt(messages.seq, after),
        before === undefined ? undefined : lt(messages.seq, before),
        ne(messages.type, 'event'),
        isNull(messages.deletedAt),
      ),
    )
    .orderBy(desc(messages.seq))
    .limit(limit)
  return rows.toReversed()
}

/** How many messages of the previous chat are read. */
const maxMessagesRead = 20

/** The contact's name, and what the previous chat was about. */
async function readCustomer(
  queries: Queries,
  session: SessionRow,
  business: Business,
): Promise<Customer> {
  const { contactId, createdAt } = session
  const isEarlier = and(
    eq(chatSessions.contactId, contactId),
    lt(chatSessions.createdAt, createdAt),
  )
  const [found] = await queries
    .select({ name: contacts.name, last: { id: chatSessions.id, summary: chatSessions.summary } })
    .from(contacts)
    .leftJoin(chatSessions, isEarlier)
    .where(eq(contacts.id, contactId))
    .orderBy(desc(chatSessions.createdAt))
    .limit(1)
  const { name = '', last = null } = found ?? {}
  const lastChat = last === null ? '' : await readLastChat(queries, last, business)
  return { name, ...(lastChat !== '' && { lastChat }) }
}

/**
 * A recap of the previous chat, written without a model: the answers and, unless a field is sensitive,
 * the contact's questions.
 */
async function readLastChat(
  queries: Queries,
  last: Pick<SessionRow, 'id' | 'summary'>,
  business: Business,
): Promise<string> {
  const fields = fieldStatesOf(await readCollected(queries, last.id))
  if (fields.some(({ field }) => field.sensitive)) return recap({ fields, business }, [])
  const { summary } = last
  const rows = await listLatestMessages(queries, last.id, {
    after: summary?.upToSeq,
    limit: maxMessagesRead,
  })
  const asked = rows.filter(({ direction, text }) => direction === 'in' && /[?؟]/.test(text))
  const since = recap(
    { fields, business },
    asked.map(({ text }) => text),
  )
  // The answers come last, because they may have been corrected since the summary.
  return [summary?.text ?? '', since].filter((part) => part !== '').join('\n')
}

/**
 * Adds the question to choices that were tapped below an older message, because a bare yes would be read
 * as the answer to the present question.
 */
async function withQuestions(
  queries: Queries,
  inbound: readonly MessageRow[],
  asking: AskedFields,
): Promise<MessageRow[]> {
  const read: MessageRow[] = []
  for (const message of inbound) read.push(await withQuestion(queries, message, asking))
  return read
}

/** The fields of a chat and their translations. */
interface AskedFields {
  collected: Pick<CollectedAnswers, 'fields' | 'values'>
  translations: Translations
}

async function withQuestion(
  queries: Queries,
  message: MessageRow,
  { collected: { fields, values }, translations }: AskedFields,
): Promise<MessageRow> {
  const { ownerId, replyToId, type, text } = message
  if (type !== 'interactive' || replyToId === null) return message
  const [asked] = await findMessages(queries, ownerId, [replyToId])
  const tapped = asked?.choices?.options.find(({ title }) => title === text)
  if (asked === undefined || tapped === undefined) return message
  const key = keyOfChoice(tapped)
  const latest = await findLatestAsked(queries, message)
  const isAskedAgain = key !== confirmKey && keyOf(latest) === key
  const isOpen = asked.id === latest?.id || isAskedAgain
  if (isOpen && !Object.hasOwn(values, key)) return message
  const owners = fields.find((field) => field.key === key)?.label
  // The label is written in the language of the question, as the tapped choice is.
  const language = detectLanguage(asked.text) ?? ''
  const label =
    owners === undefined ? lastLineOf(asked.text) : translateText(owners, translations, language)
  return { ...message, text: `${label}: ${text}` }
}

/** The last message before this one that offered choices. */
async function findLatestAsked(
  queries: Queries,
  { sessionId, seq }: MessageRow,
): Promise<MessageRow | undefined> {
  const [row] = await queries
    .select(messageColumns)
    .from(messages)
    .where(
      and(
        eq(messages.sessionId, sessionId),
        lt(messages.seq, seq),
        eq(messages.author, 'assistant'),
        isNotNull(messages.choices),
      ),
    )
    .orderBy(desc(messages.seq))
    .limit(1)
  return row
}

function keyOf(message: MessageRow | undefined): string | undefined {
  const [first] = message?.choices?.options ?? []
  return first === undefined ? undefined : keyOfChoice(first)
}

const lastLineOf = (text: string): string => text.slice(text.lastIndexOf('\n') + 1)

/** A message as the model sees it. */
export function toTurnMessage(row: MessageRow): TurnMessage {
  const { id, author, createdAt: at } = row
  const text = wordsOf(row)
  const place = readPlace(row)
  const file = fileOf(row)
  const about = row.about === null ? {} : { about: { kind: row.about.kind, name: row.about.name } }
  const came = { ...(place !== undefined && { place }), ...(file !== undefined && { file }) }
  return { id, author, text, ...came, ...about, at }
}

const pair = /^(-?\d{1,2}(?:\.\d+)?), (-?\d{1,3}(?:\.\d+)?)$/

/** The location that a message shares: its text ends with the coordinates, below a name and an address. */
function readPlace({
  type,
  text,
}: Pick<MessageRow, 'type' | 'text'>): TurnMessage['place'] | undefined {
  if (type !== 'location') return undefined
  const lines = text.trim().split('\n')
  const [, latitude, longitude] = pair.exec(lines.at(-1) ?? '') ?? []
  if (latitude === undefined || longitude === undefined) return undefined
  const [name, ...address] = lines.slice(0, -1)
  return {
    latitude: Number(latitude),
    longitude: Number(longitude),
    ...(name !== undefined && { name: name.slice(0, 200) }),
    ...(address.length > 0 && { address: address.join('\n').slice(0, 500) }),
  }
}
