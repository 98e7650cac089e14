import type { AlertKind } from '@errand/contract/alert-choices'
import type { Preferences } from '@errand/contract/settings'
import { eq, exists, sql } from 'drizzle-orm'

import type { Queries } from '../../../platform/database/database.ts'
import { alertDevices, users } from '../../../platform/database/schema.ts'
import { isFirstWithin } from '../../../platform/http/request-limits.ts'
import { insertEmail } from '../../../platform/mail/mail-outbox.ts'
import { quietUntil } from '../../../platform/period/quiet-hours.ts'
import type { Queue, Tasks } from '../../../platform/queue/queue.ts'
import { toPreferences } from '../settings-view.ts'

/** Something that an owner may want to know at once. */
export interface Alert {
  ownerId: string
  /** An alert to a new device cannot be switched off. */
  kind: AlertKind | 'newDevice'
  /** The chat that it is about. */
  sessionId?: string
  /** What its text needs besides: the reason of a handoff, how many messages the credit is enough for, or the sign-in. */
  detail?: string
  /** The stored e-mail, for the kinds that have one of their own. */
  email?: { kind: string; content: Record<string, unknown> }
}

/** The end of the quiet hours that an alert has to wait for, asked when it is about to go out. */
export function quietEndFor(
  { kind, detail }: { kind: Tasks['alert.send']['kind']; detail?: string | undefined },
  { notifications: { quietHours }, business: { timeZone } }: Preferences,
): Date | undefined {
  const isUrgent =
    kind === 'newDevice' || kind === 'lowBalance' || (kind === 'handoff' && detail === 'emergency')
  return isUrgent ? undefined : quietUntil(quietHours, timeZone, new Date())
}

export const alertMailKind = 'alert'
/** The detail of a `reminder` that little time is left to reply. */
export const windowClosingDetail = 'window'

/** One alert at once for what a contact writes in this time, and one after it for what is unread then. */
const messageEveryMs = 2 * 60 * 1000

/** Queues an alert in the transaction of what it tells. Whether it may go out now is asked when it does. */
export async function queueAlert(queries: Queries, queue: Queue, alert: Alert): Promise<void> {
  const { ownerId, kind, sessionId, detail } = alert
  const { to, hasDevice, preferences } = await readOwner(queries, ownerId)
  const { push, email } = preferences.notifications
  const isPushed = hasDevice && (kind === 'newDevice' || push[kind])
  const isMailed = to !== '' && (kind === 'newDevice' || email[kind])
  if (!isPushed && !isMailed) return
  const task = {
    ownerId,
    kind,
    ...(sessionId !== undefined && { sessionId }),
    ...(detail !== undefined && { detail }),
  }
  if (kind === 'message') {
    // Whether an e-mail follows depends on what the devices receive.
    const limit = { key: `alert ${sessionId}`, windowMs: messageEveryMs }
    const isFirst = await isFirstWithin(queries, limit)
    const later = new Date(Date.now() + messageEveryMs)
    await addAlertTask(queries, queue, task, isFirst ? undefined : later)
    return
  }
  if (isPushed) await addAlertTask(queries, queue, task)
  if (isMailed) await queueAlertEmail(queries, queue, { ...alert, to })
}

interface AlertEmail extends Alert {
  to: string
}

/** Queues the e-mail of an alert. */
export async function queueAlertEmail(
  queries: Queries,
  queue: Queue,
  { ownerId, kind, sessionId, detail, to, email }: AlertEmail,
): Promise<void> {
  const content = { kind, ...(detail !== undefined && { detail }) }
  const written = email ?? { kind: alertMailKind, content }
  await insertEmail(queries, queue, {
    ownerId,
    kind: written.kind,
    content: { ...written.content, to },
    ...(sessionId !== undefined && { sessionId }),
  })
}

type AlertTask = Tasks['alert.send']

/**
 * Adds the task; of the same alert only one waits. An owner's alerts are sent one after the other, so that
 * push services that do not answer hold up no other owner.
 */
export function addAlertTask(
  queries: Queries,
  queue: Queue,
  task: AlertTask,
  startAfter?: Date,
): Promise<void> {
  const { kind, ownerId, detail, deviceId = '' } = task
  const chat = task.sessionId ?? ownerId
  // Of a chat a reminder and its window are two things.
  const subject =
    kind === 'newDevice' ? detail : kind === 'reminder' ? `${chat} ${detail ?? ''}` : chat
  const singletonKey = `${kind} ${subject} ${deviceId}`
  return queue.add(queries, 'alert.send', task, {
    singletonKey,
    group: ownerId,
    ...(startAfter !== undefined && { startAfter }),
  })
}

/** Where and by what an owner wants to be reached, in one statement. */
async function readOwner(
  queries: Queries,
  ownerId: string,
): Promise<{ to: string; hasDevice: boolean; preferences: Preferences }> {
  const devices = queries
    .select({ id: alertDevices.id })
    .from(alertDevices)
    .where(eq(alertDevices.ownerId, users.id))
  const [row] = await queries
    .select({
      to: users.email,
      preferences: users.preferences,
      hasDevice: sql<boolean>`${exists(devices)}`,
    })
    .from(users)
    .where(eq(users.id, ownerId))
  const { to = '', hasDevice = false, preferences = {} } = row ?? {}
  return { to, hasDevice, preferences: toPreferences(preferences) }
}
