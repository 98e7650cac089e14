import type { MessageError } from '@errand/contract/chats/message'
import { eq } from 'drizzle-orm'

import { isAccountOpen } from '../auth/auth.repo.ts'
import type { Meter } from '../billing/meter.ts'
import { changeStatus, lockForStatus } from '../chats/apply-status.ts'
import { findMessage, updateMessage } from '../chats/messages/messages.repo.ts'
import type { ContactRow, MessageRow, SessionRow } from '../chats/rows.ts'
import { updateSession } from '../chats/sessions/sessions.repo.ts'
import type { Queries } from '../database/database.ts'
import { contacts, messages } from '../database/schema.ts'
import { chargeSending } from './charge-sending.ts'
import { refusals } from './refusals.ts'

/** A message that a worker has taken: nobody can call it back any more. */
export interface Taken {
  session: SessionRow
  message: MessageRow
  contact: ContactRow
  replyTo: MessageRow | undefined
}

/** Takes a message to send it; nothing when it is not to be sent any more. */
export async function takeMessage(
  queries: Queries,
  meter: Meter,
  { messageId, attempt }: { messageId: string; attempt: number },
): Promise<Taken | undefined> {
  const [found] = await queries
    .select({ id: messages.id, ownerId: messages.ownerId, sessionId: messages.sessionId })
    .from(messages)
    .where(eq(messages.id, messageId))
  const locked = found === undefined ? undefined : await lockForStatus(queries, found)
  if (locked === undefined || !isWaiting(locked.message, attempt)) return undefined
  const { session, message } = locked
  if (!(await isAccountOpen(queries, message.ownerId))) return undefined
  const contact = await findContact(queries, session.contactId)
  const error = refusalOf({ session, message, contact })
  const charged =
    error === undefined ? await chargeSending(queries, meter, { session, message }) : undefined
  if (charged === undefined) {
    const report = { status: 'failed', at: new Date(), error: error ?? refusals.unpaid } as const
    await changeStatus(queries, meter, { session, message, report })
    return undefined
  }
  await updateMessage(queries, message.id, { heldUntil: null, ...charged.message })
  // Told of with what comes of the sending.
  await updateSession(queries, session.id, { changes: charged.session, events: 0 })
  const { replyToId, ownerId } = message
  const replyTo = replyToId === null ? undefined : await findMessage(queries, ownerId, replyToId)
  return { session, message, contact, replyTo }
}

/** Taken back, sent by another worker, or tried again since: then there is nothing to do. */
export function isWaiting({ status, attempts }: MessageRow, attempt: number): boolean {
  return status === 'queued' && attempts === attempt
}

/** What was allowed when it was written may not be any more. */
function refusalOf({
  session,
  message,
  contact,
}: Omit<Taken, 'replyTo'>): MessageError | undefined {
  // Our own word about the opt-out is the last one that goes out.
  if (message.author === 'system') return undefined
  if (contact.optedOutAt !== null || contact.blockedAt !== null) return refusals.unwanted
  const isOpen = session.windowExpiresAt !== null && session.windowExpiresAt > new Date()
  return message.type === 'text' && !isOpen ? refusals.windowClosed : undefined
}

async function findContact(queries: Queries, id: string): Promise<ContactRow> {
  const [row] = await queries.select().from(contacts).where(eq(contacts.id, id))
  if (row === undefined) throw new Error(`The contact ${id} is gone`)
  return row
}
