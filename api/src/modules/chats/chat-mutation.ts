import { and, desc, eq, isNotNull, sql } from 'drizzle-orm'

import type { Queries } from '../../platform/database/database.ts'
import { assistantRuns, messages } from '../../platform/database/schema.ts'
import type { Queue } from '../../platform/queue/queue.ts'
import { detectLanguage } from '../ai/language/detect-language.ts'
import { findVersion } from '../jobs/job-versions.ts'
import { english, phrasesFor, type Phrases } from '../phrases/phrases.ts'
import { commitChatChanges, type ChatEvent } from './commit-chat-changes.ts'
import { queueMessage, type OutboundMessage } from './messages/outbound.ts'
import type { SessionRow } from './rows.ts'
import { toShownRunState, toRunEvent, type RunRow } from './runs.ts'
import { afterMessage, type SessionChanges } from './sessions/sessions.repo.ts'

/** A locked chat, with the changes and events that a transaction has collected so far. */
export interface ChatMutation {
  session: SessionRow
  changes: SessionChanges
  events: ChatEvent[]
}

/** The chat as it will be after the changes. */
export const preview = ({ session, changes }: ChatMutation): SessionRow =>
  ({ ...session, ...changes }) as SessionRow

/** Adds changes and events. */
export const withMore = (
  chat: ChatMutation,
  changes: SessionChanges,
  ...events: ChatEvent[]
): ChatMutation => ({
  session: chat.session,
  changes: { ...chat.changes, ...changes },
  events: [...chat.events, ...events],
})

/** Queues a message to the contact, which is sent after the transaction. */
export async function queueReply(
  queries: Queries,
  queue: Queue,
  chat: ChatMutation,
  outbound: OutboundMessage,
): Promise<ChatMutation> {
  const session = preview(chat)
  const message = await queueMessage(queries, queue, { session, message: outbound })
  if (message === undefined) return chat
  return withMore(chat, afterMessage(session, message), { type: 'message.created', message })
}

/** Shows the state of a run in its chat. */
export const withRunState = (chat: ChatMutation, run: RunRow): ChatMutation =>
  withMore(chat, { run: toShownRunState(run.state) }, toRunEvent(run))

/** Adds reasons why the chat needs its owner's attention. */
export const withAttention = (
  chat: ChatMutation,
  ...marks: SessionRow['attention']
): ChatMutation =>
  withMore(chat, { attention: [...new Set([...preview(chat).attention, ...marks])] })

/** Stores the collected changes of a locked chat and publishes the events. */
export async function commitMutation(queries: Queries, chat: ChatMutation): Promise<void> {
  const { session, changes, events } = chat
  await commitChatChanges(queries, {
    session,
    changes,
    events: [...events, { type: 'session.updated' }],
  })
}

/** The version of the job that the chat uses; undefined if it is gone. */
export async function readSnapshot(queries: Queries, { jobId, jobVersion }: SessionRow) {
  if (jobId === null || jobVersion === null) return undefined
  return (await findVersion(queries, jobId, jobVersion))?.snapshot
}

/** How many of the contact's latest texts are tried: an "ok" alone has no language. */
const maxTexts = 10

/** The product's own sentences in the language of a chat. */
export async function readPhrases(
  queries: Queries,
  session: SessionRow,
  { locale }: { locale: string },
): Promise<Phrases> {
  const language = (await languageOf(queries, session)) ?? locale
  return phrasesFor(language) ?? english
}

/** The language of the job, else the one that the model found last, else the one detected in the texts. */
async function languageOf(queries: Queries, session: SessionRow): Promise<string | undefined> {
  const { language: wanted = 'auto' } = (await readSnapshot(queries, session)) ?? {}
  if (wanted !== 'auto') return wanted
  return (
    (await lastRunLanguage(queries, session.id)) ??
    (await languageOfLatestTexts(queries, session.id))
  )
}

async function lastRunLanguage(queries: Queries, sessionId: string): Promise<string | undefined> {
  const { result, createdAt } = assistantRuns
  const [run] = await queries
    .select({ language: sql<string>`${result} ->> 'language'` })
    .from(assistantRuns)
    .where(and(eq(assistantRuns.sessionId, sessionId), isNotNull(result)))
    .orderBy(desc(createdAt))
    .limit(1)
  return run?.language
}

async function languageOfLatestTexts(
  queries: Queries,
  sessionId: string,
): Promise<string | undefined> {
  const rows = await queries
    .select({ text: messages.text })
    .from(messages)
    .where(and(eq(messages.sessionId, sessionId), eq(messages.direction, 'in')))
    .orderBy(desc(messages.seq))
    .limit(maxTexts)
  for (const { text } of rows) {
    const language = detectLanguage(text)
    if (language !== undefined) return language
  }
  return undefined
}
