import { GraphRefusal } from './refusal.ts'
import { newMediaId, newWamid } from './simulated-ids.ts'
import type { PhoneInput } from './phone-schemas.ts'
import type { Simulation } from './simulation.ts'
import { keepMessage, type PhoneChat, type PhoneMessage, type SimulatedBusiness } from './world.ts'
import { contentOf } from './phone-content.ts'

/** What is known of a message that has just been written. */
export interface Written {
  business: SimulatedBusiness
  chat: PhoneChat
  message: PhoneMessage
}

/** A number without what only people need. */
export const toWaId = (phoneNumber: string) => phoneNumber.replace(/^\+/, '')

/** Finds who is written to, by the id of the number or by what people dial. */
export async function businessAt(
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

/** A customer writes: his phone shows it, the window opens and the business's webhook is told. */
export async function writeAsCustomer(simulation: Simulation, input: PhoneInput): Promise<Written> {
  const business = await businessAt(simulation, input.to)
  const waId = toWaId(input.from)
  const chat = await simulation.chat(business, { waId, name: input.name })
  if (input.name !== '') chat.name = input.name
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
  hold(simulation, { business, chat, message })
  const answered = chat.messages.find(({ id }) => id === input.replyTo)
  const isOfList = answered?.opens !== undefined
  const content = contentOf({ ...message, input, isOfList })
  const value = {
    contacts: [{ profile: { name: chat.name }, wa_id: waId }],
    messages: [
      {
        from: waId,
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
    void simulation.deliveries.tell(business, { field: 'messages', value })
  }
  return { business, chat, message }
}

/** A reaction stands at the message it is about, as on a real phone. */
function hold({ news }: Simulation, { business, chat, message }: Written): void {
  chat.lastInboundAt = Math.max(chat.lastInboundAt ?? 0, Date.parse(message.at))
  const about = chat.messages.find(({ id }) => id === message.replyTo)
  const isReaction = message.type === 'reaction'
  if (isReaction && about !== undefined) about.reactions.customer = message.text
  if (!isReaction) keepMessage(chat, message)
  const shown = isReaction ? about : message
  if (shown === undefined) return
  const { phoneNumberId } = business
  news.publish({ type: 'message', phoneNumberId, waId: chat.waId, message: shown })
}

function keepMedia(business: SimulatedBusiness, { media }: PhoneInput): PhoneMessage['media'] {
  if (media === undefined) return undefined
  const id = newMediaId()
  const { mimeType, fileName } = media
  business.media.set(id, { id, mimeType, fileName, bytes: Buffer.from(media.base64, 'base64') })
  return { id, mimeType, fileName }
}

/** The customer looks at his phone: everything that has arrived is read. */
export async function readAsCustomer(
  simulation: Simulation,
  { from, to }: { from: string; to: string },
): Promise<number> {
  const business = await businessAt(simulation, to)
  const chat = await simulation.chat(business, { waId: toWaId(from) })
  const unread = chat.messages.filter(
    (message) => message.from === 'business' && message.status === 'delivered',
  )
  for (const message of unread) {
    message.status = 'read'
    const { phoneNumberId } = business
    simulation.news.publish({ type: 'message', phoneNumberId, waId: chat.waId, message })
    void simulation.deliveries.tell(business, {
      field: 'messages',
      value: { statuses: [statusOf(chat, message.id, 'read')] },
    })
  }
  return unread.length
}

/** A status as the provider tells it. */
export function statusOf(
  { waId }: PhoneChat,
  id: string,
  status: string,
  more: object = {},
): object {
  const timestamp = String(Math.floor(Date.now() / 1000))
  return { id, status, timestamp, recipient_id: waId, ...more }
}
