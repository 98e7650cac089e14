import { isAccountOpen } from '../../auth/auth.repo.ts'
import { isChannelLost } from '../../channel/channel-health.ts'
import type { Channels } from '../../channel/channel.ts'
import type { Queries } from '../../database/database.ts'
import { Problem } from '../../http/problem.ts'
import { lockContact } from '../contacts/contacts.repo.ts'
import type { ContactRow, SessionRow } from '../rows.ts'
import { findSession, lockCurrentSession, lockSession } from '../sessions/sessions.repo.ts'

export interface LockedChat {
  session: SessionRow
  contact: ContactRow
}

export const noSuchChat = () => new Problem('not_found', { detail: 'There is no such chat.' })

/**
 * Locks a chat and the person it is with, the person first as everywhere: whatever makes a chat
 * active waits here for whatever else might begin one. Meanwhile the account may have been closed.
 */
export async function lockChat(queries: Queries, ownerId: string, id: string): Promise<LockedChat> {
  const found = await findSession(queries, ownerId, id)
  if (found === undefined) throw noSuchChat()
  const contact = await lockContact(queries, ownerId, found.contactId)
  const session = await lockSession(queries, ownerId, id)
  if (contact === undefined || session === undefined) throw noSuchChat()
  if (!(await isAccountOpen(queries, ownerId))) throw noSuchChat()
  return { session, contact }
}

/** Nothing is sent to people who do not want it, nor over a channel that is not there. */
export async function requireReachable(
  queries: Queries,
  { session, contact }: LockedChat,
  channels: Channels,
): Promise<void> {
  if (contact.optedOutAt !== null) throw new Problem('opted_out')
  if (contact.blockedAt !== null) {
    throw new Problem('conflict', { detail: 'The contact is blocked. Unblock it first.' })
  }
  const isMissing = channels[session.channel] === undefined
  if (isMissing || (await isChannelLost(queries, session))) {
    throw new Problem('channel_disconnected')
  }
}

/** An ended chat can go on only while no other one does. */
export async function requireCurrent(queries: Queries, { session }: LockedChat): Promise<void> {
  if (session.status === 'active') return
  const current = await lockCurrentSession(queries, session.contactId, session.channel)
  if (current === undefined || current.status !== 'active') return
  throw new Problem('conflict', {
    detail: 'There is a newer chat with this contact. Write there.',
    meta: { activeSessionId: current.id },
  })
}
