import { fateOf } from './magic-numbers.ts'
import { statusOf } from './phone.ts'
import { badParameter, GraphRefusal, type GraphFault } from './refusal.ts'
import { mediaOf, type Send } from './send-schemas.ts'
import { newWamid, waIdOf } from './simulated-ids.ts'
import {
  keepMessage,
  type PhoneChat,
  type PhoneMessage,
  type SimulatedBusiness,
  type SimulatedTemplate,
  type Simulation,
} from './simulation.ts'
import { pause } from './webhooks.ts'

/** Accepts a message of a business: shows it on the contact's phone, and sends status reports. */
export async function receiveSend(
  simulation: Simulation,
  business: SimulatedBusiness,
  send: Send,
): Promise<{ id: string; waId: string; isAnswerLost: boolean }> {
  const waId = addressee(business, send)
  const chat = await simulation.chat(business, { waId })
  const { template, later } = await requireSendable(simulation, { business, chat }, send)
  const message = show(simulation, { business, chat, send, template, isShown: later === undefined })
  const reference = send.biz_opaque_callback_data
  void sendStatuses(simulation, { business, chat, message, reference, later })
  return { id: message.id, waId, isAnswerLost: fateOf(waId)?.kind === 'answer_lost' }
}

/** The phone number of the recipient; a given number wins over a user id. */
function addressee({ displayNumber }: SimulatedBusiness, { to, recipient = '' }: Send): string {
  if (to === undefined) {
    const waId = waIdOf(displayNumber, recipient)
    if (waId === undefined) throw badParameter(`There is no recipient ${recipient}.`)
    return waId
  }
  if (!/^\+?[\d ()-]+$/.test(to)) throw badParameter(`${to} is no phone number.`)
  return to.replaceAll(/\D/g, '')
}

interface ShownSend {
  business: SimulatedBusiness
  chat: PhoneChat
  send: Send
  template: SimulatedTemplate | undefined
  isShown: boolean
}

function show(
  { showMessage }: Simulation,
  { business, chat, send, template, isShown }: ShownSend,
): PhoneMessage {
  const message: PhoneMessage = {
    id: newWamid(),
    from: 'business',
    ...phoneContentOf(business, send, template),
    replyTo: send.context?.message_id,
    reactions: {},
    status: 'sent',
    at: new Date().toISOString(),
  }
  if (!isShown) return message
  chat.typingUntil = 0
  keepMessage(chat, message)
  showMessage(business, chat.waId, message)
  return message
}

interface StatusReport {
  business: SimulatedBusiness
  chat: PhoneChat
  message: PhoneMessage
  reference: string | undefined
  later: GraphFault | undefined
}

async function sendStatuses(simulation: Simulation, told: StatusReport): Promise<void> {
  const { business, chat, message, reference, later } = told
  const { pace, closing, deliveries, showMessage } = simulation
  const fate = fateOf(chat.waId)
  const more = reference === undefined ? {} : { biz_opaque_callback_data: reference }
  const tell = (status: string, extra: object = {}) => {
    const now = { id: message.id, status, ...more, ...extra }
    const statuses = [statusOf(business, chat, now)]
    return deliveries.deliver(business, { field: 'messages', value: { statuses } })
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
      showMessage(business, chat.waId, message)
    }
    await tell(status, { pricing: { billable: true, pricing_model: 'PMP', category: 'service' } })
  }
}

const dayMs = 24 * 60 * 60 * 1000
const faults = {
  window: fault(131_047, 'Re-engagement message', 'More than 24 hours have passed.'),
  marketing: fault(131_050, 'User stopped marketing', 'The user stopped marketing messages.'),
  self: fault(131_021, 'Recipient cannot be sender', 'Sender and recipient are the same number.'),
}

function fault(code: number, title: string, details: string): GraphFault {
  return { code, title, details }
}

/** A message that may be sent. */
interface Sendable {
  business: SimulatedBusiness
  chat: PhoneChat
  template: SimulatedTemplate | undefined
}

/** Throws errors that the provider would return at once; returns one that it would only report later. */
async function requireSendable(
  simulation: Simulation,
  { business, chat }: Pick<Sendable, 'business' | 'chat'>,
  send: Send,
): Promise<{ template: SimulatedTemplate | undefined; later: GraphFault | undefined }> {
  if (chat.waId === business.displayNumber) throw new GraphRefusal(faults.self)
  refuseByFate(chat)
  const template =
    send.type === 'template' ? await findTemplate(simulation, business, send) : undefined
  requireMedia(business, send)
  return { template, later: laterFault(chat, template) }
}

function refuseByFate(chat: PhoneChat): void {
  const fate = fateOf(chat.waId)
  if (fate?.kind !== 'refused') return
  const refusedSoFar = chat.faults.get(fate.fault.code) ?? 0
  if (refusedSoFar >= fate.times) return
  chat.faults.set(fate.fault.code, refusedSoFar + 1)
  throw new GraphRefusal(fate.fault, fate.status ?? 400)
}

/** An error for a message that the provider accepts, but reports as failed afterwards. */
function laterFault(
  chat: PhoneChat,
  template: SimulatedTemplate | undefined,
): GraphFault | undefined {
  const fate = fateOf(chat.waId)
  if (fate?.kind === 'fails') return fate.fault
  if (template?.category === 'MARKETING' && !chat.wantsMarketing) return faults.marketing
  const isOpen = chat.lastInboundAt !== undefined && Date.now() - chat.lastInboundAt < dayMs
  return template === undefined && !isOpen ? faults.window : undefined
}

async function findTemplate(
  simulation: Simulation,
  business: SimulatedBusiness,
  { template: { name, language, components } }: Extract<Send, { type: 'template' }>,
): Promise<SimulatedTemplate> {
  const all = await templatesOf(simulation, business)
  const template = all.find((one) => one.name === name && one.language === language.code)
  const named = `${name} in ${language.code}`
  if (template === undefined) {
    throw new GraphRefusal(fault(132_001, 'Template name does not exist', named), 404)
  }
  if (template.status === 'PAUSED') throw refused(132_015, 'Template is paused', named)
  if (template.status === 'DISABLED') throw refused(132_016, 'Template is disabled', named)
  if (template.status !== 'APPROVED') throw refused(132_001, 'Template is not approved', named)
  const given = components.find(({ type }) => type.toLowerCase() === 'body')?.parameters ?? []
  requireParameters(template, given)
  return template
}

function requireParameters(
  template: SimulatedTemplate,
  given: { text?: string | undefined; parameter_name?: string | undefined }[],
): void {
  const blanks = new Set(bodyOf(template).match(/\{\{\s*\w+\s*\}\}/g))
  if (given.length !== blanks.size) {
    const details = `body: number of localizable_params (${given.length}) does not match the expected number of params (${blanks.size})`
    throw refused(132_000, 'Number of parameters does not match', details)
  }
  for (const { text, parameter_name: name } of given) {
    if (template.parameter_format === 'NAMED' && !blanks.has(`{{${name ?? ''}}}`)) {
      throw refused(132_012, 'Parameter format does not match', `No parameter ${name ?? ''}`)
    }
    if (text === undefined || /[\n\t]| {5}/.test(text)) {
      throw refused(132_018, 'Invalid parameters', 'No new lines, tabs or more than 4 spaces.')
    }
  }
}

const refused = (code: number, title: string, details: string) =>
  new GraphRefusal(fault(code, title, details))

function requireMedia(business: SimulatedBusiness, send: Send): void {
  const id = mediaOf(send)?.id
  if (id !== undefined && !business.media.has(id)) throw badParameter(`There is no media ${id}.`)
}

type Content = Pick<PhoneMessage, 'type' | 'text' | 'media' | 'choices' | 'opens'>

/** A message as the contact's phone shows it. */
function phoneContentOf(
  business: SimulatedBusiness,
  send: Send,
  template: SimulatedTemplate | undefined,
): Content {
  switch (send.type) {
    case 'text':
      return { type: 'text', text: send.text.body }
    case 'template':
      return { type: 'template', text: rendered(send, template) }
    case 'interactive': {
      const { body, action } = send.interactive
      const rows = action.sections?.flatMap((section) => section.rows) ?? []
      const choices = [...(action.buttons?.map(({ reply }) => reply) ?? []), ...rows]
      return { type: 'interactive', text: body.text, choices, opens: action.button }
    }
    default:
      return mediaContent(business, send)
  }
}

function mediaContent({ media }: SimulatedBusiness, send: Send): Content {
  const { id = '', caption = '', voice: isVoice } = mediaOf(send) ?? {}
  const { mimeType = '', fileName } = media.get(id) ?? {}
  return { type: send.type, text: caption, media: { id, mimeType, fileName, isVoice } }
}

function rendered(
  { template: { components } }: Extract<Send, { type: 'template' }>,
  template: SimulatedTemplate | undefined,
): string {
  const values = components.find(({ type }) => type.toLowerCase() === 'body')?.parameters ?? []
  const body = template === undefined ? '' : bodyOf(template)
  let next = 0
  return body.replaceAll(/\{\{\s*(\w+)\s*\}\}/g, (blank, name: string) => {
    const named = values.find(({ parameter_name: given }) => given === name)
    const positional = values[next]
    next += 1
    return (named ?? positional)?.text ?? blank
  })
}

/** The templates that every new account has. */
const given: SimulatedTemplate[] = [
  {
    id: '1001',
    name: 'hello_world',
    language: 'en_US',
    status: 'APPROVED',
    category: 'UTILITY',
    parameter_format: 'POSITIONAL',
    components: [
      { type: 'HEADER', format: 'TEXT', text: 'Hello World' },
      { type: 'BODY', text: 'Welcome! This message shows that your number is connected.' },
    ],
  },
  {
    id: '1002',
    name: 'answer_waiting',
    language: 'en',
    status: 'APPROVED',
    category: 'UTILITY',
    parameter_format: 'POSITIONAL',
    components: [
      {
        type: 'BODY',
        text: 'Hi {{1}}, we have an answer for you. Write to us to read it.',
        example: { body_text: [['Ravi']] },
      },
    ],
  },
]

export const templateKey = ({ name, language }: Pick<SimulatedTemplate, 'name' | 'language'>) =>
  `${name} ${language}`

/** All templates of a business: the default ones, those of the product, and changes since. */
export async function templatesOf(
  { directory }: Simulation,
  business: SimulatedBusiness,
): Promise<SimulatedTemplate[]> {
  const before = await directory.templates(business.ownerId)
  const all = new Map([...given, ...before].map((template) => [templateKey(template), template]))
  for (const template of business.templates.values()) all.set(templateKey(template), template)
  return [...all.values()]
}

/** The body of a template, with its blanks. */
function bodyOf({ components }: SimulatedTemplate): string {
  const text = components.find(({ type }) => type === 'BODY')?.['text']
  return typeof text === 'string' ? text : ''
}
