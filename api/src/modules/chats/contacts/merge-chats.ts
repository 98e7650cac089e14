import { inArray } from 'drizzle-orm'

import type { Queries } from '../../../platform/database/database.ts'
import { chatSessions, contacts } from '../../../platform/database/schema.ts'
import { dropProposals } from '../../answers/answer-sets.ts'
import type { ChatChange } from '../commit-chat-changes.ts'
import { cancelPendingReplies, type ChatUpdate } from '../messages/outbound.ts'
import type { ContactRow, SessionRow } from '../rows.ts'
import { lockSessionsOf, updateSession } from '../sessions/sessions.repo.ts'
import { stateColumns, nextState } from '../state/session-state.ts'

/** Moves the chats of several contacts to one; of two open chats on a channel the more recent stays open. */
export async function mergeChats(
  queries: Queries,
  kept: ContactRow,
  others: ContactRow[],
): Promise<ChatChange[]> {
  const otherIds = others.map(({ id }) => id)
  const sessions = await lockSessionsOf(queries, [kept.id, ...otherIds])
  const superseded = sessions.filter((session) => isSuperseded(session, sessions))
  const cancelled = new Map<string, ChatUpdate>()
  // Closed at once, not with the events: a contact cannot have two active chats on one channel.
  for (const session of superseded) {
    const closed = nextState(session, { type: 'close', at: new Date(), reason: 'idle' })
    if (typeof closed === 'string') continue
    cancelled.set(session.id, await cancelPendingReplies(queries, session, 'closed'))
    await dropProposals(queries, session.id)
    await updateSession(queries, session.id, { changes: stateColumns(closed), events: 0 })
  }
  await queries
    .update(chatSessions)
    .set({ contactId: kept.id })
    .where(inArray(chatSessions.contactId, otherIds))
  await queries.delete(contacts).where(inArray(contacts.id, otherIds))
  return sessions
    .filter(({ id, contactId }) => contactId !== kept.id || superseded.some((one) => one.id === id))
    .map((session) => {
      const { changes, events } = cancelled.get(session.id) ?? { changes: {}, events: [] }
      return { session, changes, events: [...events, { type: 'session.updated' }] }
    })
}

function isSuperseded(session: SessionRow, all: SessionRow[]): boolean {
  return (
    session.status === 'active' &&
    all.some(
      (other) =>
        other.status === 'active' &&
        other.channel === session.channel &&
        isMoreRecent(other, session),
    )
  )
}

function isMoreRecent(one: SessionRow, other: SessionRow): boolean {
  const difference = one.lastActivityAt.getTime() - other.lastActivityAt.getTime()
  return difference === 0 ? one.id > other.id : difference > 0
}
