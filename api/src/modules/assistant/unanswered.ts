import { and, asc, between, desc, eq, gt, isNull, max, ne, notInArray, sql } from 'drizzle-orm'

import { findMessages, messageColumns } from '../chats/messages/messages.repo.ts'
import type { MessageRow } from '../chats/rows.ts'
import type { Queries } from '../../platform/database/database.ts'
import { assistantRuns, messages } from '../../platform/database/schema.ts'
import { readEmojiAnswer } from '../answers/read-choice.ts'
import { readCollected } from './collected.ts'
import { selectAnsweredSeq, type RunRow } from '../chats/runs.ts'
import { confirmKey } from './write-reply.ts'

/** More than these, the latest, nobody answers at once. */
export const maxUnanswered = 50

/**
 * What the contact wrote since anybody answered, oldest first. A reply of the assistant that was
 * held back, and words of the product itself, are no answer.
 */
export async function listUnanswered(queries: Queries, sessionId: string): Promise<MessageRow[]> {
  const answered = selectAnsweredSeq(queries, sessionId)
  const isLater = and(eq(messages.sessionId, sessionId), gt(messages.seq, answered))
  const ownerReplied = queries
    .select({ seq: max(messages.seq) })
    .from(messages)
    // What cannot be read may be no answer.
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

/** What the contact has written in a chat and not deleted since. */
const isFromContact = (sessionId: string) =>
  and(eq(messages.sessionId, sessionId), eq(messages.direction, 'in'), isNull(messages.deletedAt))

/** The last that the contact said, answered or not; a reaction is no saying. */
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
  /** They were answered before: a file of theirs has come later, or they say something else now. */
  isLate: boolean
}

/** What a run is to answer: all that nobody has answered, or else what it was begun for. */
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
 * What of these messages says something to the assistant, oldest first: not what has no words that it
 * could read, and of the reactions the last one to the question whether everything is right.
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

/** A reaction as if the yes or the no below the question had been tapped; none to anything else. */
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
  // What was shown there may have been changed since.
  if (run?.result?.confirms !== version) return []
  return [{ ...row, type: 'interactive', text: tapped.title }]
}
