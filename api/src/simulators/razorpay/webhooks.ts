import { setTimeout as delay } from 'node:timers/promises'

import { sign } from '../../billing/razorpay.ts'
import { nowSeconds, simulatedId } from './ledger.ts'
import type { Tell } from './payments.ts'

/** A webhook, signed and ready to be sent. */
export interface Delivery {
  headers: Record<string, string>
  body: string
}

/** Makes a delivery of each event; what an event is about is written down as it is now. */
export function signEvents(secret: string, deliver: (delivery: Delivery) => void): Tell {
  return (event, about) => {
    const entities = Object.entries(about)
    const body = JSON.stringify({
      entity: 'event',
      account_id: 'acc_Simulated00000',
      event,
      contains: entities.map(([name]) => name),
      payload: Object.fromEntries(entities.map(([name, entity]) => [name, { entity }])),
      created_at: nowSeconds(),
    })
    const headers = {
      'content-type': 'application/json',
      'x-razorpay-event-id': simulatedId('evt'),
      'x-razorpay-signature': sign(body, secret),
    }
    deliver({ headers, body })
  }
}

const tries = 5

/** Sends deliveries to a shop, each again after a longer while until it is taken or tried often enough. */
export function deliverTo(
  url: string,
  { firstDelayMs = 1000 }: { firstDelayMs?: number } = {},
): (delivery: Delivery) => void {
  return ({ headers, body }) => void send(url, { method: 'POST', headers, body }, firstDelayMs)
}

async function send(url: string, request: RequestInit, firstDelayMs: number): Promise<void> {
  for (let attempt = 0; attempt < tries; attempt += 1) {
    const response = await fetch(url, request).catch(() => undefined)
    if (response?.ok === true) return
    await delay(firstDelayMs * 2 ** attempt, undefined, { ref: false })
  }
}
