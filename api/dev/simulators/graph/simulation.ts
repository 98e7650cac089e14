import { EventEmitter } from 'node:events'

import { LRUCache } from 'lru-cache'

import type { Credentials } from '../../../src/modules/whatsapp/whatsapp-channel.ts'
import { displayNumberOf, ownerIdOf } from './simulated-ids.ts'

/** A file that was uploaded, or sent by a customer. */
export interface SimulatedMedia {
  id: string
  mimeType: string
  fileName?: string | undefined
  bytes: Uint8Array
}

/** What a phone shows of a message. */
export interface PhoneMessage {
  /** What the product knows it by as well. */
  id: string
  from: 'customer' | 'business'
  type: string
  text: string
  media?: { id: string; mimeType: string; fileName?: string | undefined } | undefined
  /** What can be tapped instead of writing. */
  choices?: { id: string; title: string }[] | undefined
  /** What opens them, where they are a list. */
  opens?: string | undefined
  replyTo?: string | undefined
  reactions: { customer?: string }
  /** Of the business's: how far it came; of a customer's: whether the business has read it. */
  status: 'sent' | 'delivered' | 'read' | 'failed'
  at: string
  /** When it was last edited or deleted. */
  changedAt?: string
  isDeleted?: boolean
}

/** One customer's chat with a business, as it is on the customer's phone. */
export interface PhoneChat {
  waId: string
  name: string
  /** `@asha`, shown to businesses instead of the number; empty where that is shown. */
  username: string
  messages: PhoneMessage[]
  /** When the customer last wrote, in milliseconds; free text is taken for a day from then on. */
  lastInboundAt: number | undefined
  typingUntil: number
  /** How often a fault that goes away by itself has been answered. */
  faults: Map<number, number>
  wantsMarketing: boolean
}

/** A template, in the words of the Graph API. */
export interface SimulatedTemplate {
  id: string
  name: string
  language: string
  status: string
  category: string
  parameter_format: 'POSITIONAL' | 'NAMED'
  components: Record<string, unknown>[]
}

/** A business and its number. */
export interface SimulatedBusiness extends Credentials {
  ownerId: string
  name: string
  displayNumber: string
  /** Where events go, and the word that proves that somebody meant it. */
  webhookUrl: string | undefined
  /** The token is taken back: every call answers 190. */
  isRevoked: boolean
  /** The account is disabled: every call answers 131031. */
  isDisabled: boolean
  /** The number sends too much: every message is refused with this, until that ends. */
  throttle: { code: number; retryAfter: number | undefined } | undefined
  chats: LRUCache<string, PhoneChat>
  templates: Map<string, SimulatedTemplate>
  media: LRUCache<string, SimulatedMedia>
}

const maxChats = 200
const maxMessages = 200
const maxMediaBytes = 64 * 1024 * 1024

/** Puts a message at the end of a chat, whose oldest ones are forgotten. */
export function keepMessage(chat: PhoneChat, message: PhoneMessage): void {
  chat.messages.push(message)
  if (chat.messages.length > maxMessages) chat.messages.shift()
}

/** How fast things happen, in milliseconds. */
export interface Pace {
  /** Until a message that was sent has arrived. */
  deliveredMs: number
  /** Until a webhook that was not taken comes again the first time. */
  retryMs: number
}

/** What the business's webhook is told of. */
export interface SimulatedChange {
  field: string
  value: object
  /** It is about the account and not about its number. */
  isOfAccount?: boolean
  /** Whose entry it is, if not the account's. */
  entryId?: string | undefined
}

/** How events get to the webhooks of businesses. */
export interface Deliveries {
  /** Tells the business's webhook of a change, again and again until it is taken. */
  deliver: (business: SimulatedBusiness, change: SimulatedChange) => Promise<void>
  /** Resolves when nothing is under way. */
  settled: () => Promise<void>
}

/** Everything that goes on in the simulator. */
export interface Simulation {
  directory: Directory
  deliveries: Deliveries
  /** What phones show as soon as it happens. */
  phoneEvents: EventEmitter<{ happened: [PhoneEvent] }>
  /** A phone shows a message, or what became of it. */
  showMessage: (business: SimulatedBusiness, waId: string, message: PhoneMessage) => void
  pace: Pace
  closing: AbortSignal
  /** By the id of the number or of the account; nothing for one that was never given out. */
  business: (id: string) => Promise<SimulatedBusiness | undefined>
  /** Everybody who can be written to. */
  businesses: () => Promise<SimulatedBusiness[]>
  /** A customer's chat with a business; it begins with the first look at it. */
  chat: (
    business: SimulatedBusiness,
    customer: { waId: string; name?: string },
  ) => Promise<PhoneChat>
}

const maxBusinesses = 100

export function createSimulation(options: {
  directory: Directory
  deliveries: Deliveries
  pace: Pace
  closing: AbortSignal
  credentialsOf: (ownerId: string) => Credentials
  webhookUrl: string
}): Simulation {
  const { credentialsOf, webhookUrl, ...parts } = options
  const { directory } = parts
  const known = new LRUCache<string, SimulatedBusiness>({ max: maxBusinesses })

  const open = ({ ownerId, name }: Listed): SimulatedBusiness => {
    const existing = known.get(ownerId)
    if (existing !== undefined) return Object.assign(existing, { name })
    const business: SimulatedBusiness = {
      ...credentialsOf(ownerId),
      ownerId,
      name,
      displayNumber: displayNumberOf(ownerId),
      webhookUrl,
      isRevoked: false,
      isDisabled: false,
      throttle: undefined,
      chats: new LRUCache({ max: maxChats }),
      templates: new Map(),
      media: new LRUCache({
        maxSize: maxMediaBytes,
        sizeCalculation: ({ bytes }) => bytes.length + 1,
      }),
    }
    known.set(ownerId, business)
    return business
  }

  const phoneEvents: Simulation['phoneEvents'] = new EventEmitter()
  phoneEvents.setMaxListeners(0)
  return {
    ...parts,
    phoneEvents,
    showMessage: ({ phoneNumberId }, waId, message) =>
      void phoneEvents.emit('happened', { type: 'message', phoneNumberId, waId, message }),
    business: async (id) => {
      const ownerId = ownerIdOf(id)
      if (ownerId === undefined) return undefined
      const existing = known.get(ownerId)
      if (existing !== undefined) return existing
      const listed = await directory.find(ownerId)
      return listed && open(listed)
    },
    businesses: async () => (await directory.list()).map(open),
    chat: async (business, { waId, name = '' }) => {
      const existing = business.chats.get(waId)
      if (existing !== undefined) return existing
      const since = await directory.lastInboundAt(business, waId)
      // Meanwhile somebody else may have asked for it too.
      const meanwhile = business.chats.get(waId)
      if (meanwhile !== undefined) return meanwhile
      const chat: PhoneChat = {
        waId,
        name,
        username: '',
        messages: [],
        lastInboundAt: since?.getTime(),
        typingUntil: 0,
        faults: new Map(),
        wantsMarketing: true,
      }
      business.chats.set(waId, chat)
      return chat
    },
  }
}

/** Somebody who may have a number at the simulator. */
interface Listed {
  ownerId: string
  /** What customers see as the business's name. */
  name: string
}

/** What the simulator begins with: it remembers nothing itself when it is started anew. */
export interface Directory {
  find: (ownerId: string) => Promise<Listed | undefined>
  list: () => Promise<Listed[]>
  /** The templates that the provider approved before. */
  templates: (ownerId: string) => Promise<SimulatedTemplate[]>
  /** When a customer last wrote, as far as the product knows. */
  lastInboundAt: (business: SimulatedBusiness, waId: string) => Promise<Date | undefined>
}

type PhoneEvent = { phoneNumberId: string; waId: string } & (
  | { type: 'message'; message: PhoneMessage }
  | { type: 'typing'; until: string }
)
