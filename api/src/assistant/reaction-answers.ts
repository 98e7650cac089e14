import { eq } from 'drizzle-orm'

import { findMessages } from '../chats/messages/messages.repo.ts'
import type { MessageRow } from '../chats/rows.ts'
import type { Queries } from '../database/database.ts'
import { assistantRuns } from '../database/schema.ts'
import { readEmojiAnswer } from '../form-data/emoji-answer.ts'
import { confirmKey } from './choices-for.ts'
import { readCollected } from './read-collected.ts'

/**
 * What of these messages says something to the assistant, oldest first: not what has no words that it
 * could read, and of the reactions the last one to the question whether everything is right.
 */
export async function onlyAnswers(
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
    else if (!isReplaced) answers.push(...(await readReaction(queries, row)))
  }
  return answers
}

/** A reaction as if the yes or the no below the question had been tapped; none to anything else. */
export async function readReaction(queries: Queries, row: MessageRow): Promise<MessageRow[]> {
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
