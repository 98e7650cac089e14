import { numberIdOf } from './simulated-ids.ts'
import type { Simulation } from './simulation.ts'
import { keepMessage } from './world.ts'

/** A message of a customer's, as the product was told of it. */
export interface Remembered {
  ownerId: string
  waId: string
  name: string
  id: string
  type: string
  text: string
  replyTo?: string | undefined
  at: Date
}

/** Shows a message on the phone of who wrote it, and opens the window; nobody is told. */
export async function rememberInbound(
  simulation: Simulation,
  { ownerId, waId, name, id, type, text, replyTo, at }: Remembered,
): Promise<void> {
  const business = await simulation.business(numberIdOf(ownerId))
  if (business === undefined) return
  const chat = await simulation.chat(business, { waId, name })
  if (chat.messages.some((message) => message.id === id)) return
  chat.lastInboundAt = Math.max(chat.lastInboundAt ?? 0, at.getTime())
  const message = { id, type, text, replyTo, at: at.toISOString() }
  const stored = { ...message, from: 'customer', reactions: {}, status: 'sent' } as const
  keepMessage(chat, stored)
  const { phoneNumberId } = business
  simulation.news.publish({ type: 'message', phoneNumberId, waId, message: stored })
}
