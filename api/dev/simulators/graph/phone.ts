import type { PhoneInput } from './phone-schemas.ts'
import { refusal } from './refusal.ts'
import { accountEvents, contentOf, fillIn, templateEvents, type Webhook } from './samples.ts'
import { templateKey, templatesOf } from './send.ts'
import { newMediaId, newWamid, numberIdOf, userIdOf } from './simulated-ids.ts'
import { newMessage, type PhoneChat, type PhoneMessage } from './simulation.ts'
import type { SimulatedBusiness, Simulation } from './simulation.ts'
import { contactOf, dayMs, idsOf, seconds, statusOf } from './webhooks.ts'

/** Finds a business by the id of its number, or by the phone number. */
export async function findBusiness(simulation: Simulation, to: string): Promise<SimulatedBusiness> {
  const byId = await simulation.business(to)
  if (byId !== undefined) return byId
  const dialled = to.replaceAll(/\D/g, '')
  const found = (await simulation.businesses()).find((one) => one.displayNumber === dialled)
  if (found !== undefined) return found
  throw refusal(100, 'Unknown number', { details: 'Nobody has this number.', status: 404 })
}

/** The chat of a contact with a business, and ways to tell the business's webhook of it. */
async function openChat(simulation: Simulation, { from, to }: { from: string; to: string }) {
  const business = await findBusiness(simulation, to)
  const chat = await simulation.chat(business, from)
  const tell = (field: string, value: object, copies = 1) => {
    for (let copy = 0; copy < copies; copy += 1) void simulation.deliver(business, { field, value })
  }
  const own = (list: string, part: object) => ({
    contacts: [contactOf(business, chat)],
    [list]: [{ ...idsOf(business, chat, ['from', 'from_user_id']), ...part }],
  })
  const tellMessage = (message: object, copies?: number) =>
    tell('messages', own('messages', message), copies)
  const tellEcho = (echo: object, copies?: number) => {
    const ids = idsOf(business, chat, ['to', 'to_user_id'])
    const echoes = [{ from: business.displayNumber, ...ids, ...echo }]
    tell('smb_message_echoes', { message_echoes: echoes }, copies)
  }
  return { business, chat, tell, own, tellMessage, tellEcho }
}

/** A contact gets names, and is on the phone before the first message. */
export async function addContact(
  simulation: Simulation,
  input: Omit<PhoneInput<'contacts'>, 'name'> & { name?: string },
) {
  const opened = await openChat(simulation, input)
  if (input.name) opened.chat.name = input.name
  if (input.username !== undefined) opened.chat.username = input.username
  return opened
}

/** A contact writes: the phone shows it, the window opens, and the webhook is sent. */
export async function writeAsCustomer(simulation: Simulation, input: PhoneInput<'messages'>) {
  const { business, chat, tellMessage } = await addContact(simulation, input)
  const { type, text, replyTo, deliveries } = input
  const at = input.at === undefined ? new Date() : new Date(input.at)
  const media = keepMedia(business, input)
  const content = { type, text, media, replyTo, at: at.toISOString() }
  const message = newMessage({ from: 'customer', ...content })
  chat.lastInboundAt = Math.max(chat.lastInboundAt ?? 0, at.getTime())
  const about = chat.messages.find(({ id }) => id === replyTo)
  const isReaction = type === 'reaction'
  if (!isReaction) simulation.show(chat, message)
  else if (about !== undefined) simulation.show(chat, Object.assign(about, { reaction: text }))
  const context = { from: business.displayNumber, id: replyTo }
  const isOfList = about?.opens !== undefined
  tellMessage(
    {
      id: message.id,
      timestamp: String(seconds(at.getTime())),
      ...(replyTo !== undefined && !isReaction && { context }),
      ...contentOf({ ...input, media, isOfList }),
    },
    deliveries,
  )
  return { phoneNumberId: business.phoneNumberId, waId: chat.waId, message }
}

function keepMedia({ media: kept }: SimulatedBusiness, { media }: PhoneInput<'messages'>) {
  if (media === undefined) return undefined
  const { base64, ...file } = media
  const id = newMediaId()
  kept.set(id, { id, ...file, bytes: Buffer.from(base64, 'base64') })
  return { id, ...file }
}

/** The messages that a contact has got and not read. */
const unreadOf = ({ messages }: PhoneChat) =>
  messages.filter(({ from, status }) => from === 'business' && status === 'delivered')

export async function readAsCustomer(simulation: Simulation, input: PhoneInput<'read'>) {
  const { business, chat, tell } = await openChat(simulation, input)
  const unread = unreadOf(chat)
  for (const message of unread) {
    simulation.show(chat, Object.assign(message, { status: 'read' }))
    tell('messages', { statuses: [statusOf(business, chat, message)] })
  }
  return { read: unread.length }
}

export async function echoAsOwner(
  simulation: Simulation,
  { from: to, to: from, type, text }: PhoneInput<'echoes'>,
) {
  const { chat, tellEcho } = await openChat(simulation, { from, to })
  const message = newMessage({ from: 'business', type, text, status: 'delivered' })
  simulation.show(chat, message)
  tellEcho({ id: message.id, timestamp: String(seconds()), ...contentOf({ type, text }) })
  return { message }
}

/** Edits a message, or deletes it for everyone: both phones show it at once. */
export async function changeOnPhone(simulation: Simulation, input: PhoneInput<'changes'>) {
  const { chat, tellMessage, tellEcho } = await openChat(simulation, input)
  const { by, text, deliveries } = input
  const message = chat.messages.find(({ id, from }) => id === input.id && from === by)
  if (message === undefined || message.isDeleted === true) {
    const details = 'There is no such message of theirs.'
    throw refusal(100, 'Unknown message', { details, status: 404 })
  }
  const changedAt = nextSecond(message)
  simulation.show(chat, Object.assign(message, { changedAt }, text ? { text } : deleted))
  const timestamp = String(seconds(Date.parse(changedAt)))
  const change = { id: newWamid(), timestamp, ...changeOf(message) }
  if (by === 'business') tellEcho(change, deliveries)
  else tellMessage(change, deliveries)
  return { message }
}

const deleted = {
  isDeleted: true,
  text: '',
  media: undefined,
  choices: undefined,
  reaction: undefined,
}

/** Each edit gets a second of its own, because the provider's times are in seconds. */
function nextSecond({ at, changedAt }: PhoneMessage): string {
  const last = changedAt === undefined ? Date.parse(at) : Date.parse(changedAt) + 1000
  return new Date(seconds(Math.max(Date.now(), last)) * 1000).toISOString()
}

/** A change as the provider sends it. */
function changeOf({ id, type, text, media, isDeleted }: PhoneMessage): object {
  if (isDeleted === true) return { type: 'revoke', revoke: { original_message_id: id } }
  const said =
    media === undefined
      ? { type: 'text', text: { body: text } }
      : { type, [type]: { id: media.id, mime_type: media.mimeType, caption: text } }
  return { type: 'edit', edit: { original_message_id: id, message: said } }
}

export async function setMarketing(
  simulation: Simulation,
  { marketing, ...input }: PhoneInput<'preferences'>,
): Promise<void> {
  const { business, chat, tell } = await openChat(simulation, input)
  chat.wantsMarketing = marketing
  const preference = {
    ...idsOf(business, chat, ['wa_id', 'user_id']),
    detail: 'User requested a change of marketing messages',
    category: 'marketing_messages',
    value: marketing ? 'resume' : 'stop',
    timestamp: String(seconds()),
  }
  const contacts = [contactOf(business, chat)]
  tell('user_preferences', { contacts, user_preferences: [preference] })
}

export async function missCall(simulation: Simulation, input: PhoneInput<'calls'>): Promise<void> {
  const { business, tell, own } = await openChat(simulation, input)
  const about = { id: newWamid().replace('wamid', 'wacid'), to: business.displayNumber }
  const ended = { event: 'terminate', direction: 'USER_INITIATED', status: 'FAILED' }
  tell('calls', own('calls', { ...about, ...ended, timestamp: String(seconds()) }))
}

/** A contact changes the phone number, and gets a new user id with it; the chats stay. */
export async function changeNumber(
  simulation: Simulation,
  { number, ...input }: PhoneInput<'numbers'>,
): Promise<void> {
  const { business, chat, tell } = await openChat(simulation, input)
  const { chats, displayNumber } = business
  const before = chat.waId
  chats.delete(before)
  chats.set(number, Object.assign(chat, { waId: number, refusals: 0 }))
  const isHidden = chat.username !== ''
  const system = {
    type: isHidden ? 'user_changed_user_id' : 'user_changed_number',
    body: `User ${chat.name} changed`,
    ...idsOf(business, chat, ['wa_id', 'user_id']),
    previous_user_id: userIdOf(displayNumber, before),
  }
  const about = { id: newWamid(), timestamp: String(seconds()), type: 'system', system }
  tell('messages', { messages: [{ ...(!isHidden && { from: before }), ...about }] })
}

/** Applies an event to the business's account or a template, and sends its webhook. */
export async function applyAccountEvent(
  simulation: Simulation,
  { to, event, template, ...throttle }: PhoneInput<'account'>,
): Promise<void> {
  const business = await findBusiness(simulation, to)
  const ofTemplates = templateEvents[event]
  if (ofTemplates !== undefined) {
    for (const one of await templatesOf(simulation, business)) {
      if (one.name !== template) continue
      business.templates.set(templateKey(one), { ...one, ...ofTemplates.sets })
      const values = { $name: one.name, $language: one.language, $category: one.category }
      await deliver(ofTemplates, values)
    }
    return
  }
  const ofAccount = accountEvents[event]
  Object.assign(business, event === 'throttle' ? { throttle } : ofAccount?.sets)
  if (ofAccount?.value === undefined) return
  await deliver(ofAccount, { $number: business.displayNumber, $account: business.wabaId })

  async function deliver({ value, ...change }: Webhook, values: Record<string, string>) {
    const filled = { ...change, value: fillIn(value, values), isOfAccount: true }
    await simulation.deliver(business, filled)
  }
}

/** A contact's message, as the product received it. */
export interface RememberedMessage extends Pick<PhoneMessage, 'id' | 'type' | 'text' | 'replyTo'> {
  ownerId: string
  waId: string
  name: string
  at: Date
}

/** Shows a message on the phone of its author and opens the window, without a webhook. */
export async function rememberInbound(
  simulation: Simulation,
  { ownerId, waId, name, at, ...message }: RememberedMessage,
): Promise<void> {
  const business = await simulation.business(numberIdOf(ownerId))
  if (business === undefined) return
  const chat = await simulation.chat(business, waId)
  chat.name ||= name
  if (chat.messages.some(({ id }) => id === message.id)) return
  chat.lastInboundAt = Math.max(chat.lastInboundAt ?? 0, at.getTime())
  simulation.show(chat, newMessage({ ...message, from: 'customer', at: at.toISOString() }))
}

/** A business, and the chats on the phones of its contacts. */
export function showBusiness({ phoneNumberId, displayNumber, name, chats }: SimulatedBusiness) {
  return {
    phoneNumberId,
    // As people dial it.
    displayPhoneNumber: `+${displayNumber}`,
    name,
    chats: [...chats.values()].map((chat) => {
      const { waId, lastInboundAt: since, typingUntil, refusals: _, ...shown } = chat
      return {
        ...shown,
        phoneNumber: `+${waId}`,
        unread: unreadOf(chat).length,
        isTyping: typingUntil > Date.now(),
        windowExpiresAt: since === undefined ? null : new Date(since + dayMs).toISOString(),
      }
    }),
  }
}
