import { fateOf } from './magic-numbers.ts'
import { statusOf } from './phone.ts'
import type { GraphFault } from './refusal.ts'
import { requireSendable } from './require-sendable.ts'
import { shownIn } from './send-content.ts'
import type { Send } from './send-schemas.ts'
import { newWamid } from './simulated-ids.ts'
import type { Simulation } from './simulation.ts'
import { pause } from './webhooks.ts'
import {
  keepMessage,
  type PhoneChat,
  type PhoneMessage,
  type SimulatedBusiness,
  type SimulatedTemplate,
} from './world.ts'

/** Takes a message of a business: its customer's phone shows it, and its statuses are told. */
export async function receiveSend(
  simulation: Simulation,
  business: SimulatedBusiness,
  send: Send,
): Promise<{ id: string; waId: string; isAnswerLost: boolean }> {
  const waId = send.to.replaceAll(/\D/g, '')
  const chat = await simulation.chat(business, { waId })
  const { template, later } = await requireSendable(simulation, { business, chat }, send)
  const message = show(simulation, { business, chat, send, template, isShown: later === undefined })
  const reference = send.biz_opaque_callback_data
  void tellStatuses(simulation, { business, chat, message, reference, later })
  return { id: message.id, waId, isAnswerLost: fateOf(waId)?.kind === 'answer_lost' }
}

interface Shown {
  business: SimulatedBusiness
  chat: PhoneChat
  send: Send
  template: SimulatedTemplate | undefined
  isShown: boolean
}

function show(
  { news }: Simulation,
  { business, chat, send, template, isShown }: Shown,
): PhoneMessage {
  const message: PhoneMessage = {
    id: newWamid(),
    from: 'business',
    ...shownIn(business, send, template),
    replyTo: send.context?.message_id,
    reactions: {},
    status: 'sent',
    at: new Date().toISOString(),
  }
  if (!isShown) return message
  chat.typingUntil = 0
  const about =
    send.type === 'reaction'
      ? chat.messages.find(({ id }) => id === send.reaction.message_id)
      : undefined
  if (about === undefined) keepMessage(chat, message)
  else about.reactions.business = message.text
  const { phoneNumberId } = business
  news.publish({ type: 'message', phoneNumberId, waId: chat.waId, message: about ?? message })
  return message
}

interface Told {
  business: SimulatedBusiness
  chat: PhoneChat
  message: PhoneMessage
  reference: string | undefined
  later: GraphFault | undefined
}

async function tellStatuses(simulation: Simulation, told: Told): Promise<void> {
  const { business, chat, message, reference, later } = told
  const { pace, closing, deliveries, news } = simulation
  const fate = fateOf(chat.waId)
  const more = reference === undefined ? {} : { biz_opaque_callback_data: reference }
  const tell = (status: string, extra: object = {}) => {
    const statuses = [statusOf(chat, message.id, status, { ...more, ...extra })]
    return deliveries.tell(business, { field: 'messages', value: { statuses } })
  }
  if (later !== undefined) {
    const { code, title, details } = later
    const errors = [{ code, title, message: title, error_data: { details } }]
    return tell('failed', { errors })
  }
  const statuses = fate?.kind === 'told' ? fate.statuses : ['sent', 'delivered']
  const waitMs = (fate?.kind === 'told' ? fate.delayMs : undefined) ?? pace.deliveredMs
  for (const [index, status] of statuses.entries()) {
    if (index > 0 && waitMs > 0) await pause(waitMs, closing)
    if (status === 'delivered' || status === 'read') {
      message.status = message.status === 'read' ? 'read' : status
      const { phoneNumberId } = business
      news.publish({ type: 'message', phoneNumberId, waId: chat.waId, message })
    }
    await tell(status, { pricing: { billable: true, pricing_model: 'PMP', category: 'service' } })
  }
}
