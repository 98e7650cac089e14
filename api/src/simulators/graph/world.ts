import { LRUCache } from 'lru-cache'

import type { Credentials } from './credentials.ts'
import type { GraphFault } from './refusal.ts'

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
  /** By whom, and which. */
  reactions: Partial<Record<'customer' | 'business', string>>
  /** Of the business's: how far it came; of a customer's: whether the business has read it. */
  status: 'sent' | 'delivered' | 'read' | 'failed'
  at: string
  /** When it was last edited or deleted. */
  changedAt?: string
  isDeleted?: boolean
}

/** One customer's chat with a business, as it is on his phone. */
export interface PhoneChat {
  waId: string
  name: string
  messages: PhoneMessage[]
  /** When the customer last wrote, in milliseconds; free text is taken for a day from then on. */
  lastInboundAt: number | undefined
  typingUntil: number
  /** When the business wrote to him lately. */
  recentSends: number[]
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
  /** Given to the next calls instead of an answer, as in an outage. */
  outages: GraphFault[]
  chats: LRUCache<string, PhoneChat>
  templates: Map<string, SimulatedTemplate>
  media: LRUCache<string, SimulatedMedia>
  recentSends: number[]
}

const maxChats = 200
const maxMessages = 200
const maxMediaBytes = 64 * 1024 * 1024

export function emptyBusiness(
  about: Pick<SimulatedBusiness, 'ownerId' | 'name' | 'displayNumber' | 'webhookUrl'> & Credentials,
): SimulatedBusiness {
  return {
    ...about,
    isRevoked: false,
    outages: [],
    chats: new LRUCache({ max: maxChats }),
    templates: new Map(),
    media: new LRUCache({
      maxSize: maxMediaBytes,
      sizeCalculation: ({ bytes }) => bytes.length + 1,
    }),
    recentSends: [],
  }
}

export function emptyChat(waId: string, name: string): PhoneChat {
  return {
    waId,
    name,
    messages: [],
    lastInboundAt: undefined,
    typingUntil: 0,
    recentSends: [],
    faults: new Map(),
    wantsMarketing: true,
  }
}

/** Puts a message at the end of a chat, whose oldest ones are forgotten. */
export function keepMessage(chat: PhoneChat, message: PhoneMessage): void {
  chat.messages.push(message)
  if (chat.messages.length > maxMessages) chat.messages.shift()
}
