import { and, asc, between, desc, eq, gt, isNull, max, ne, notInArray, sql } from 'drizzle-orm'

import type { Queries } from '../../platform/database/database.ts'
import { assistantRuns, messages } from '../../platform/database/schema.ts'
import { readEmojiAnswer } from '../answers/read-choice.ts'
import { findMessages, messageColumns } from '../chats/messages/messages.repo.ts'
import type { MessageRow } from '../chats/rows.ts'
import { selectAnsweredSeq, type RunRow } from '../chats/runs.ts'
import { confirmKey } from './choices.ts'
import { readCollected } from './collected.ts'

/** The most messages that are answered at once; of more, the latest. */
export const maxUnanswered = 50

/**
 * The contact's messages since the last answer, oldest first. Replies that were not sent, and notices of
 * the product itself, do not count as answers.
 */
export async function listUnanswered(queries: Queries, sessionId: string): Promise<MessageRow[]> {
  const answered = selectAnsweredSeq(queries, sessionId)
  const isLater = and(eq(messages.sessionId, sessionId), gt(messages.seq, answered))
  const ownerReplied = queries
    .select({ seq: max(messages.seq) })
    .from(messages)
    // An unreadable message of the owner may be no answer.
    .where(and(isLater, eq(messages.author, 'owner'), ne(messages.type, 'unsupported')))
  const rows = await queries
    .select(messageColumns)
    .from(messages)
    .where(
      and(isFromContact(sessionId), gt(messages.seq, sql`coalesce(${ownerReplied}, ${answered})`)),
    )
    .orderBy(desc(messages.seq))
    .limit(maxUnanswered)
  return rows.toReversed()
}

/** Selects the contact's messages in a chat that are not deleted. */
const isFromContact = (sessionId: string) =>
  and(eq(messages.sessionId, sessionId), eq(messages.direction, 'in'), isNull(messages.deletedAt))

/** The id of the contact's last message, answered or not, without reactions. */
export async function findLastStatementId(
  queries: Queries,
  sessionId: string,
): Promise<string | undefined> {
  const [row] = await queries
    .select({ id: messages.id })
    .from(messages)
    .where(and(isFromContact(sessionId), notInArray(messages.type, ['reaction', 'unsupported'])))
    .orderBy(desc(messages.seq))
    .limit(1)
  return row?.id
}

export interface ToAnswer {
  /** Oldest first. */
  inbound: MessageRow[]
  /** They were answered before, but a file arrived later or they were edited. */
  isLate: boolean
}

/** The messages that a run has to answer: all unanswered ones, or else those that it was started for. */
export async function listToAnswer(
  queries: Queries,
  { sessionId, seqFrom, seqTo }: Pick<RunRow, 'sessionId' | 'seqFrom' | 'seqTo'>,
): Promise<ToAnswer> {
  const inbound = await keepAnswerable(queries, await listUnanswered(queries, sessionId))
  if (inbound.length > 0 || seqFrom === null || seqTo === null) return { inbound, isLate: false }
  const rows = await queries
    .select(messageColumns)
    .from(messages)
    .where(and(isFromContact(sessionId), between(messages.seq, seqFrom, seqTo)))
    .orderBy(asc(messages.seq))
  return { inbound: await keepAnswerable(queries, rows), isLate: true }
}

/**
 * The messages that the assistant can answer, oldest first: without unreadable ones, and of the reactions
 * only the last one to the question whether everything is right.
 */
export async function keepAnswerable(
  queries: Queries,
  rows: readonly MessageRow[],
): Promise<MessageRow[]> {
  const answers: MessageRow[] = []
  for (const row of rows) {
    if (row.type === 'unsupported') continue
    const isReplaced = rows.some(
      ({ type, replyToId, seq }) =>
        type === 'reaction' && replyToId === row.replyToId && seq > row.seq,
    )
    if (row.type !== 'reaction') answers.push(row)
    else if (!isReplaced) answers.push(...(await reactionAsAnswer(queries, row)))
  }
  return answers
}

/** Turns a reaction to the confirmation question into a tapped yes or no; empty for other reactions. */
export async function reactionAsAnswer(queries: Queries, row: MessageRow): Promise<MessageRow[]> {
  const { ownerId, sessionId, replyToId, reaction } = row
  const isYes = readEmojiAnswer(reaction ?? '')
  if (isYes === undefined || replyToId === null) return []
  const [asked] = await findMessages(queries, ownerId, [replyToId])
  const key = `${confirmKey}:${isYes ? 'yes' : 'no'}`
  const tapped = asked?.choices?.options.find(({ id }) => id === key)
  if (asked?.runId == null || tapped === undefined) return []
  const { version } = await readCollected(queries, sessionId)
  const [run] = await queries
    .select({ result: assistantRuns.result })
    .from(assistantRuns)
    .where(eq(assistantRuns.id, asked.runId))
  // The answers may have changed since they were shown.
  if (run?.result?.confirms !== version) return []
  return [{ ...row, type: 'interactive', text: tapped.title }]
}
