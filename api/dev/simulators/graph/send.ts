import { fateOf, messageFault } from './magic-numbers.ts'
import { badParameter, refusal, refusalOf, type GraphFault } from './refusal.ts'
import { givenTemplates } from './samples.ts'
import { mediaOf, type Send } from './send-schemas.ts'
import { waIdOf } from './simulated-ids.ts'
import { newMessage, type PhoneChat, type PhoneMessage } from './simulation.ts'
import type { SimulatedBusiness, SimulatedTemplate, Simulation } from './simulation.ts'
import { dayMs, pause, statusOf } from './webhooks.ts'

/** Accepts a message of a business: shows it on the contact's phone, and sends status reports. */
export async function receiveSend(
  simulation: Simulation,
  business: SimulatedBusiness,
  send: Send,
): Promise<{ id: string; waId: string; isAnswerLost: boolean }> {
  const waId = addressee(business, send)
  const chat = await simulation.chat(business, waId)
  if (waId === business.displayNumber) throw refusalOf(messageFault(131_021))
  refuseByFate(chat)
  const template =
    send.type === 'template' ? await findTemplate(simulation, business, send) : undefined
  const mediaId = mediaOf(send)?.id
  if (mediaId !== undefined && !business.media.has(mediaId)) {
    throw badParameter(`There is no media ${mediaId}.`)
  }
  const later = laterFault(chat, template)
  const content = phoneContentOf(business, send, template)
  const message = newMessage({ from: 'business', ...content, replyTo: send.context?.message_id })
  if (later === undefined) {
    chat.typingUntil = 0
    simulation.show(chat, message)
  }
  void sendStatuses(simulation, { business, chat, message, later, send })
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

interface StatusReport {
  business: SimulatedBusiness
  chat: PhoneChat
  message: PhoneMessage
  later: GraphFault | undefined
  send: Send
}

async function sendStatuses(
  { pace, closing, deliver, show }: Simulation,
  { business, chat, message, later, send }: StatusReport,
): Promise<void> {
  const fate = fateOf(chat.waId)
  const { biz_opaque_callback_data } = send
  const tell = (status: string, extra: object) => {
    const now = { id: message.id, status, biz_opaque_callback_data, ...extra }
    const statuses = [statusOf(business, chat, now)]
    return deliver(business, { field: 'messages', value: { statuses } })
  }
  if (later !== undefined) {
    const { code, title, details } = later
    const errors = [{ code, title, message: title, error_data: { details } }]
    return tell('failed', { errors })
  }
  const { statuses, delayMs = pace.deliveredMs } =
    fate?.kind === 'reported' ? fate : { statuses: ['sent', 'delivered'] }
  for (const [index, status] of statuses.entries()) {
    if (index > 0 && delayMs > 0) await pause(delayMs, closing)
    if (status === 'delivered' || status === 'read') {
      if (message.status !== 'read') message.status = status
      show(chat, message)
    }
    await tell(status, { pricing: { billable: true, pricing_model: 'PMP', category: 'service' } })
  }
}

function refuseByFate(chat: PhoneChat): void {
  const fate = fateOf(chat.waId)
  if (fate?.kind !== 'refused' || chat.refusals >= fate.times) return
  chat.refusals += 1
  throw refusalOf(fate.fault)
}

/** An error for a message that the provider accepts, but reports as failed afterwards. */
function laterFault(
  { waId, wantsMarketing, lastInboundAt = 0 }: PhoneChat,
  template: SimulatedTemplate | undefined,
): GraphFault | undefined {
  const fate = fateOf(waId)
  if (fate?.kind === 'fails') return fate.fault
  if (template?.category === 'MARKETING' && !wantsMarketing) return messageFault(131_050)
  const isOpen = Date.now() - lastInboundAt < dayMs
  return template === undefined && !isOpen ? messageFault(131_047) : undefined
}

type TemplateSend = Extract<Send, { type: 'template' }>

const unusable: Record<string, [code: number, title: string]> = {
  PAUSED: [132_015, 'Template is paused'],
  DISABLED: [132_016, 'Template is disabled'],
}

async function findTemplate(
  simulation: Simulation,
  business: SimulatedBusiness,
  send: TemplateSend,
): Promise<SimulatedTemplate> {
  const { name, language } = send.template
  const all = await templatesOf(simulation, business)
  const template = all.find((one) => one.name === name && one.language === language.code)
  const details = `${name} in ${language.code}`
  if (template === undefined) {
    throw refusal(132_001, 'Template name does not exist', { details, status: 404 })
  }
  if (template.status !== 'APPROVED') {
    const [code, title] = unusable[template.status] ?? [132_001, 'Template is not approved']
    throw refusal(code, title, { details })
  }
  requireParameters(template, parametersOf(send))
  return template
}

/** The values that are sent for the blanks of a template's body. */
const parametersOf = ({ template: { components } }: TemplateSend) =>
  components.find(({ type }) => type.toLowerCase() === 'body')?.parameters ?? []

function requireParameters(
  template: SimulatedTemplate,
  given: ReturnType<typeof parametersOf>,
): void {
  const blanks = new Set(bodyOf(template).match(/\{\{\s*\w+\s*\}\}/g))
  if (given.length !== blanks.size) {
    const details = `body: number of localizable_params (${given.length}) does not match the expected number of params (${blanks.size})`
    throw refusal(132_000, 'Number of parameters does not match', { details })
  }
  for (const { text, parameter_name: name = '' } of given) {
    if (template.parameter_format === 'NAMED' && !blanks.has(`{{${name}}}`)) {
      const details = `No parameter ${name}`
      throw refusal(132_012, 'Parameter format does not match', { details })
    }
    if (text === undefined || /[\n\t]| {5}/.test(text)) {
      const details = 'No new lines, tabs or more than 4 spaces.'
      throw refusal(132_018, 'Invalid parameters', { details })
    }
  }
}

/** A message as the contact's phone shows it. */
function phoneContentOf(
  { media }: SimulatedBusiness,
  send: Send,
  template: SimulatedTemplate | undefined,
): Pick<PhoneMessage, 'type' | 'text' | 'media' | 'choices' | 'opens'> {
  const { type } = send
  switch (type) {
    case 'text':
      return { type, text: send.text.body }
    case 'template':
      return { type, text: template === undefined ? '' : rendered(template, parametersOf(send)) }
    case 'interactive': {
      const { body, action } = send.interactive
      const rows = action.sections?.flatMap((section) => section.rows) ?? []
      const choices = [...(action.buttons?.map(({ reply }) => reply) ?? []), ...rows]
      return { type, text: body.text, choices, opens: action.button }
    }
    default: {
      const { id = '', caption = '', voice: isVoice } = mediaOf(send) ?? {}
      const { mimeType = '', fileName } = media.get(id) ?? {}
      return { type, text: caption, media: { id, mimeType, fileName, isVoice } }
    }
  }
}

function rendered(template: SimulatedTemplate, values: ReturnType<typeof parametersOf>): string {
  let next = 0
  return bodyOf(template).replaceAll(/\{\{\s*(\w+)\s*\}\}/g, (blank, name: string) => {
    const named = values.find(({ parameter_name: given }) => given === name)
    const positional = values[next]
    next += 1
    return (named ?? positional)?.text ?? blank
  })
}

export const templateKey = ({ name, language }: Pick<SimulatedTemplate, 'name' | 'language'>) =>
  `${name} ${language}`

/** All templates of a business: the default ones, those of the product, and changes since. */
export async function templatesOf(
  { directory }: Simulation,
  { ownerId, templates }: SimulatedBusiness,
): Promise<SimulatedTemplate[]> {
  const own = await directory.templates(ownerId)
  const all = [...givenTemplates, ...own, ...templates.values()]
  return [...new Map(all.map((template) => [templateKey(template), template])).values()]
}

/** The body of a template, with its blanks. */
const bodyOf = ({ components }: SimulatedTemplate) =>
  components.find(({ type }) => type === 'BODY')?.text ?? ''
