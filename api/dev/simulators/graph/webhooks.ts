import { createHmac } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'

import type { Fetch } from '../../../src/platform/http/fetch-limited.ts'
import { userIdOf } from './simulated-ids.ts'
import type { PhoneChat, SimulatedBusiness, SimulatedChange } from './simulation.ts'

const tries = 6

/** Signs changes and sends them to the webhook; failed ones are retried with growing pauses. */
export function createDeliveries(options: {
  ask: Fetch
  /** The first pause; each further one is twice as long. */
  retryMs: number
  closing: AbortSignal
}) {
  const { ask, retryMs, closing } = options
  const underWay = new Set<Promise<void>>()
  return {
    deliver: (business: SimulatedBusiness, change: SimulatedChange) => {
      const delivery = send(business, change).finally(() => underWay.delete(delivery))
      underWay.add(delivery)
      return delivery
    },
    settled: async () => {
      while (underWay.size > 0) await Promise.all(underWay)
    },
  }

  async function send(
    { webhookUrl, wabaId, appSecret, phoneNumberId, displayNumber }: SimulatedBusiness,
    { field, value, isOfAccount = false, entryId = wabaId }: SimulatedChange,
  ): Promise<void> {
    const metadata = { display_phone_number: displayNumber, phone_number_id: phoneNumberId }
    const ofNumber = { messaging_product: 'whatsapp', metadata, ...value }
    const change = { field, value: isOfAccount ? value : ofNumber }
    const entry = [{ id: entryId, time: seconds(), changes: [change] }]
    const body = escaped(JSON.stringify({ object: 'whatsapp_business_account', entry }))
    const signature = createHmac('sha256', appSecret).update(body).digest('hex')
    const headers = {
      'content-type': 'application/json',
      'x-hub-signature-256': `sha256=${signature}`,
    }
    for (let attempt = 0; attempt < tries && !closing.aborted; attempt += 1) {
      if (attempt > 0) await pause(retryMs * 2 ** (attempt - 1), closing)
      const response = await ask(webhookUrl, { method: 'POST', headers, body }).catch(() => null)
      if (response?.ok === true) return
    }
  }
}

/** Escapes all non-ASCII characters before signing, like the provider does. */
const escaped = (json: string) =>
  json.replaceAll(
    /[\u0080-\uFFFF]/g,
    (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )

/** Waits; ends early when the process is about to stop. */
export async function pause(ms: number, closing: AbortSignal): Promise<void> {
  await delay(ms, undefined, { signal: closing, ref: false }).catch(() => {})
}

export const dayMs = 24 * 60 * 60 * 1000

/** A moment in seconds, as the provider writes times. */
export const seconds = (ms = Date.now()) => Math.floor(ms / 1000)

/** The ids of a contact below these names; a contact with a username hides the number. */
export const idsOf = (
  { displayNumber }: SimulatedBusiness,
  { waId, username }: PhoneChat,
  [numberName, userIdName]: [numberName: string, userIdName: string],
) => ({
  ...(username === '' && { [numberName]: waId }),
  [userIdName]: userIdOf(displayNumber, waId),
})

/** A contact as a webhook describes it. */
export const contactOf = (business: SimulatedBusiness, chat: PhoneChat) => ({
  profile: { name: chat.name, ...(chat.username !== '' && { username: chat.username }) },
  ...idsOf(business, chat, ['wa_id', 'user_id']),
})

/** A status report as the provider sends it. */
export const statusOf = (
  business: SimulatedBusiness,
  chat: PhoneChat,
  status: { id: string; status: string },
) => ({
  ...status,
  timestamp: String(seconds()),
  ...idsOf(business, chat, ['recipient_id', 'recipient_user_id']),
})
