import { contentOf } from './phone-content.ts'
import type { PhoneChange, PhoneInput } from './phone-schemas.ts'
import { GraphRefusal } from './refusal.ts'
import { newMediaId, newWamid, userIdOf } from './simulated-ids.ts'
import {
  keepMessage,
  type PhoneChat,
  type PhoneMessage,
  type SimulatedBusiness,
  type Simulation,
} from './simulation.ts'

/** A message that has just been written, with its chat. */
interface WrittenMessage {
  business: SimulatedBusiness
  chat: PhoneChat
  message: PhoneMessage
}

/** A phone number without the plus. */
export const toWaId = (phoneNumber: string) => phoneNumber.replace(/^\+/, '')

/** Finds a business by the id of its number, or by the phone number. */
export async function findBusiness(
  { business, businesses }: Simulation,
  to: string,
): Promise<SimulatedBusiness> {
  const byId = await business(to)
  if (byId !== undefined) return byId
  const dialled = to.replaceAll(/\D/g, '')
  const found = (await businesses()).find(({ displayNumber }) => displayNumber === dialled)
  if (found !== undefined) return found
  const details = 'Nobody has this number.'
  throw new GraphRefusal({ code: 100, title: 'Unknown number', details }, 404)
}

/** A contact writes: the phone shows it, the window opens, and the webhook is sent. */
export async function writeAsCustomer(
  simulation: Simulation,
  input: PhoneInput,
): Promise<WrittenMessage> {
  const business = await findBusiness(simulation, input.to)
  const waId = toWaId(input.from)
  const chat = await simulation.chat(business, { waId, name: input.name })
  if (input.name !== '') chat.name = input.name
  if (input.username !== undefined) chat.username = input.username
  const media = keepMedia(business, input)
  const at = input.at === undefined ? new Date() : new Date(input.at)
  const message: PhoneMessage = {
    id: newWamid(),
    from: 'customer',
    type: input.type,
    text: input.text,
    media,
    replyTo: input.replyTo,
    reactions: {},
    status: 'sent',
    at: at.toISOString(),
  }
  storeOnPhone(simulation, { business, chat, message })
  const answered = chat.messages.find(({ id }) => id === input.replyTo)
  const isOfList = answered?.opens !== undefined
  const content = contentOf({ ...message, input, isOfList })
  const value = {
    contacts: [contactOf(business, chat)],
    messages: [
      {
        ...customerIdsAs('from', business, chat),
        id: message.id,
        timestamp: String(Math.floor(at.getTime() / 1000)),
        ...(input.replyTo !== undefined &&
          input.type !== 'reaction' && {
            context: { from: business.displayNumber, id: input.replyTo },
          }),
        ...content,
      },
    ],
  }
  for (let copy = 0; copy < input.deliveries; copy += 1) {
    void simulation.deliveries.deliver(business, { field: 'messages', value })
  }
  return { business, chat, message }
}

/** The ids of a contact in a message; a contact with a username hides the number. */
export function customerIdsAs(
  member: 'from' | 'to',
  { displayNumber }: SimulatedBusiness,
  { waId, username }: PhoneChat,
): object {
  const userId = { [`${member}_user_id`]: userIdOf(displayNumber, waId) }
  return username === '' ? { [member]: waId, ...userId } : userId
}

/** A contact as a webhook describes it. */
export function contactOf(
  { displayNumber }: SimulatedBusiness,
  { waId, name, username }: PhoneChat,
): object {
  const userId = userIdOf(displayNumber, waId)
  return username === ''
    ? { profile: { name }, wa_id: waId, user_id: userId }
    : { profile: { name, username }, user_id: userId }
}

/** Stores a message on the phone; a reaction is stored with the message that it is about. */
function storeOnPhone(
  { showMessage }: Simulation,
  { business, chat, message }: WrittenMessage,
): void {
  chat.lastInboundAt = Math.max(chat.lastInboundAt ?? 0, Date.parse(message.at))
  const about = chat.messages.find(({ id }) => id === message.replyTo)
  const isReaction = message.type === 'reaction'
  if (isReaction && about !== undefined) about.reactions.customer = message.text
  if (!isReaction) keepMessage(chat, message)
  const shown = isReaction ? about : message
  if (shown !== undefined) showMessage(business, chat.waId, shown)
}

function keepMedia(business: SimulatedBusiness, { media }: PhoneInput): PhoneMessage['media'] {
  if (media === undefined) return undefined
  const id = newMediaId()
  const { mimeType, fileName } = media
  business.media.set(id, { id, mimeType, fileName, bytes: Buffer.from(media.base64, 'base64') })
  return { id, mimeType, fileName }
}

/** The contact looks at the phone: everything that has arrived is read. */
export async function readAsCustomer(
  simulation: Simulation,
  { from, to }: { from: string; to: string },
): Promise<number> {
  const business = await findBusiness(simulation, to)
  const chat = await simulation.chat(business, { waId: toWaId(from) })
  const unread = chat.messages.filter(
    (message) => message.from === 'business' && message.status === 'delivered',
  )
  for (const message of unread) {
    message.status = 'read'
    simulation.showMessage(business, chat.waId, message)
    void simulation.deliveries.deliver(business, {
      field: 'messages',
      value: { statuses: [statusOf(business, chat, { id: message.id, status: 'read' })] },
    })
  }
  return unread.length
}

/** A status report as the provider sends it. */
export function statusOf(
  { displayNumber }: SimulatedBusiness,
  { waId, username }: PhoneChat,
  status: { id: string; status: string },
): object {
  const timestamp = String(Math.floor(Date.now() / 1000))
  const recipient = { recipient_user_id: userIdOf(displayNumber, waId) }
  return {
    ...status,
    timestamp,
    ...(username === '' && { recipient_id: waId }),
    ...recipient,
  }
}

/** Edits a message, or deletes it for everyone: both phones show it at once. */
export async function changeOnPhone(
  simulation: Simulation,
  { from, to, by, id, text, deliveries }: PhoneChange,
): Promise<PhoneMessage> {
  const business = await findBusiness(simulation, to)
  const waId = toWaId(from)
  const chat = await simulation.chat(business, { waId })
  const message = chat.messages.find((one) => one.id === id && one.from === by)
  if (message === undefined || message.isDeleted === true) {
    const details = 'There is no such message of theirs.'
    throw new GraphRefusal({ code: 100, title: 'Unknown message', details }, 404)
  }
  const changedAt = nextSecond(message)
  Object.assign(message, { changedAt }, text === undefined ? deleted : { text })
  simulation.showMessage(business, waId, message)
  const timestamp = String(Date.parse(changedAt) / 1000)
  const about = { id: newWamid(), timestamp, ...changeOf(message) }
  const [field, value] =
    by === 'business'
      ? ([
          'smb_message_echoes',
          {
            message_echoes: [
              { from: business.displayNumber, ...customerIdsAs('to', business, chat), ...about },
            ],
          },
        ] as const)
      : ([
          'messages',
          {
            contacts: [contactOf(business, chat)],
            messages: [{ ...customerIdsAs('from', business, chat), ...about }],
          },
        ] as const)
  for (let copy = 0; copy < deliveries; copy += 1) {
    void simulation.deliveries.deliver(business, { field, value })
  }
  return message
}

const deleted = { isDeleted: true, text: '', media: undefined, choices: undefined, reactions: {} }

/** Each edit gets a second of its own, because the provider's times are in seconds. */
function nextSecond({ at, changedAt }: PhoneMessage): string {
  const last = changedAt === undefined ? Date.parse(at) : Date.parse(changedAt) + 1000
  return new Date(Math.floor(Math.max(Date.now(), last) / 1000) * 1000).toISOString()
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
