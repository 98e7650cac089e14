import { LRUCache } from 'lru-cache'

import type { Credentials } from './credentials.ts'
import type { Directory, Listed } from './directory.ts'
import type { PhoneNews } from './phone-news.ts'
import { displayNumberOf, ownerIdOf } from './simulated-ids.ts'
import type { Deliveries } from './webhooks.ts'
import { emptyBusiness, emptyChat, type PhoneChat, type SimulatedBusiness } from './world.ts'

/** How fast things happen, in milliseconds. */
export interface Pace {
  /** Until a message that was sent has arrived. */
  deliveredMs: number
  /** Until a webhook that was not taken comes again the first time. */
  retryMs: number
}

/** Everything that goes on in the simulator. */
export interface Simulation {
  directory: Directory
  deliveries: Deliveries
  news: PhoneNews
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
  news: PhoneNews
  pace: Pace
  closing: AbortSignal
  credentialsOf: (ownerId: string) => Credentials
  webhookUrl: string
}): Simulation {
  const { credentialsOf, webhookUrl, ...parts } = options
  const { directory } = parts
  const known = new LRUCache<string, SimulatedBusiness>({ max: maxBusinesses })

  const open = ({ ownerId, name }: Listed): SimulatedBusiness => {
    const there = known.get(ownerId)
    if (there !== undefined) return Object.assign(there, { name })
    const displayNumber = displayNumberOf(ownerId)
    const about = { ownerId, name, displayNumber, webhookUrl, ...credentialsOf(ownerId) }
    const business = emptyBusiness(about)
    known.set(ownerId, business)
    return business
  }

  return {
    ...parts,
    business: async (id) => {
      const ownerId = ownerIdOf(id)
      if (ownerId === undefined) return undefined
      const there = known.get(ownerId)
      if (there !== undefined) return there
      const listed = await directory.find(ownerId)
      return listed && open(listed)
    },
    businesses: async () => (await directory.list()).map(open),
    chat: async (business, { waId, name = '' }) => {
      const there = business.chats.get(waId)
      if (there !== undefined) return there
      const since = await directory.lastInboundAt(business.ownerId, waId)
      // Meanwhile somebody else may have asked for it too.
      const chat = business.chats.get(waId) ?? emptyChat(waId, name)
      chat.lastInboundAt ??= since?.getTime()
      business.chats.set(waId, chat)
      return chat
    },
  }
}
