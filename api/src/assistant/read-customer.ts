import { and, desc, eq, gt, isNull, lt, ne } from 'drizzle-orm'

import { summarise } from '../ai/scripted/summarise.ts'
import type { Customer } from '../ai/turn.ts'
import { messageColumns } from '../chats/messages/messages.repo.ts'
import type { SessionRow } from '../chats/rows.ts'
import type { Queries } from '../database/database.ts'
import { chatSessions, contacts, messages } from '../database/schema.ts'
import { fieldStatesOf } from './field-states.ts'
import { readCollected } from './read-collected.ts'
import { toTurnMessage } from './turn-message.ts'

/** So many messages tell what it was about. */
const mostRead = 20

/** Whom a provider answers: his name, and what the chat before this one was about. */
export async function readCustomer(queries: Queries, session: SessionRow): Promise<Customer> {
  const [contact] = await queries
    .select({ name: contacts.name })
    .from(contacts)
    .where(eq(contacts.id, session.contactId))
  const lastChat = await readLastChat(queries, session)
  return { name: contact?.name ?? '', ...(lastChat !== '' && { lastChat }) }
}

/**
 * In few words: the answers, and what was asked, unless some answer is nobody's business. No model is
 * asked for it.
 */
async function readLastChat(
  queries: Queries,
  { contactId, createdAt }: SessionRow,
): Promise<string> {
  const [last] = await queries
    .select({ id: chatSessions.id, summary: chatSessions.summary })
    .from(chatSessions)
    .where(and(eq(chatSessions.contactId, contactId), lt(chatSessions.createdAt, createdAt)))
    .orderBy(desc(chatSessions.createdAt))
    .limit(1)
  if (last === undefined) return ''
  const fields = fieldStatesOf(await readCollected(queries, last.id))
  if (fields.some(({ field }) => field.sensitive)) return summarise({ messages: [], fields })
  const told = last.summary
  const rows = await queries
    .select(messageColumns)
    .from(messages)
    .where(
      and(
        eq(messages.sessionId, last.id),
        gt(messages.seq, told?.upToSeq ?? 0),
        ne(messages.type, 'event'),
        isNull(messages.deletedAt),
      ),
    )
    .orderBy(desc(messages.seq))
    .limit(mostRead)
  const since = summarise({ messages: rows.toReversed().map(toTurnMessage), fields })
  // The answers come last: they may have been corrected since.
  return [told?.text ?? '', since].filter((part) => part !== '').join('\n')
}
