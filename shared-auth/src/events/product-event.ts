import type { OwnerEvent } from '@errand/contract/events'

/** Something may have been missed: whoever shows what the api answered earlier asks again. */
interface ResyncEvent {
  type: 'resync'
}

/** What a page hears while its owner is signed in. */
export type ProductEvent = OwnerEvent | ResyncEvent

/**
 * How the page hears of what happens: `live` by the stream, `polling` by asking again now and then
 * because the stream cannot be had, `offline` not at all.
 */
export type Connection = 'connecting' | 'live' | 'polling' | 'offline'
