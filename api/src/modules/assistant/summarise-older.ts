import { eq } from 'drizzle-orm'
import type { Logger } from 'pino'

import type { Database } from '../../platform/database/database.ts'
import { messages } from '../../platform/database/schema.ts'
import {
  type AiProvider,
  AiRefused,
  AiUnavailable,
  noUsage,
  toStorable,
  type Usage,
} from '../ai/ai-provider.ts'
import { maxSummaryLength, type TurnRequest } from '../ai/turn.ts'
import { commitMutation } from '../chats/chat-mutation.ts'
import type { MessageRow } from '../chats/rows.ts'
import { recordUsage, type RunRow } from '../chats/runs.ts'
import { findSession, lockSession } from '../chats/sessions/sessions.repo.ts'
import { minShown, listLatestMessages, maxShown, toTurnMessage } from './turn-request.ts'

/** What summarising needs. */
interface SummaryDeps {
  database: Database
  ai: AiProvider
  timings: { answerMs: number }
  log: Logger
}

/** At most this many messages are read for the first summary of a chat. */
const maxMessagesRead = 200

/**
 * The model sees only the latest messages of a long chat. Older ones are summarised, several at once,
 * and the summary is stored with the chat. A failure is only logged, because the answer does not need it.
 */
export async function summariseOlder(
  deps: SummaryDeps,
  run: RunRow,
  request: TurnRequest,
): Promise<TurnRequest> {
  if (request.history.length < maxShown) return request
  const { ai, log, timings } = deps
  const shown = request.history.slice(-minShown)
  const older = await listOlder(deps, run, shown[0]?.id ?? '')
  const last = older.at(-1)
  if (last === undefined) return request
  const startedAt = performance.now()
  const latency = () => Math.round(performance.now() - startedAt)
  try {
    const { summary, usage } = await ai.summarise(
      {
        ...(request.summary !== undefined && { earlier: request.summary }),
        messages: older.map(toTurnMessage),
        fields: request.fields,
        business: request.business,
      },
      { signal: AbortSignal.timeout(timings.answerMs / 4) },
    )
    const text = toStorable(summary).trim().slice(0, maxSummaryLength)
    if (text === '') return request
    await storeSummary(deps, run, { text, upToSeq: last.seq, usage, latencyMs: latency() })
    return { ...request, summary: text, history: shown }
  } catch (err) {
    log.warn({ err, runId: run.id }, 'a chat could not be summarised')
    const isPaid = err instanceof AiUnavailable || err instanceof AiRefused
    const spent = { usage: isPaid ? err.usage : noUsage, latencyMs: latency() }
    await recordUsage(deps.database.queries, run.id, spent)
    return request
  }
}

/** The messages before a given one that are in no summary yet, oldest first. */
async function listOlder(
  { database: { queries } }: SummaryDeps,
  { ownerId, sessionId }: RunRow,
  beforeId: string,
): Promise<MessageRow[]> {
  const session = await findSession(queries, ownerId, sessionId)
  const { seq, id } = messages
  const before = queries.select({ seq }).from(messages).where(eq(id, beforeId))
  return listLatestMessages(queries, sessionId, {
    after: session?.summary?.upToSeq,
    before,
    limit: maxMessagesRead,
  })
}

interface Summary {
  text: string
  upToSeq: number
  usage: Usage
  latencyMs: number
}

function storeSummary(
  { database, ai }: SummaryDeps,
  run: RunRow,
  { text, upToSeq, ...spent }: Summary,
): Promise<void> {
  return database.transaction(async (queries) => {
    const session = await lockSession(queries, run.ownerId, run.sessionId)
    if (session === undefined) return
    await recordUsage(queries, run.id, spent)
    // Another worker may have stored a later summary meanwhile.
    if ((session.summary?.upToSeq ?? 0) >= upToSeq) return
    const summary = { text, at: new Date().toISOString(), byModel: ai.model, upToSeq }
    await commitMutation(queries, { session, changes: { summary }, events: [] })
  })
}
