import { cleanName, hasVisibleText } from '@errand/contract/visible-text'

import type { Queries } from '../../database/database.ts'
import { cancelWaiting, type Removed } from '../messages/remove-messages.ts'
import type { ChatChange } from '../publish-chat.ts'
import type { ContactRow, SessionRow } from '../rows.ts'
import { lockSessionsOf, updateSession } from '../sessions/sessions.repo.ts'
import { next } from '../state/next-state.ts'
import { columnsOf } from '../state/session-state.ts'
import * as repo from './contacts.repo.ts'

/** Somebody who wrote, and what became of his chats if he was known under two names until now. */
interface Known {
  contact: ContactRow
  moved: ChatChange[]
}

/**
 * The one contact behind what a provider calls somebody, the row locked. The same person may come
 * with a known id and a new number, or the other way round, or with the other form of a number: rows
 * that turn out to be one are merged into the oldest. Messages go to the id that the person wrote
 * with, whichever the owner's own phone writes to.
 */
export async function upsertContact(
  queries: Queries,
  ownerId: string,
  named: repo.Sender,
  role: 'sender' | 'recipient' = 'sender',
): Promise<Known> {
  const { waId, phoneNumber } = named
  const from = { waId, phoneNumber, name: cleanName(named.name) }
  await repo.takeTurn(queries, ownerId, from)
  const [oldest, ...others] = await repo.lockNamed(queries, ownerId, from)
  if (oldest === undefined) {
    return { contact: await repo.insertContact(queries, ownerId, from), moved: [] }
  }
  const moved = others.length === 0 ? [] : await merge(queries, oldest, others)
  const merged = others.reduce(combined, oldest)
  // The owner's name for somebody stays, whatever that person calls himself.
  const name = hasVisibleText(merged.name) ? merged.name : from.name
  const changes = role === 'sender' ? { ...from, name } : { ...merged, name }
  const isSame = moved.length === 0 && others.length === 0 && isUpToDate(oldest, changes)
  if (isSame) return { contact: oldest, moved }
  const { optedOutAt, blockedAt, language } = merged
  const contact = await repo.updateContact(queries, oldest, {
    waId: changes.waId,
    phoneNumber: changes.phoneNumber,
    name,
    optedOutAt,
    blockedAt,
    language,
  })
  return { contact, moved }
}

function isUpToDate(contact: ContactRow, { waId, phoneNumber, name }: repo.Sender): boolean {
  return contact.waId === waId && contact.phoneNumber === phoneNumber && contact.name === name
}

/** Who wanted no more messages under one name wants none under the other. */
function combined(one: ContactRow, other: ContactRow): ContactRow {
  return {
    ...one,
    name: hasVisibleText(one.name) ? one.name : other.name,
    language: one.language ?? other.language,
    optedOutAt: one.optedOutAt ?? other.optedOutAt,
    blockedAt: one.blockedAt ?? other.blockedAt,
  }
}

/** Of two chats that went on beside each other only the livelier one goes on. */
async function merge(
  queries: Queries,
  kept: ContactRow,
  others: ContactRow[],
): Promise<ChatChange[]> {
  const otherIds = others.map(({ id }) => id)
  const sessions = await lockSessionsOf(queries, [kept.id, ...otherIds])
  const outlived = sessions.filter((session) => isOutlived(session, sessions))
  const cancelled = new Map<string, Removed>()
  // Now and not with the events: while both are active they cannot be the same person's.
  for (const session of outlived) {
    const closed = next(session, { type: 'close', at: new Date(), reason: 'idle' })
    if (typeof closed === 'string') continue
    cancelled.set(session.id, await cancelWaiting(queries, session, 'closed'))
    await updateSession(queries, session.id, { changes: columnsOf(closed), events: 0 })
  }
  await repo.mergeContacts(queries, kept.id, otherIds)
  return sessions
    .filter(({ id, contactId }) => contactId !== kept.id || outlived.some((one) => one.id === id))
    .map(({ id, ownerId }) => {
      const { changes, happened } = cancelled.get(id) ?? { changes: {}, happened: [] }
      return {
        sessionId: id,
        ownerId,
        changes,
        happened: [...happened, { type: 'session.updated' }],
      }
    })
}

function isOutlived(session: SessionRow, all: SessionRow[]): boolean {
  return (
    session.status === 'active' &&
    all.some(
      (other) =>
        other.status === 'active' &&
        other.channel === session.channel &&
        isLivelier(other, session),
    )
  )
}

function isLivelier(one: SessionRow, other: SessionRow): boolean {
  const difference = one.lastActivityAt.getTime() - other.lastActivityAt.getTime()
  return difference === 0 ? one.id > other.id : difference > 0
}
