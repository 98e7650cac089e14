import { alertKinds } from '@errand/contract/alert-choices'
import type { PushPayload } from '@errand/contract/alerts'
import { handoffReasons } from '@errand/contract/chats/session'
import type { PageLanguage } from '@errand/contract/language'
import { paths } from '@errand/contract/paths'
import { and, arrayOverlaps, desc, eq, or, sql } from 'drizzle-orm'
import * as z from 'zod/mini'

import { alertText } from '../../modules/account/alerts/alert-texts.ts'
import { windowClosingDetail } from '../../modules/account/alerts/queue-alert.ts'
import { readPreferences } from '../../modules/account/settings-view.ts'
import { shownName } from '../../modules/chats/contacts/shown-name.ts'
import { isWindowClosing } from '../../modules/chats/sessions/needs.ts'
import type { Queries } from '../../platform/database/database.ts'
import { chatSessions, contacts, jobs, messages, signIns } from '../../platform/database/schema.ts'
import { writeNotice, type NoticeEmail } from '../../platform/mail/notice-email.ts'
import type { Tasks } from '../../platform/queue/queue.ts'

type AlertTask = Omit<Tasks['alert.send'], 'deviceId'>
type ChatAlert = AlertTask & {
  kind: Exclude<AlertTask['kind'], 'lowBalance' | 'newDevice' | 'waiting'>
}

/** The longest text of a contact in an alert, in characters. */
const maxExcerpt = 200

/** What an alert says and where it leads; undefined when it is no longer needed. */
export async function describeAlert(
  queries: Queries,
  task: AlertTask,
  lang: PageLanguage,
): Promise<PushPayload | undefined> {
  const { ownerId, kind, sessionId, detail } = task
  if (kind === 'waiting' || (kind === 'failed' && sessionId === undefined))
    return describeChats(queries, { ownerId, kind }, lang)
  if (kind === 'newDevice')
    return describeNewDevice(queries, { ownerId, signInId: detail ?? '' }, lang)
  if (kind !== 'lowBalance') return describeChat(queries, { ...task, kind }, lang)
  const key = Number(detail) > 0 ? 'lowBalance' : 'usedUp'
  return {
    title: alertText(lang, key),
    body: alertText(lang, `${key}Body`),
    path: paths.billing.summary,
    tag: kind,
    kind,
    lang,
  }
}

/** Names the device; undefined when the owner has signed it out already: an intruder may sign out by itself. */
async function describeNewDevice(
  queries: Queries,
  { ownerId, signInId }: { ownerId: string; signInId: string },
  lang: PageLanguage,
): Promise<PushPayload | undefined> {
  const [signIn] = await queries
    .select()
    .from(signIns)
    .where(and(eq(signIns.id, signInId), eq(signIns.ownerId, ownerId)))
  if (signIn === undefined || signIn.endedBy === 'owner') return undefined
  const { timeZone } = (await readPreferences(queries, ownerId)).business
  const time = new Intl.DateTimeFormat(lang, { dateStyle: 'medium', timeStyle: 'short', timeZone })
  const device = signIn.device || alertText(lang, 'unknownDevice')
  const blanks = { device, time: time.format(signIn.authenticatedAt) }
  return {
    title: alertText(lang, 'newDevice', blanks),
    body: alertText(lang, 'newDeviceBody', blanks),
    path: paths.settings,
    tag: signInId,
    kind: 'newDevice',
    lang,
  }
}

/** The stored content of the e-mail about a new device until it is sent. */
const newDeviceMailSchema = z.object({ to: z.string(), signInId: z.string() })

/** Writes the e-mail about a new device; undefined when the owner has signed it out already. */
export async function writeNewDeviceEmail(
  queries: Queries,
  ownerId: string,
  { content, publicUrl }: { content: unknown; publicUrl: string },
): Promise<NoticeEmail | undefined> {
  const { to, signInId } = z.parse(newDeviceMailSchema, content)
  const alert = await describeNewDevice(queries, { ownerId, signInId }, 'en')
  if (alert === undefined) return undefined
  const link = { href: `${publicUrl}${alert.path}`, label: 'Open Settings' }
  return writeNotice({ to, subject: alert.title, paragraphs: [alert.body], link })
}

/** The attentions that alerts are about; that little time is left to reply follows from other columns. */
const attentionOf = {
  handoff: 'handoff',
  booking: 'review',
  failed: 'failed_message',
  reminder: 'reminder',
} as const

/** One line for all chats that need their owner, or for those with a message that was not delivered. */
async function describeChats(
  queries: Queries,
  { ownerId, kind }: { ownerId: string; kind: 'waiting' | 'failed' },
  lang: PageLanguage,
): Promise<PushPayload | undefined> {
  const reasons = kind === 'failed' ? [attentionOf.failed] : Object.values(attentionOf)
  const isStored = arrayOverlaps(chatSessions.attention, reasons)
  const isWaiting = kind === 'failed' ? isStored : or(isStored, isWindowClosing())
  const count = await queries.$count(
    chatSessions,
    and(eq(chatSessions.ownerId, ownerId), isWaiting),
  )
  if (count === 0) return undefined
  return {
    title: alertText(lang, kind === 'failed' ? 'failedMany' : kind),
    body: alertText(lang, 'waitingBody', { count: String(count) }),
    path: paths.chats.list,
    tag: kind,
    kind: kind === 'failed' ? kind : 'handoff',
    lang,
  }
}

async function describeChat(
  queries: Queries,
  { ownerId, sessionId = '', kind, detail = '' }: ChatAlert,
  lang: PageLanguage,
): Promise<PushPayload | undefined> {
  const [chat] = await queries
    .select({
      name: contacts.name,
      phoneNumber: contacts.phoneNumber,
      username: contacts.username,
      attention: chatSessions.attention,
      isClosing: sql<boolean>`${isWindowClosing()}`,
      windowExpiresAt: chatSessions.windowExpiresAt,
      savedNote: chatSessions.savedNote,
      unreadCount: chatSessions.unreadCount,
      job: jobs.name,
    })
    .from(chatSessions)
    .innerJoin(contacts, eq(contacts.id, chatSessions.contactId))
    .leftJoin(jobs, eq(jobs.id, chatSessions.jobId))
    .where(and(eq(chatSessions.id, sessionId), eq(chatSessions.ownerId, ownerId)))
  if (chat === undefined) return undefined
  const isClosing = kind === 'reminder' && detail === windowClosingDetail
  const isNeeded = () => {
    if (kind === 'message') return chat.unreadCount > 0
    return isClosing ? chat.isClosing : chat.attention.includes(attentionOf[kind])
  }
  if (!isNeeded()) return undefined
  const name = shownName(chat)
  return {
    title: alertText(lang, isClosing ? 'windowClosing' : kind, { name }),
    body: await bodyOf(),
    path: paths.chats.chat(sessionId),
    // The page's own notifications have the same tag, so that a newer one replaces the older.
    tag: sessionId,
    kind,
    lang,
  }

  async function bodyOf(): Promise<string> {
    if (kind === 'booking') return alertText(lang, 'bookingBody', { job: chat?.job ?? name })
    if (kind === 'failed') return alertText(lang, 'failedBody')
    if (isClosing) return describeWindow(chat?.windowExpiresAt ?? new Date())
    if (kind === 'reminder') return chat?.savedNote || alertText(lang, 'reminderBody')
    const reason = handoffReasons.find((one) => one === detail)
    if (reason !== undefined) return alertText(lang, reason)
    return (await readLatestText(queries, sessionId)) || alertText(lang, 'messageBody')
  }

  async function describeWindow(end: Date): Promise<string> {
    const { timeZone } = (await readPreferences(queries, ownerId)).business
    const time = end.toLocaleTimeString(lang, { timeStyle: 'short', timeZone })
    return alertText(lang, 'windowClosingBody', { time })
  }
}

/** The start of what the contact wrote last; empty for a file. */
async function readLatestText(queries: Queries, sessionId: string): Promise<string> {
  const [latest] = await queries
    .select({ text: messages.text })
    .from(messages)
    .where(and(eq(messages.sessionId, sessionId), eq(messages.direction, 'in')))
    .orderBy(desc(messages.seq))
    .limit(1)
  const { text = '' } = latest ?? {}
  // Without half of an emoji at the end.
  const start = text.slice(0, maxExcerpt - 1).replace(/[\uD800-\uDBFF]$/, '')
  return text.length > maxExcerpt ? `${start}…` : text
}

/** The stored content of an alert's e-mail until it is sent. */
export const alertMailSchema = z.object({
  to: z.string(),
  kind: z.enum(alertKinds),
  detail: z.optional(z.string()),
})

/** Writes the e-mail of an alert about a chat; undefined when it is no longer needed. */
export async function writeAlertEmail(
  queries: Queries,
  chat: { ownerId: string; sessionId: string },
  { content, publicUrl }: { content: unknown; publicUrl: string },
): Promise<NoticeEmail | undefined> {
  const { to, kind, detail } = z.parse(alertMailSchema, content)
  const task = { ...chat, kind, ...(detail !== undefined && { detail }) }
  const alert = await describeAlert(queries, task, 'en')
  if (alert === undefined) return undefined
  const { title, body, path } = alert
  return writeNotice({
    to,
    // A contact's name alone says nothing in a list of e-mails.
    subject: kind === 'message' ? `New message from ${title}` : title,
    paragraphs: [body],
    link: { href: `${publicUrl}${path}`, label: 'Open the chat' },
  })
}
