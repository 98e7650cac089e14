import type { MessageAuthor } from '@errand/contract/chats/message'
import {
  type Attention,
  type ChatSession,
  type Contact,
  type SessionStatus,
  windowClosingMs,
} from '@errand/contract/chats/session'

import { toMinor } from '../billing/money.ts'
import type { Queries } from '../database/database.ts'
import type { StoredAttention } from '../database/tables/chats.ts'
import { type FormDataRow, toFormData, toProgress } from '../form-data/form-data-view.ts'
import type { SessionRow } from './rows.ts'
import {
  type Collected,
  type ContactListed,
  findListed,
  findSurroundings,
  type SurroundedChat,
  type Surroundings,
} from './session-surroundings.ts'

/** Chats as the contract shows them, in the order of the rows, but for those that were deleted meanwhile;
 * the number of questions does not grow with the number of rows. */
export async function toSessions(queries: Queries, rows: SessionRow[]): Promise<ChatSession[]> {
  const now = new Date()
  const around = await findSurroundings(queries, rows)
  return rows.flatMap((session) => {
    const chat = around.get(session.id)
    return chat === undefined ? [] : [toSession({ ...chat, session }, now)]
  })
}

/** The same for a list, which leaves out what was collected: one chat's answers can be larger than the page. */
export async function toListedSessions(
  queries: Queries,
  rows: SessionRow[],
  now: Date,
): Promise<ChatSession[]> {
  const around = await findListed(queries, rows)
  return rows.flatMap((session) => {
    const chat = around.get(session.id)
    return chat === undefined ? [] : [toListedSession({ ...chat, session }, now)]
  })
}

/** One chat with all that it has collected. */
export function toSession(
  { formData, ...chat }: SurroundedChat & { formData: FormDataRow | null },
  now: Date,
): ChatSession {
  return {
    ...toListedSession({ ...chat, formData }, now),
    formData: formData === null ? null : toFormData(formData),
  }
}

function toListedSession(
  { session, formData, ...around }: SurroundedChat & { formData: Collected | null },
  now: Date,
): ChatSession {
  return {
    ...toCore(session, now),
    contact: toContact(around.contact, around.previous),
    job: toJob(around),
    progress: toProgress(formData),
    formData: null,
    cost: toCost(session, around),
    ...toOptional(session),
  }
}

function toCost(row: SessionRow, { currency }: Surroundings): ChatSession['cost'] {
  return {
    messages: row.billedMessages,
    amountMinor: toMinor(row.costMicros, currency),
    currency,
  }
}

/** The members that need nothing but the row. */
function toCore(row: SessionRow, now: Date) {
  return {
    id: row.id,
    jobVersion: row.jobVersion,
    channel: row.channel,
    status: row.status,
    handler: row.handler,
    handlerSince: row.handlerSince.toISOString(),
    returnAt: row.returnAt?.toISOString() ?? null,
    run: row.run,
    attention: attentionOf(row, now),
    window: {
      open: row.windowExpiresAt !== null && row.windowExpiresAt > now,
      expiresAt: row.windowExpiresAt?.toISOString() ?? null,
      lastInboundAt: row.lastInboundAt?.toISOString() ?? null,
    },
    unreadCount: row.unreadCount,
    lastMessage: toLastMessage(row),
    messageCount: row.messageCount,
    formId: row.formId,
    savedForLater: row.savedForLater,
    remarkCount: row.remarkCount,
    createdAt: row.createdAt.toISOString(),
    lastActivityAt: row.lastActivityAt.toISOString(),
    seq: row.seq,
  }
}

function toOptional(row: SessionRow) {
  return {
    ...(row.closeReason === 'contact'
      ? { endedByContact: true }
      : row.closeReason !== null && { closeReason: row.closeReason }),
    ...(row.handlerReason !== null && { handlerReason: row.handlerReason }),
    ...(row.lastReadMessageId !== null && { lastReadMessageId: row.lastReadMessageId }),
    ...(row.savedAt !== null && { savedAt: row.savedAt.toISOString() }),
    ...(row.savedNote !== null && { savedNote: row.savedNote }),
    ...(row.remindAt !== null && { remindAt: row.remindAt.toISOString() }),
    ...(row.summary !== null && { summary: toSummary(row.summary) }),
    ...(row.closedAt !== null && { closedAt: row.closedAt.toISOString() }),
  }
}

function toLastMessage(row: SessionRow): ChatSession['lastMessage'] {
  const { lastMessageId, lastMessageAuthor, lastMessageAt, lastMessageStatus } = row
  if (lastMessageId === null || lastMessageAuthor === null) return null
  if (lastMessageAt === null || lastMessageStatus === null) return null
  return {
    id: lastMessageId,
    preview: row.lastMessagePreview,
    author: lastMessageAuthor,
    at: lastMessageAt.toISOString(),
    status: lastMessageStatus,
  }
}

function toJob({ job }: Surroundings): ChatSession['job'] {
  return job === null ? null : { id: job.id, name: job.name, color: job.color }
}

/** A contact as the contract shows it. */
export function toContact(contact: ContactListed, previousSessions: number): Contact {
  return {
    id: contact.id,
    name: contact.name,
    phoneNumber: contact.phoneNumber,
    waId: contact.waId,
    ...(contact.language !== null && { language: contact.language }),
    ...(contact.optedOutAt !== null && { optedOutAt: contact.optedOutAt.toISOString() }),
    blocked: contact.blockedAt !== null,
    previousSessions,
  }
}

const toSummary = ({ text, at, byModel }: NonNullable<SessionRow['summary']>) => ({
  text,
  at,
  byModel,
})

interface Signs {
  status: SessionStatus
  /** What is remembered. */
  attention: readonly StoredAttention[]
  unreadCount: number
  lastMessageAuthor: MessageAuthor | null
  windowExpiresAt: Date | null
}

/** What asks for the owner's eyes at that moment. */
export function attentionOf(signs: Signs, now: Date): Attention[] {
  return [
    ...(signs.unreadCount > 0 ? (['unread'] as const) : []),
    ...signs.attention,
    ...(isWindowClosing(signs, now) ? (['window_closing'] as const) : []),
  ]
}

/** Less than two hours are left, and the contact had the last word. */
function isWindowClosing(signs: Signs, now: Date): boolean {
  const { status, lastMessageAuthor, windowExpiresAt } = signs
  if (status !== 'active' || lastMessageAuthor !== 'contact' || windowExpiresAt === null)
    return false
  const leftMs = windowExpiresAt.getTime() - now.getTime()
  return leftMs > 0 && leftMs <= windowClosingMs
}
