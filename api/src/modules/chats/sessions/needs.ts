import { completeStatuses } from '@errand/contract/chats/form-data'
import {
  type Attention,
  attentions,
  type ChatNeed,
  type NeedReason,
  needReasons,
  windowClosingMs,
} from '@errand/contract/chats/session'
import { defaultPreferences } from '@errand/contract/default-preferences'
import { or, sql, type Placeholder, type SQL, type SQLWrapper } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'

import {
  chatSessions,
  formData,
  jobVersions,
  messages,
  users,
} from '../../../platform/database/schema.ts'
import type { StoredAttention } from '../../../platform/database/tables/chats.ts'
import { withoutNulls, type MessageRow, type SessionRow } from '../rows.ts'

/** After so many days nobody sends a failed message again. */
const maxFailureDays = 7

/** The columns of a chat that are looked at, of the table or of rows that were just changed. */
type ChatColumns = Record<
  | 'id'
  | 'ownerId'
  | 'jobId'
  | 'jobVersion'
  | 'status'
  | 'handler'
  | 'closeReason'
  | 'attention'
  | 'attentionAbout'
  | 'attentionDoneAt'
  | 'lastMessageAuthor'
  | 'windowExpiresAt'
  | 'unreadCount',
  SQLWrapper
>

/** Another time than that of the database; a placeholder in a prepared statement. */
type Moment = Date | Placeholder

const momentOf = (now: Moment | undefined): SQL =>
  now === undefined
    ? sql`now()`
    : sql`${now instanceof Date ? now.toISOString() : now}::timestamptz`

const isStored = (chat: ChatColumns, one: StoredAttention): SQL =>
  sql`(${one} = any(${chat.attention}) and ${chat.attentionDoneAt} is null)`

const isActive = (chat: ChatColumns): SQL => sql`${chat.status} = 'active'`

/** Less than two hours are left, and the contact had the last word. */
export function isWindowClosing(now?: Moment, chat: ChatColumns = chatSessions): SQL {
  const at = momentOf(now)
  const closing = sql`${windowClosingMs}::int * interval '1 millisecond'`
  const { windowExpiresAt, attentionDoneAt } = chat
  return sql`(${isActive(chat)} and ${chat.lastMessageAuthor} = 'contact'
    and ${windowExpiresAt} > ${at} and ${windowExpiresAt} <= ${at} + ${closing}
    and (${attentionDoneAt} is null or ${windowExpiresAt} > ${attentionDoneAt} + ${closing}))`
}

/** The conditions for all reasons of attention; what the owner has put aside is none. */
const attentionConditions = (chat: ChatColumns, now?: Moment): Record<Attention, SQL> => ({
  unread: sql`${chat.unreadCount} > 0`,
  handoff: isStored(chat, 'handoff'),
  failed_message: isStored(chat, 'failed_message'),
  window_closing: isWindowClosing(now, chat),
  awaiting_template: isStored(chat, 'awaiting_template'),
  review: sql`(${isStored(chat, 'review')} or ${isStored(chat, 'reminder')})`,
})

export type StoredReason = Exclude<NeedReason, 'booking'>
const storedReasons = needReasons.filter((one): one is StoredReason => one !== 'booking')

/** The conditions for all needs but bookings, which need the answers. */
function needConditions(chat: ChatColumns, now?: Moment): Record<StoredReason, SQL> {
  const failedAt = sql`(${chat.attentionAbout} -> 'failed_message' ->> 'since')::timestamptz`
  const oldest = sql`${momentOf(now)} - ${maxFailureDays}::int * interval '1 day'`
  return {
    // A question that was left open outlives the completion of its chat.
    handoff: sql`(${chat.status} <> 'closed' and ${isStored(chat, 'handoff')})`,
    failed_message: sql`(${isActive(chat)} and ${isStored(chat, 'failed_message')}
      and ${failedAt} > ${oldest})`,
    window_closing: isWindowClosing(now, chat),
    awaiting_template: sql`(${isActive(chat)} and ${isStored(chat, 'awaiting_template')})`,
    reminder: isStored(chat, 'reminder'),
  }
}

/** The present day of an owner's business. */
const todayOf = (ownerId: SQLWrapper | string, now?: Moment): SQL => sql`(select (${momentOf(now)}
  at time zone coalesce(u.preferences -> 'business' ->> 'timeZone',
    ${defaultPreferences.business.timeZone}))::date
  from ${users} as u where u.id = ${ownerId})`

/**
 * Whether answers are a booking that waits for its owner's decision, perhaps about a wish to cancel: it
 * is agreed with the contact or the assistant is done with it, it is not over, it was not put aside, and
 * the job is to notify the owner.
 */
const awaitsDecision = (chat: ChatColumns, today: SQL): SQL => sql`(${formData.lastDay} >= ${today}
  and (${formData.decision} is null or ${formData.cancelAskedAt} is not null)
  and ${formData.status} in ${completeStatuses}
  and (${formData.agreedAt} is not null or not (${isActive(chat)} and ${chat.handler} = 'assistant'))
  and coalesce(${chat.closeReason} not in ('blocked', 'opted_out'), true)
  and (${chat.attentionDoneAt} is null or ${formData.completedAt} > ${chat.attentionDoneAt})
  and exists (select 1 from ${jobVersions} as v
    where v.job_id = ${chat.jobId} and v.number = ${chat.jobVersion}
    and (v.snapshot -> 'behaviour' -> 'onComplete' ->> 'notifyOwner')::boolean))`

/** Whether an owner's chat has a reason for attention. */
export const hasAttention = (one: Attention, now: Date): SQL =>
  attentionConditions(chatSessions, now)[one]

const booked = alias(chatSessions, 'booked')

/** Whether a chat of the owner needs them now: the one definition for lists, figures and badges. */
export function needsOwner(ownerId: string | Placeholder, now: Moment): SQL {
  // Not correlated, so that the few upcoming bookings are read once, from their index.
  const isBooked = sql`${chatSessions.id} in (select ${booked.id} from ${formData}
    join ${chatSessions} as ${booked} on ${booked.id} = ${formData.sessionId}
    where ${formData.ownerId} = ${ownerId} and ${awaitsDecision(booked, todayOf(ownerId, now))})`
  return sql`(${or(...Object.values(needConditions(chatSessions, now)), isBooked)})`
}

/** The names of the conditions that hold, in their order; for prepared statements. */
const namesOf = <Name extends string>(conditions: [Name, SQL][]): SQL<Name[]> =>
  sql<Name[]>`array_remove(array[${sql.join(
    conditions.map(([name, holds]) => sql`case when ${holds} then ${name} end`),
    sql`, `,
  )}], null)`.inlineParams()

/** The first booking of a chat that waits for its owner's decision. */
interface AwaitedBooking {
  formDataId: string
  version: number
  day: string
  time: string | null
  completedAt: string
}

const awaitedBooking = (chat: ChatColumns): SQL<AwaitedBooking | null> =>
  sql<AwaitedBooking | null>`(
  select json_build_object('formDataId', ${formData.id}, 'version', ${formData.version},
    'day', ${formData.day}, 'time', ${formData.time}, 'completedAt', ${formData.completedAt})
  from ${formData} where ${formData.sessionId} = ${chat.id}
    and ${awaitsDecision(chat, todayOf(chat.ownerId))}
  order by ${formData.day}, ${formData.time} limit 1)`.inlineParams()

/** The columns that say why a chat needs attention. */
export const attentionColumnsOf = (chat: ChatColumns) => {
  const conditions = attentionConditions(chat)
  const needs = needConditions(chat)
  return {
    attention: namesOf(attentions.map((one) => [one, conditions[one]])),
    needs: namesOf(storedReasons.map((one) => [one, needs[one]])),
    booking: awaitedBooking(chat),
    failure: sql<MessageRow['error']>`(select failed.error from ${messages} as failed
      where failed.id = ${chat.attentionAbout} -> 'failed_message' ->> 'messageId')`,
  }
}

interface NeedyChat {
  session: SessionRow
  /** The reasons that hold, but for bookings. */
  needs: StoredReason[]
  failure: MessageRow['error']
  booking: AwaitedBooking | null
}

/** What a chat needs its owner for, as the contract shows it; undefined in a chat that can wait. */
export function toNeed({ session, needs, failure, booking }: NeedyChat): ChatNeed | undefined {
  const reason = needReasons.find((one) =>
    one === 'booking' ? booking !== null : needs.includes(one),
  )
  if (reason === undefined) return undefined
  const { windowExpiresAt, attentionAbout, lastMessageId, lastActivityAt } = session
  if (reason === 'window_closing') {
    const since = new Date((windowExpiresAt ?? lastActivityAt).getTime() - windowClosingMs)
    return { reason, since: since.toISOString(), ...withoutNulls({ messageId: lastMessageId }) }
  }
  if (reason === 'booking') {
    if (booking === null) return undefined
    const { completedAt, time, ...rest } = booking
    const since = new Date(completedAt).toISOString()
    return { reason, since, booking: { ...rest, ...withoutNulls({ time }) } }
  }
  return {
    reason,
    ...(attentionAbout[reason] ?? { since: lastActivityAt.toISOString() }),
    ...(reason === 'failed_message' && withoutNulls({ error: failure })),
  }
}

/** The changes by a message of the contact: what was put aside is news again, but for reminders. */
export function bringBackNeeds(
  { attentionDoneAt }: Pick<SessionRow, 'attentionDoneAt'>,
  attention: StoredAttention[],
): Partial<Pick<SessionRow, 'attention' | 'attentionDoneAt'>> {
  if (attentionDoneAt === null) return {}
  const left = attention.filter((one) => one !== 'review' && one !== 'reminder')
  return { attention: left, attentionDoneAt: null }
}
