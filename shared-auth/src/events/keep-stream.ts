import { eventSchema } from '@errand/contract/events'
import type { EventSourceMessage } from 'eventsource-parser'

import type { EventOrder } from './event-order.ts'
import { onAwake } from './on-awake.ts'
import type { Connection, ProductEvent } from './product-event.ts'
import { readStream } from './read-stream.ts'

/** Who is told what came of the stream. */
export interface StreamListener {
  onEvent: (event: ProductEvent) => void
  onConnection: (connection: Connection) => void
}

/** How often the page is told to ask again while there is no stream, in milliseconds. */
const pollMs = 20_000
const shortestPauseMs = 1000
const longestPauseMs = 30_000

/**
 * Keeps a stream of events open until the signal is given, by new attempts with growing pauses;
 * while there is none, says again and again that something may have been missed.
 */
export async function keepStream(
  order: EventOrder,
  { onEvent, onConnection }: StreamListener,
  signal: AbortSignal,
): Promise<void> {
  let failures = 0
  let poll: ReturnType<typeof setInterval> | undefined
  const resync = () => onEvent({ type: 'resync' })

  function hear({ event, id, data }: EventSourceMessage): void {
    if (event === 'ready' || event === 'reset') {
      order.startAt(Number(id))
      onConnection('live')
      // Also at the first one: it may begin after the page's first questions were answered.
      resync()
      return
    }
    const parsed = eventSchema.safeParse(JSON.parse(data))
    // A newer server may tell of more than this page knows.
    if (!parsed.success) return
    const { isNew, isAfterGap } = order.place(parsed.data)
    if (isNew) onEvent(parsed.data)
    if (isAfterGap) resync()
  }

  const stopPolling = () => {
    clearInterval(poll)
    poll = undefined
  }

  while (!signal.aborted) {
    let isOpen = false
    const onOpen = () => {
      isOpen = true
      stopPolling()
      onConnection('live')
    }
    const lastEventId = order.lastId()
    // Ended, lost or refused: what follows is the same.
    await readStream({ lastEventId, signal, onOpen, onMessage: hear }).catch(() => {})
    if (signal.aborted) break
    failures = isOpen ? 1 : failures + 1
    poll ??= setInterval(resync, pollMs)
    onConnection('polling')
    await pause(failures, signal)
  }
  stopPolling()
}

/** Waits longer from failure to failure, by chance, so that pages do not come all at once. */
function pause(failures: number, signal: AbortSignal): Promise<void> {
  const longest = Math.min(longestPauseMs, shortestPauseMs * 2 ** (failures - 1))
  return new Promise((resolve) => {
    const go = () => {
      clearTimeout(timer)
      stopWaiting()
      signal.removeEventListener('abort', go)
      resolve()
    }
    const timer = setTimeout(go, Math.random() * longest)
    const stopWaiting = onAwake(go)
    signal.addEventListener('abort', go)
  })
}
