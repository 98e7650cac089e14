import type * as z from 'zod/mini'

import { webhookContentOf } from './phone-content.ts'
import type {
  phoneCallSchema,
  phoneEchoSchema,
  phoneNumberSchema,
  phonePreferenceSchema,
} from './phone-schemas.ts'
import { findBusiness, contactOf, customerIdsAs, toWaId } from './phone.ts'
import { newWamid, numberIdOf, userIdOf } from './simulated-ids.ts'
import { keepMessage, type PhoneMessage, type Simulation } from './simulation.ts'

const seconds = () => String(Math.floor(Date.now() / 1000))

/** The owner writes in the business app of the phone; the product receives an echo. */
export async function echoAsOwner(
  simulation: Simulation,
  { from, to, type, text }: z.output<typeof phoneEchoSchema>,
): Promise<PhoneMessage> {
  const business = await findBusiness(simulation, from)
  const waId = toWaId(to)
  const chat = await simulation.chat(business, { waId })
  const message: PhoneMessage = {
    id: newWamid(),
    from: 'business',
    type,
    text,
    reactions: {},
    status: 'delivered',
    at: new Date().toISOString(),
  }
  keepMessage(chat, message)
  simulation.showMessage(business, waId, message)
  const names = { from: business.displayNumber, ...customerIdsAs('to', business, chat) }
  const echo = { ...names, id: message.id, timestamp: seconds() }
  const content = webhookContentOf[type](text)
  const value = { message_echoes: [{ ...echo, ...content }] }
  void simulation.deliveries.deliver(business, { field: 'smb_message_echoes', value })
  return message
}

/** A contact sets in WhatsApp whether marketing messages are wanted. */
export async function setMarketingAsCustomer(
  simulation: Simulation,
  { from, to, marketing }: z.output<typeof phonePreferenceSchema>,
): Promise<void> {
  const business = await findBusiness(simulation, to)
  const waId = toWaId(from)
  const chat = await simulation.chat(business, { waId })
  chat.wantsMarketing = marketing
  const preference = {
    ...(chat.username === '' && { wa_id: waId }),
    user_id: userIdOf(business.displayNumber, waId),
    detail: 'User requested a change of marketing messages',
    category: 'marketing_messages',
    value: marketing ? 'resume' : 'stop',
    timestamp: seconds(),
  }
  const contacts = [contactOf(business, chat)]
  const value = { contacts, user_preferences: [preference] }
  void simulation.deliveries.deliver(business, { field: 'user_preferences', value })
}

/** A contact calls, and nobody answers. */
export async function callAsCustomer(
  simulation: Simulation,
  { from, to }: z.output<typeof phoneCallSchema>,
): Promise<void> {
  const business = await findBusiness(simulation, to)
  const chat = await simulation.chat(business, { waId: toWaId(from) })
  const about = { id: newWamid().replace('wamid', 'wacid'), to: business.displayNumber }
  const ended = { event: 'terminate', direction: 'USER_INITIATED', status: 'FAILED' }
  const call = {
    ...customerIdsAs('from', business, chat),
    ...about,
    ...ended,
    timestamp: seconds(),
  }
  const value = { contacts: [contactOf(business, chat)], calls: [call] }
  void simulation.deliveries.deliver(business, { field: 'calls', value })
}

/** A contact changes the phone number, and gets a new user id with it; the chats stay. */
export async function renumberCustomer(
  simulation: Simulation,
  { from, to, number }: z.output<typeof phoneNumberSchema>,
): Promise<void> {
  const business = await findBusiness(simulation, to)
  const { displayNumber } = business
  const [before, now] = [toWaId(from), toWaId(number)]
  const chat = await simulation.chat(business, { waId: before })
  business.chats.delete(before)
  business.chats.set(now, Object.assign(chat, { waId: now }))
  const isHidden = chat.username !== ''
  const system = {
    type: isHidden ? 'user_changed_user_id' : 'user_changed_number',
    body: `User ${chat.name} changed`,
    ...(!isHidden && { wa_id: now }),
    user_id: userIdOf(displayNumber, now),
    previous_user_id: userIdOf(displayNumber, before),
  }
  const about = { id: newWamid(), timestamp: seconds(), type: 'system', system }
  const value = { messages: [{ ...(!isHidden && { from: before }), ...about }] }
  void simulation.deliveries.deliver(business, { field: 'messages', value })
}

/** A contact's message, as the product received it. */
export interface RememberedMessage {
  ownerId: string
  waId: string
  name: string
  id: string
  type: string
  text: string
  replyTo?: string | undefined
  at: Date
}

/** Shows a message on the phone of its author and opens the window, without a webhook. */
export async function rememberInbound(
  simulation: Simulation,
  { ownerId, waId, name, id, type, text, replyTo, at }: RememberedMessage,
): Promise<void> {
  const business = await simulation.business(numberIdOf(ownerId))
  if (business === undefined) return
  const chat = await simulation.chat(business, { waId, name })
  if (chat.messages.some((message) => message.id === id)) return
  chat.lastInboundAt = Math.max(chat.lastInboundAt ?? 0, at.getTime())
  const message = { id, type, text, replyTo, at: at.toISOString() }
  const stored = { ...message, from: 'customer', reactions: {}, status: 'sent' } as const
  keepMessage(chat, stored)
  simulation.showMessage(business, waId, stored)
}
