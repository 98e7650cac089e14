import { and, desc, eq, isNotNull, lt } from 'drizzle-orm'

import { findMessages, messageColumns } from '../chats/messages/messages.repo.ts'
import type { MessageRow } from '../chats/rows.ts'
import type { Queries } from '../database/database.ts'
import { messages } from '../database/schema.ts'
import type { Collected } from '../form-data/collected.ts'
import { confirmKey, keyOfChoice } from './choices-for.ts'

/**
 * Messages as they are to be read: what was tapped below an older question says which one it was, for
 * a bare yes would be taken as the answer to the question that is open now.
 */
export async function withQuestions(
  queries: Queries,
  inbound: readonly MessageRow[],
  collected: Pick<Collected, 'fields' | 'values'>,
): Promise<MessageRow[]> {
  const read: MessageRow[] = []
  for (const message of inbound) read.push(await withQuestion(queries, message, collected))
  return read
}

async function withQuestion(
  queries: Queries,
  message: MessageRow,
  { fields, values }: Pick<Collected, 'fields' | 'values'>,
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
  const label = fields.find((field) => field.key === key)?.label ?? lastLineOf(asked.text)
  return { ...message, text: `${label}: ${text}` }
}

/** What the contact was last given to tap when he wrote. */
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
