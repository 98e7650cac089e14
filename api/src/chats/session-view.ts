import type { ChatSession, Contact } from '@errand/contract/chats/session'

import { toMinor } from '../billing/money.ts'
import type { Queries } from '../database/database.ts'
import { toFormData, toProgress } from '../form-data/form-data-view.ts'
import type { SessionRow } from './rows.ts'
import { findSurroundings, type ContactListed, type Surroundings } from './session-surroundings.ts'
import { attentionOf } from './state/attention.ts'

interface ViewOptions {
  now?: Date
  /** A list leaves out what the chats collected: one chat's answers can be larger than the page. */
  formData?: 'whole' | 'progress'
}

/** Chats as the contract shows them, in the order of the rows, but for those that were deleted meanwhile;
 * the number of questions does not grow with the number of rows. */
export async function toSessions(
  queries: Queries,
  rows: SessionRow[],
  { now = new Date(), formData = 'whole' }: ViewOptions = {},
): Promise<ChatSession[]> {
  const around = await findSurroundings(queries, rows)
  const present = rows.filter(({ id }) => around.previous.has(id))
  return present.map((row) => {
    const answers = around.formData.get(row.id)
    return {
      ...toCore(row, now),
      contact: findContact(row, around),
      job: toJob(row, around),
      progress: toProgress(answers),
      formData: answers === undefined || formData === 'progress' ? null : toFormData(answers),
      cost: toCost(row, around),
      ...toOptional(row),
    }
  })
}

function toCost(row: SessionRow, { currencies }: Surroundings): ChatSession['cost'] {
  const currency = currencies.get(row.ownerId)
  if (currency === undefined) throw new Error(`The owner ${row.ownerId} has no account`)
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
    ...(row.closeReason !== null && { closeReason: row.closeReason }),
    ...(row.handlerReason !== null && { handlerReason: row.handlerReason }),
    ...(row.lastReadMessageId !== null && { lastReadMessageId: row.lastReadMessageId }),
    ...(row.savedAt !== null && { savedAt: row.savedAt.toISOString() }),
    ...(row.savedNote !== null && { savedNote: row.savedNote }),
    ...(row.remindAt !== null && { remindAt: row.remindAt.toISOString() }),
    ...(row.summary !== null && { summary: row.summary }),
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

function toJob({ jobId }: SessionRow, { jobs }: Surroundings): ChatSession['job'] {
  const job = jobId === null ? undefined : jobs.get(jobId)
  return job === undefined ? null : { id: job.id, name: job.name, color: job.color }
}

function findContact(row: SessionRow, { contacts, previous }: Surroundings): Contact {
  const contact = contacts.get(row.contactId)
  if (contact === undefined) throw new Error(`The contact of ${row.id} is gone`)
  return toContact(contact, previous.get(row.id) ?? 0)
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
