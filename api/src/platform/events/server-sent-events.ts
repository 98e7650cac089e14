import type { OwnerEvent } from '@errand/contract/events'

const encoder = new TextEncoder()

/** An SSE comment: it keeps the connection open and detects a lost one. */
export const ping = encoder.encode(': alive\n\n')

/** What a stream begins with: the number that its events come after. */
export const toStart = (event: 'ready' | 'reset', head: number): Uint8Array =>
  encoder.encode(`event: ${event}\ndata: {}\nid: ${head}\n\n`)

/** Consecutive events as they are sent, from after one number up to another. */
export interface Page {
  after: number
  last: number
  bytes: Uint8Array
}

export const toPage = (after: number, events: OwnerEvent[]): Page => ({
  after,
  last: events.at(-1)?.id ?? after,
  bytes: encoder.encode(events.map(toServerSentEvent).join('')),
})

/** One event as the SSE protocol writes it; JSON.stringify adds no line breaks. */
function toServerSentEvent(event: OwnerEvent): string {
  return `event: ${event.type}\ndata: ${JSON.stringify(event)}\nid: ${event.id}\n\n`
}
