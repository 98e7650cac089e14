import { EventEmitter } from 'node:events'

import { LRUCache } from 'lru-cache'

import type { Credentials } from '../../../src/modules/whatsapp/whatsapp-channel.ts'
import { displayNumberOf, ownerIdOf } from './simulated-ids.ts'

/** A file that was uploaded, or sent by a contact. */
export interface SimulatedMedia {
  id: string
  mimeType: string
  fileName?: string | undefined
  bytes: Uint8Array
}

/** A file on a phone. */
interface PhoneMedia {
  id: string
  mimeType: string
  fileName?: string | undefined
  /** Whether the business says that it is a voice message. */
  isVoice?: boolean | undefined
}

/** A message as a phone shows it. */
export interface PhoneMessage {
  /** The provider id, which the product knows too. */
  id: string
  from: 'customer' | 'business'
  type: string
  text: string
  media?: PhoneMedia | undefined
  /** The choices that can be tapped. */
  choices?: { id: string; title: string }[] | undefined
  /** The label of the button that opens them, if they are a list. */
  opens?: string | undefined
  replyTo?: string | undefined
  reactions: { customer?: string }
  /** For a message of the business its delivery; for one of the contact whether the business has read it. */
  status: 'sent' | 'delivered' | 'read' | 'failed'
  at: string
  /** When it was last edited or deleted. */
  changedAt?: string
  isDeleted?: boolean
}

/** A contact's chat with a business, as it is on the contact's phone. */
export interface PhoneChat {
  waId: string
  name: string
  /** `@asha`, shown to businesses instead of the number; empty if the number is shown. */
  username: string
  messages: PhoneMessage[]
  /** When the contact last wrote, in milliseconds; free text is accepted for a day from then on. */
  lastInboundAt: number | undefined
  typingUntil: number
  /** How often each temporary fault has been returned. */
  faults: Map<number, number>
  wantsMarketing: boolean
}

/** A template in the format of the Graph API. */
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
  /** The URL of the business's webhook. */
  webhookUrl: string | undefined
  /** The token is revoked: every call returns 190. */
  isRevoked: boolean
  /** The account is disabled: every call returns 131031. */
  isDisabled: boolean
  /** Whether the number was registered for the Cloud API, and the PIN that registering it takes. */
  isRegistered: boolean
  pin: string | undefined
  /** Whether the WhatsApp Business app has the number as well. */
  isOnPhone: boolean
  /** The number is throttled: every message is refused with this code. */
  throttle: { code: number; retryAfter: number | undefined } | undefined
  chats: LRUCache<string, PhoneChat>
  templates: Map<string, SimulatedTemplate>
  media: LRUCache<string, SimulatedMedia>
}

const maxChats = 200
const maxMessages = 200
const maxMediaBytes = 64 * 1024 * 1024

/** Adds a message to a chat, and drops the oldest ones. */
export function keepMessage(chat: PhoneChat, message: PhoneMessage): void {
  chat.messages.push(message)
  if (chat.messages.length > maxMessages) chat.messages.shift()
}

/** The delays of the simulation. */
export interface Pace {
  /** Until a sent message is delivered. */
  deliveredMs: number
  /** Until the first retry of a webhook. */
  retryMs: number
}

/** A change that is sent to the business's webhook. */
export interface SimulatedChange {
  field: string
  value: object
  /** Whether it is about the account and not about its number. */
  isOfAccount?: boolean
  /** The id of the entry, if it is not the account's. */
  entryId?: string | undefined
}

/** Sends webhooks to businesses. */
export interface Deliveries {
  /** Sends a change to the business's webhook, and retries until it is accepted. */
  deliver: (business: SimulatedBusiness, change: SimulatedChange) => Promise<void>
  /** Resolves when no webhook is being sent. */
  settled: () => Promise<void>
}

/** The state of the simulator. */
export interface Simulation {
  directory: Directory
  deliveries: Deliveries
  /** Events that the pages of phones show at once. */
  phoneEvents: EventEmitter<{ happened: [PhoneEvent] }>
  /** Shows a message, or its new status, on a phone. */
  showMessage: (business: SimulatedBusiness, waId: string, message: PhoneMessage) => void
  pace: Pace
  closing: AbortSignal
  /** Finds a business by the id of its number or account. */
  business: (id: string) => Promise<SimulatedBusiness | undefined>
  /** The newest businesses. */
  businesses: () => Promise<SimulatedBusiness[]>
  /** A contact's chat with a business; created when it is first needed. */
  chat: (
    business: SimulatedBusiness,
    customer: { waId: string; name?: string },
  ) => Promise<PhoneChat>
}

/** The most businesses in a list. */
export const maxListed = 100
// More than are listed: otherwise each new business in the list would push out all others.
const maxBusinesses = 2 * maxListed

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
      isRegistered: false,
      pin: undefined,
      isOnPhone: false,
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
      // Another request may have created it meanwhile.
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

/** A business that has a number at the simulator. */
interface Listed {
  ownerId: string
  /** The name that contacts see. */
  name: string
}

/** The data that the simulator starts with, because it stores nothing itself. */
export interface Directory {
  find: (ownerId: string) => Promise<Listed | undefined>
  /** The newest `maxListed`. */
  list: () => Promise<Listed[]>
  /** The templates of an owner. */
  templates: (ownerId: string) => Promise<SimulatedTemplate[]>
  /** When a contact last wrote, as far as the product knows. */
  lastInboundAt: (business: SimulatedBusiness, waId: string) => Promise<Date | undefined>
}

type PhoneEvent = { phoneNumberId: string; waId: string } & (
  | { type: 'message'; message: PhoneMessage }
  | { type: 'typing'; until: string }
)
