import { type Contact, updateContactCall } from '@errand/contract/chats/session'
import { eq } from 'drizzle-orm'
import type * as z from 'zod/mini'

import type { OwnerCalls } from '../../../platform/calls/answer-calls.ts'
import type { Queries, Database } from '../../../platform/database/database.ts'
import { chatSessions } from '../../../platform/database/schema.ts'
import { Problem } from '../../../platform/http/problem.ts'
import { type ChatChange, commitAllChatChanges } from '../commit-chat-changes.ts'
import { readUpTo } from '../messages/mark-read.ts'
import { findLastMessage } from '../messages/messages.repo.ts'
import { cancelPendingReplies } from '../messages/outbound.ts'
import type { ContactRow, SessionRow } from '../rows.ts'
import { toContact } from '../session-view.ts'
import { lockCurrentSessions, type SessionChanges } from '../sessions/sessions.repo.ts'
import { stateColumns, nextState } from '../state/session-state.ts'
import { lockContact, updateContact } from './contacts.repo.ts'

/** /api/chats/contacts: the contacts of an owner. */
export function contactsRoutes(on: OwnerCalls, { database }: { database: Database }) {
  on(updateContactCall, {
    summary: 'Rename, block or opt out a contact',
    leaves: 'nothing',
    description: 'Absent members stay as they are. Blocking or opting out closes the chat.',
  }).answer(async ({ body, ...target }) => ({
    success: true,
    contact: await database.transaction((queries) => changeContact(queries, target, body)),
  }))
}

/** Renames, blocks or opts out a contact; blocking or opting out closes the open chats. */
async function changeContact(
  queries: Queries,
  { ownerId, id }: { ownerId: string; id: string },
  { name, blocked, optedOut }: z.output<(typeof updateContactCall)['body']>,
): Promise<Contact> {
  const before = await lockContact(queries, ownerId, id)
  if (before === undefined) throw new Problem('not_found', { detail: 'There is no such contact.' })
  const at = new Date()
  const contact = await updateContact(queries, before, {
    name: name ?? before.name,
    blockedAt: toggledAt(before.blockedAt, blocked, at),
    optedOutAt: toggledAt(before.optedOutAt, optedOut, at),
  })
  const chats = []
  for (const session of await lockCurrentSessions(queries, id)) {
    chats.push(await closeIfUnreachable(queries, { session, contact, at }))
  }
  await commitAllChatChanges(queries, chats)
  const total = await queries.$count(chatSessions, eq(chatSessions.contactId, id))
  return toContact(contact, Math.max(0, total - 1))
}

/** The time at which a setting was turned on; it stays while the setting does. */
function toggledAt(before: Date | null, wanted: boolean | undefined, at: Date): Date | null {
  if (wanted === undefined) return before
  return wanted ? (before ?? at) : null
}

async function closeIfUnreachable(
  queries: Queries,
  { session, contact, at }: { session: SessionRow; contact: ContactRow; at: Date },
): Promise<ChatChange> {
  const changed: ChatChange = { session, events: [{ type: 'session.updated' }] }
  const isBlocked = contact.blockedAt !== null
  if (!isBlocked && contact.optedOutAt === null) return changed
  const reason = isBlocked ? 'blocked' : 'opted_out'
  const state = nextState(session, { type: 'close', at, reason })
  if (typeof state === 'string') return changed
  const cancelled = await cancelPendingReplies(queries, session)
  const read = isBlocked ? await markAllRead(queries, session, at) : {}
  return {
    ...changed,
    changes: { ...stateColumns(state), ...cancelled.changes, ...read },
    events: [...cancelled.events, ...changed.events],
  }
}

/** Marks the messages of a blocked contact as read, so that they ask for no attention. */
async function markAllRead(
  queries: Queries,
  { id: sessionId, unreadCount }: SessionRow,
  at: Date,
): Promise<SessionChanges> {
  if (unreadCount === 0) return {}
  const last = await findLastMessage(queries, sessionId)
  if (last === undefined) return {}
  await readUpTo(queries, { sessionId, seq: last.seq, at })
  return { unreadCount: 0, lastReadMessageId: last.id }
}
