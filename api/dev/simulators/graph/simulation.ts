import { LRUCache } from 'lru-cache'

import type { Credentials } from '../../../src/modules/whatsapp/whatsapp-channel.ts'
import { createPageEvents } from '../page/stream-events.ts'
import { displayNumberOf, newWamid, ownerIdOf } from './simulated-ids.ts'

/** A file that was uploaded, or sent by a contact. */
export interface SimulatedMedia {
  id: string
  mimeType: string
  fileName?: string | undefined
  bytes: Uint8Array
}

/** A message as a phone shows it. */
export interface PhoneMessage {
  /** The provider id, which the product knows too. */
  id: string
  from: 'customer' | 'business'
  type: string
  text: string
  /** Its file; `isVoice` if the business says that it is a voice message. */
  media?: (Omit<SimulatedMedia, 'bytes'> & { isVoice?: boolean | undefined }) | undefined
  /** The choices that can be tapped. */
  choices?: { id: string; title: string }[] | undefined
  /** The label of the button that opens them, if they are a list. */
  opens?: string | undefined
  replyTo?: string | undefined
  /** The emoji that the contact put to it. */
  reaction?: string | undefined
  /** For a message of the business its delivery; for one of the contact whether the business has read it. */
  status: 'sent' | 'delivered' | 'read' | 'failed'
  at: string
  /** When it was last edited or deleted. */
  changedAt?: string
  isDeleted?: boolean
}

/** A message that has just been written; `more` replaces what is usual. */
export const newMessage = (
  more: Pick<PhoneMessage, 'from' | 'type' | 'text'> & Partial<PhoneMessage>,
): PhoneMessage => ({ id: newWamid(), status: 'sent', at: new Date().toISOString(), ...more })

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
  /** How many messages to it were refused, for a number that refuses only so many. */
  refusals: number
  wantsMarketing: boolean
}

/** A template in the format of the Graph API. */
export interface SimulatedTemplate {
  id: string
  name: string
  language: string
  status: string
  category: string
  parameter_format: string
  components: { type: string; text?: string; [more: string]: unknown }[]
}

/** A business and its number. */
export interface SimulatedBusiness extends Credentials {
  ownerId: string
  name: string
  displayNumber: string
  /** The URL of the business's webhook. */
  webhookUrl: string
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
  throttle: { code: number; retryAfter: number | undefined } | null
  chats: LRUCache<string, PhoneChat>
  templates: Map<string, SimulatedTemplate>
  media: LRUCache<string, SimulatedMedia>
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
  entryId?: string
}

/** A business that has a number at the simulator, and the name that contacts see. */
interface Listed {
  ownerId: string
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

export interface SimulationOptions {
  directory: Directory
  /** Sends a change to the business's webhook, and retries until it is accepted. */
  deliver: (business: SimulatedBusiness, change: SimulatedChange) => Promise<void>
  pace: Pace
  closing: AbortSignal
  credentialsOf: (ownerId: string) => Credentials
  webhookUrl: string
}
export type Simulation = ReturnType<typeof createSimulation>

/** The most businesses in a list. */
export const maxListed = 100
// More than are listed: otherwise each new business in the list would push out all others.
const maxBusinesses = 2 * maxListed
const maxChats = 200
const maxMessages = 200
const maxMediaBytes = 64 * 1024 * 1024

/** The state of the simulator. */
export function createSimulation({ credentialsOf, webhookUrl, ...parts }: SimulationOptions) {
  const { directory } = parts
  const known = new LRUCache<string, SimulatedBusiness>({ max: maxBusinesses })
  const phoneEvents = createPageEvents()

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
      throttle: null,
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

  return {
    ...parts,
    /** Events that the pages of phones show at once. */
    phoneEvents,
    /** Shows a new message on a phone, or a known one as it is now. */
    show: ({ messages }: PhoneChat, message: PhoneMessage) => {
      if (!messages.includes(message)) messages.push(message)
      if (messages.length > maxMessages) messages.shift()
      phoneEvents.emit('happened', 'message')
    },
    /** Finds a business by the id of its number or account. */
    business: async (id: string) => {
      const ownerId = ownerIdOf(id)
      if (ownerId === undefined) return undefined
      const existing = known.get(ownerId)
      if (existing !== undefined) return existing
      const listed = await directory.find(ownerId)
      return listed && open(listed)
    },
    /** The newest businesses. */
    businesses: async () => (await directory.list()).map(open),
    /** A contact's chat with a business; created when it is first needed. */
    chat: async (business: SimulatedBusiness, waId: string): Promise<PhoneChat> => {
      const since = business.chats.has(waId) || (await directory.lastInboundAt(business, waId))
      // Another request may have created it meanwhile.
      const existing = business.chats.get(waId)
      if (existing !== undefined) return existing
      const chat: PhoneChat = {
        waId,
        name: '',
        username: '',
        messages: [],
        lastInboundAt: since instanceof Date ? since.getTime() : undefined,
        typingUntil: 0,
        refusals: 0,
        wantsMarketing: true,
      }
      business.chats.set(waId, chat)
      return chat
    },
  }
}
