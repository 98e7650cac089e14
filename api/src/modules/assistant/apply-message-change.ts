import { and, eq, gte, inArray, isNotNull } from 'drizzle-orm'

import type { Queries } from '../../platform/database/database.ts'
import { assistantRuns, messages } from '../../platform/database/schema.ts'
import type { Queue } from '../../platform/queue/queue.ts'
import { readPreferences } from '../account/settings-view.ts'
import type { AiProvider } from '../ai/ai-provider.ts'
import type { FieldRequest, TurnMessage } from '../ai/turn.ts'
import type { CollectedAnswers, FormDataRow, NewAnswers, Origin } from '../answers/collected.ts'
import { listFormData, storeSet } from '../answers/form-data.service.ts'
import { mergeAnswers } from '../answers/merge-answers.ts'
import { isAgreed, withContactAnswers, withoutMessage, withProposal } from '../answers/proposals.ts'
import { fold, answerLocaleOf } from '../answers/reading.ts'
import { preview, withMore, type ChatMutation } from '../chats/chat-mutation.ts'
import type { ContactRow, MessageRow } from '../chats/rows.ts'
import { isWorking, lockOpenRuns } from '../chats/runs.ts'
import { scheduleRun, restartRun } from './schedule-run.ts'
import { readSlotsFor } from './slots.ts'
import { messageWithQuote } from './turn-answers.ts'
import { toTurnMessage } from './turn-request.ts'
import { findLastStatementId, listUnanswered } from './unanswered.ts'

/** A message of the contact before and after its change. */
interface Changed {
  before: MessageRow
  message: MessageRow
}

/** What applying an edit needs. */
export interface EditDeps {
  queries: Queries
  queue: Queue
  ai: Pick<AiProvider, 'readField'>
}

interface Edited extends Changed {
  contact: ContactRow
  at: Date
  /** When the webhook arrived. */
  receivedAt: Date
}

/**
 * Applies a contact's edit: updates the answers that came from the message and, if the assistant drives
 * the chat, has it read the message again; not if it gave no answer and the chat has moved on since.
 */
export async function applyEdit(
  { queries, queue, ai }: EditDeps,
  chat: ChatMutation,
  { before, message, contact, at, receivedAt }: Edited,
): Promise<ChatMutation> {
  const { id: sessionId, handler, status } = preview(chat)
  const sources = await listSources(queries, message)
  const followed = await updateAnswersFrom({ queries, ai }, chat, { before, message, sources })
  const isAssistantDriving = handler === 'assistant' && status === 'active'
  if (!isAssistantDriving || withoutPunctuation(before.text) === withoutPunctuation(message.text))
    return followed
  const working = (await lockOpenRuns(queries, sessionId)).find(isWorking)
  // A waiting run will read the new text when it is due.
  if (working?.state === 'waiting') return followed
  const unanswered = await listUnanswered(queries, sessionId)
  const isOpen = unanswered.some(({ id }) => id === message.id)
  const isLast = (await findLastStatementId(queries, sessionId)) === message.id
  // The assistant talks about the latest answers alone.
  const isTalkedAbout = sources.some((set) => set.isLatest)
  if (!isTalkedAbout && !isOpen && !isLast) return followed
  const written = { chat: followed, contact, message: { ...message, createdAt: at }, receivedAt }
  return scheduleRun(queries, queue, { ...written, isEdited: true })
}

/** Drops punctuation at the end, whose change alone needs no new answer. */
const withoutPunctuation = (text: string): string => fold(text).replace(/[\s.,!…]+$/u, '')

/** Applies a contact's deletion: answers from the message, and quotes of it, are removed. */
export async function applyDeletion(
  queries: Queries,
  chat: ChatMutation,
  { before, message }: Changed,
): Promise<ChatMutation> {
  await redactQuotes(queries, before)
  const sources = await listSources(queries, message)
  const followed = await updateAnswersFrom({ queries }, chat, { before, message, sources })
  const working = (await lockOpenRuns(queries, preview(chat).id)).find(isWorking)
  if (working === undefined || working.state === 'waiting') return followed
  return restartRun(queries, followed, { message, working })
}

/** The sets of answers of which one came from this message. */
async function listSources(
  queries: Queries,
  { id, sessionId }: Pick<MessageRow, 'id' | 'sessionId'>,
): Promise<FormDataRow[]> {
  const sets = await listFormData(queries, sessionId)
  return sets.filter(({ meta, suggestions, proposed }) =>
    [...Object.values(meta), ...suggestions, ...Object.values(proposed?.meta ?? {})].some(
      ({ messageId }) => messageId === id,
    ),
  )
}

type Reading = Pick<EditDeps, 'queries'> & Partial<Pick<EditDeps, 'ai'>>

/** Updates the answers that came from a changed message. The chat is locked. */
async function updateAnswersFrom(
  reading: Reading,
  chat: ChatMutation,
  { sources, ...changed }: Changed & { sources: readonly FormDataRow[] },
): Promise<ChatMutation> {
  let isChanged = false
  for (const row of sources) {
    isChanged = (await updateSet(reading, { chat, row, ...changed })) || isChanged
  }
  return isChanged ? withMore(chat, {}, { type: 'form_data.updated' }) : chat
}

/**
 * Updates one set of answers. If the message has no such answer any more, the assistant asks again; in a
 * chat that the owner drives, the answer stays without its quote. What is agreed stays as well: a change
 * of it is proposed, or suggested to the owner where nobody asks for a yes.
 */
async function updateSet(
  { queries, ai }: Reading,
  { chat, row, before: old, message }: Changed & { chat: ChatMutation; row: FormDataRow },
): Promise<boolean> {
  const { ownerId, handler, status } = preview(chat)
  const { business } = await readPreferences(queries, ownerId)
  const isAsked = handler === 'assistant' && status === 'active' && row.isLatest
  const isDeleted = message.deletedAt !== null
  const present = isDeleted ? withoutMessage(row, message.id) : row
  const before = withProposal(present)
  const isKept = isAgreed(row)
  const texts = { old: old.text, now: toTurnMessage(message) }
  const { timeZone, hours } = business
  const answered = await readAgain()
  const news: NewAnswers = {
    ...answered,
    source: 'contact',
    isProposal: isKept,
    doubtful: isKept && !isAsked ? Object.keys(answered.answers) : [],
    at: new Date(),
    place: answerLocaleOf(business),
    calendar: { now: new Date(), timeZone, hours },
  }
  const slots = await readSlotsFor(queries, preview(chat), { ...row, ...before }, news)
  const { collected } = mergeAnswers(before, { ...news, slots })
  const set = withContactAnswers(present, withoutQuotes(collected, message))
  return (await storeSet(queries, row, withoutQuotes(set, message))).isChanged

  async function readAgain(): Promise<
    Pick<NewAnswers, 'answers'> & { origins: Record<string, Origin> }
  > {
    const answers: Record<string, unknown> = {}
    const origins: Record<string, Origin> = {}
    for (const field of before.fields) {
      const { key } = field
      const meta = before.meta[key]
      if (meta?.messageId !== message.id || !Object.hasOwn(before.values, key)) continue
      const quote = meta.evidence
      // Files and locations do not depend on the text.
      if (!isDeleted && (quote === undefined || containsQuote(message, quote))) continue
      const passages = isDeleted || quote === undefined ? [] : passagesToRead(texts, quote)
      const found = await readFirstAnswer(
        ai,
        passages.map((place) => ({ field, message: place, business })),
      )
      if (found !== undefined) {
        answers[key] = found.value
        origins[key] = { messageId: message.id, evidence: found.evidence, confidence: 0.9 }
      } else if (!isKept && (isAsked || (isDeleted && field.type === 'file'))) {
        answers[key] = null
      }
    }
    return { answers, origins }
  }
}

/** Reads the answer from the first passage that has one. */
async function readFirstAnswer(ai: EditDeps['ai'] | undefined, places: FieldRequest[]) {
  for (const place of places) {
    const reading = await ai?.readField(place)
    if (reading !== undefined) return reading
  }
  return undefined
}

const containsQuote = (message: MessageRow, quote: string): boolean =>
  messageWithQuote({ history: [], inbound: [toTurnMessage(message)] }, quote) !== undefined

/** The passages to read: the text that replaced the quote, then the whole message. */
function passagesToRead(
  { old, now }: { old: string; now: TurnMessage },
  quote: string,
): TurnMessage[] {
  const at = old.indexOf(quote)
  if (at === -1) return [now]
  const [start, end] = [old.slice(0, at), old.slice(at + quote.length)]
  const isOnlyQuoteChanged =
    now.text.length > start.length + end.length &&
    now.text.startsWith(start) &&
    now.text.endsWith(end)
  if (!isOnlyQuoteChanged) return [now]
  return [{ ...now, text: now.text.slice(start.length, now.text.length - end.length) }, now]
}

/** Removes quotes that the message no longer contains, and a deleted message as a source. */
function withoutQuotes<Answers extends CollectedAnswers>(
  collected: Answers,
  message: MessageRow,
): Answers {
  const isDeleted = message.deletedAt !== null
  const isGone = ({ messageId, evidence }: Origin) =>
    messageId === message.id &&
    (isDeleted || (evidence !== undefined && !containsQuote(message, evidence)))
  const { meta, suggestions } = collected
  if (![...Object.values(meta), ...suggestions].some(isGone)) return collected
  const kept = Object.entries(meta).map(([key, one]) => {
    const { evidence: _words, messageId, ...rest } = one
    const source = isDeleted || messageId === undefined ? {} : { messageId }
    return [key, isGone(one) ? { ...rest, ...source } : one]
  })
  return {
    ...collected,
    meta: Object.fromEntries(kept),
    suggestions: suggestions.filter((suggestion) => !isGone(suggestion)),
  }
}

/** Removes quotes of a deleted message from the results of runs and from replies. */
async function redactQuotes(queries: Queries, { sessionId, seq, text }: MessageRow): Promise<void> {
  const { id, result } = assistantRuns
  const runs = await queries
    .select({ id, result })
    .from(assistantRuns)
    .where(
      and(eq(assistantRuns.sessionId, sessionId), gte(assistantRuns.seqTo, seq), isNotNull(result)),
    )
  const isFrom = ({ evidence = '' }: { evidence?: string | undefined }) =>
    evidence !== '' && text.includes(evidence)
  const withoutWords = <T extends { evidence?: string | undefined }>(read: T): T => {
    const { evidence: _words, ...rest } = read
    return isFrom(read) ? (rest as T) : read
  }
  const quoting = runs.flatMap(({ id: runId, result: kept }) =>
    kept !== null && (kept.read.some(isFrom) || isFrom({ evidence: kept.unanswered }))
      ? [{ id: runId, result: kept }]
      : [],
  )
  for (const run of quoting) {
    const { unanswered, ...rest } = run.result
    const isKept = unanswered !== undefined && !isFrom({ evidence: unanswered })
    const read = rest.read.map(withoutWords)
    await queries
      .update(assistantRuns)
      .set({ result: { ...rest, read, ...(isKept && { unanswered }) } })
      .where(eq(id, run.id))
  }
  if (quoting.length === 0) return
  const replies = await queries
    .select({ id: messages.id, ai: messages.ai })
    .from(messages)
    .where(
      inArray(
        messages.runId,
        quoting.map((run) => run.id),
      ),
    )
  for (const reply of replies) {
    const extracted = reply.ai?.extracted
    if (reply.ai === null || extracted === undefined) continue
    const ai = { ...reply.ai, extracted: extracted.map(withoutWords) }
    await queries.update(messages).set({ ai }).where(eq(messages.id, reply.id))
  }
}
