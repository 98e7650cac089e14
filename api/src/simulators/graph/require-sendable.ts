import { fateOf } from './magic-numbers.ts'
import { badParameter, GraphRefusal, type GraphFault } from './refusal.ts'
import type { Send } from './send-schemas.ts'
import { bodyOf, templatesOf } from './templates.ts'
import type { Simulation } from './simulation.ts'
import type { PhoneChat, SimulatedBusiness, SimulatedTemplate } from './world.ts'

const dayMs = 24 * 60 * 60 * 1000
/** So many messages a business may send in a second, and to one customer in six seconds. */
const perSecond = 80
const pair = { burst: 45, windowMs: 6000 }

const faults = {
  throughput: fault(130_429, 'Rate limit hit', 'Message throughput has been reached.'),
  pair: fault(131_056, 'Pair rate limit hit', 'Too many messages from this number to that one.'),
  window: fault(131_047, 'Re-engagement message', 'More than 24 hours have passed.'),
  marketing: fault(131_050, 'User stopped marketing', 'The user stopped marketing messages.'),
  self: fault(131_021, 'Recipient cannot be sender', 'Sender and recipient are the same number.'),
}

function fault(code: number, title: string, details: string): GraphFault {
  return { code, title, details }
}

/** Whom a message goes to, and what it says, once it is known that it may. */
export interface Sendable {
  business: SimulatedBusiness
  chat: PhoneChat
  template: SimulatedTemplate | undefined
}

/** Throws what the provider would answer at once; answers what it would tell only later. */
export async function requireSendable(
  simulation: Simulation,
  { business, chat }: Pick<Sendable, 'business' | 'chat'>,
  send: Send,
): Promise<{ template: SimulatedTemplate | undefined; later: GraphFault | undefined }> {
  if (chat.waId === business.displayNumber) throw new GraphRefusal(faults.self)
  refuseByFate(chat)
  countRates(business, chat)
  const template =
    send.type === 'template' ? await findTemplate(simulation, business, send) : undefined
  requireMedia(business, send)
  return { template, later: laterFault(chat, template) }
}

function refuseByFate(chat: PhoneChat): void {
  const fate = fateOf(chat.waId)
  if (fate?.kind !== 'refused') return
  const soFar = chat.faults.get(fate.fault.code) ?? 0
  if (soFar >= fate.times) return
  chat.faults.set(fate.fault.code, soFar + 1)
  throw new GraphRefusal(fate.fault, fate.status ?? 400)
}

function countRates(business: SimulatedBusiness, chat: PhoneChat): void {
  const now = Date.now()
  business.recentSends = business.recentSends.filter((at) => at > now - 1000)
  chat.recentSends = chat.recentSends.filter((at) => at > now - pair.windowMs)
  if (business.recentSends.length >= perSecond) throw new GraphRefusal(faults.throughput, 429)
  if (chat.recentSends.length >= pair.burst) throw new GraphRefusal(faults.pair)
  business.recentSends.push(now)
  chat.recentSends.push(now)
}

/** The provider takes such a message, and tells only afterwards that it did not go out. */
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
  const id =
    'image' in send
      ? send.image.id
      : 'audio' in send
        ? send.audio.id
        : 'video' in send
          ? send.video.id
          : 'document' in send
            ? send.document.id
            : undefined
  if (id === undefined || business.media.has(id)) return
  throw badParameter(`There is no media ${id}.`)
}
