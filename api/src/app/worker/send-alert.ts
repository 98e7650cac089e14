import { eq } from 'drizzle-orm'

import { alertLanguage } from '../../modules/account/alerts/alert-texts.ts'
import {
  listDevices,
  openSubscription,
  settleDevice,
  type DeviceRow,
} from '../../modules/account/alerts/devices.ts'
import {
  addAlertTask,
  queueAlertEmail,
  quietEndFor,
} from '../../modules/account/alerts/queue-alert.ts'
import { toPreferences } from '../../modules/account/settings-view.ts'
import type { Database } from '../../platform/database/database.ts'
import { users } from '../../platform/database/schema.ts'
import { isFirstWithin } from '../../platform/http/request-limits.ts'
import type { PushMessage, PushSender } from '../../platform/push/push-sender.ts'
import type { Queue, TaskHandlers, Tasks } from '../../platform/queue/queue.ts'
import type { SecretBox } from '../../platform/secrets/secret-box.ts'
import { describeAlert } from './describe-alert.ts'

interface AlertDeps {
  database: Database
  queue: Queue
  secretBox: SecretBox
  push: PushSender
}

const hourSeconds = 60 * 60
/** A contact who goes on writing is e-mailed about so often at most. */
const emailEveryMs = 30 * 60 * 1000
/** After a message that was not delivered, further ones are one alert at the end of this time. */
const failedEveryMs = 15 * 60 * 1000
/** After how long a device whose push service did not answer is tried again, by a task of its own. */
const againMs = 15_000

/**
 * Sends an alert to the owner's devices. One that fails for the moment gets a task of its own, which the
 * queue retries, so that it does not hold up the others.
 */
export function createSendAlert(deps: AlertDeps): TaskHandlers['alert.send'] {
  const { database, queue, secretBox, push } = deps
  const { queries } = database
  return async (task) => {
    const { ownerId, kind, deviceId } = task
    const [owner] = await queries.select().from(users).where(eq(users.id, ownerId))
    if (owner === undefined || owner.deletedAt !== null) return
    const preferences = toPreferences(owner.preferences)
    const { notifications, ui } = preferences
    const quietEnd = quietEndFor(task, preferences)
    if (quietEnd !== undefined) return waitUntil(quietEnd, task)
    const payload = await describeAlert(queries, task, alertLanguage(ui.language))
    if (payload === undefined) return
    const message: PushMessage = {
      payload,
      tag: payload.tag,
      ttlSeconds: (kind === 'message' ? 1 : 24) * hourSeconds,
      isUrgent: kind !== 'lowBalance' && kind !== 'waiting',
    }
    const isWanted = kind === 'waiting' || kind === 'newDevice' || notifications.push[kind]
    const devices = isWanted ? await listDevices(queries, ownerId) : []
    const wanted = devices.filter(({ id }) => deviceId === undefined || id === deviceId)
    if (wanted.length > 0 && (await isPutOff(task))) return
    const reached = await Promise.all(wanted.map((device) => sendTo(device, message, task)))
    if (kind !== 'message' || reached.includes(true) || deviceId !== undefined) return
    if (notifications.email.message) await emailInstead(task, owner.email)
  }

  /** When the quiet hours end, one alert says how many chats need the owner; a message is left out. */
  async function waitUntil(
    quietEnd: Date,
    { ownerId, kind, deviceId }: Tasks['alert.send'],
  ): Promise<void> {
    if (kind === 'message') return
    const task = { ownerId, kind: 'waiting', ...(deviceId !== undefined && { deviceId }) } as const
    await addAlertTask(queries, queue, task, quietEnd)
  }

  /** Whether an alert gives way to a later one for all chats: a number that fails does so in many. */
  async function isPutOff({
    ownerId,
    kind,
    sessionId,
    deviceId,
  }: Tasks['alert.send']): Promise<boolean> {
    if (kind !== 'failed' || sessionId === undefined || deviceId !== undefined) return false
    const limit = { key: `alert failed ${ownerId}`, windowMs: failedEveryMs }
    if (await isFirstWithin(queries, limit)) return false
    await addAlertTask(queries, queue, { ownerId, kind }, new Date(Date.now() + failedEveryMs))
    return true
  }

  /** Whether the push service accepted the message. */
  async function sendTo(
    device: DeviceRow,
    message: PushMessage,
    task: Tasks['alert.send'],
  ): Promise<boolean> {
    const result = await push.send(openSubscription(secretBox, device), message)
    await settleDevice(queries, device, result)
    if (result !== 'later') return result === 'sent'
    if (task.deviceId !== undefined) throw new Error('The push service did not answer')
    const again = { ...task, deviceId: device.id }
    await addAlertTask(queries, queue, again, new Date(Date.now() + againMs))
    return false
  }

  async function emailInstead({ ownerId, sessionId = '' }: Tasks['alert.send'], to: string) {
    if (to === '') return
    await database.transaction(async (tx) => {
      const limit = { key: `alert email ${sessionId}`, windowMs: emailEveryMs }
      if (!(await isFirstWithin(tx, limit))) return
      await queueAlertEmail(tx, queue, { ownerId, kind: 'message', sessionId, to })
    })
  }
}
