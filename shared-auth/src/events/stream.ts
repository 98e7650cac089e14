import { eventSchema, type OwnerEvent } from '@errand/contract/events'
import { edgeHeartbeatMs } from '@errand/contract/limits'
import { createParser, type EventSourceMessage } from 'eventsource-parser'

import { api } from '../api.ts'
import { onAwake } from '../on-awake.ts'

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

interface StreamListener {
  /** The last event that is known; nothing to begin now. */
  lastId: () => number | undefined
  /** The stream begins behind this event: what happened before it was not told. */
  onStart: (id: number) => void
  onEvent: (event: ProductEvent) => void
  onConnection: (connection: Connection) => void
}

/** How often the page is told to ask again while there is no stream, in milliseconds. */
const pollMs = 20_000
const shortestPauseMs = 1000
const longestPauseMs = 30_000
/** The server says every 15 s that it is there; a stream that misses two of these is lost. */
const silenceMs = 2.5 * edgeHeartbeatMs

/**
 * Keeps a stream of events open until the signal is given, by new attempts with growing pauses;
 * while there is none, says again and again that something may have been missed.
 */
export async function keepStream(listener: StreamListener, signal: AbortSignal): Promise<void> {
  const { lastId, onStart, onEvent, onConnection } = listener
  let failures = 0
  let poll: ReturnType<typeof setInterval> | undefined

  function hear({ event, id, data }: EventSourceMessage): void {
    if (event === 'ready' || event === 'reset') return onStart(Number(id))
    const parsed = eventSchema.safeParse(JSON.parse(data))
    // A newer server may tell of more than this page knows.
    return parsed.success ? onEvent(parsed.data) : undefined
  }

  const stopPolling = () => {
    clearInterval(poll)
    poll = undefined
  }
  const handleOpen = () => {
    failures = 0
    stopPolling()
    onConnection('live')
  }

  while (!signal.aborted) {
    // Ended, lost or refused: what follows is the same.
    await readStream(lastId(), { onOpen: handleOpen, onMessage: hear }, signal).catch(() => {})
    if (signal.aborted) break
    failures += 1
    poll ??= setInterval(() => onEvent({ type: 'resync' }), pollMs)
    onConnection('polling')
    await pause(failures, signal)
  }
  stopPolling()
}

interface Reading {
  onOpen: () => void
  onMessage: (message: EventSourceMessage) => void
}

/**
 * Reads one stream of `GET /events` until the server ends it; throws when it cannot be had or is
 * lost. By fetch: the browser's `EventSource` cannot send a token.
 */
async function readStream(
  lastEventId: number | undefined,
  { onOpen, onMessage }: Reading,
  signal: AbortSignal,
): Promise<void> {
  const silence = new AbortController()
  const over = new AbortController()
  const ended = AbortSignal.any([signal, silence.signal])
  let heardAt = Date.now()
  // Also when the machine slept meanwhile.
  const look = () => {
    if (Date.now() - heardAt >= silenceMs) silence.abort()
  }
  const timer = setInterval(look, edgeHeartbeatMs)
  onAwake(look, over.signal)
  try {
    const { body } = await api.get('events', {
      headers: {
        accept: 'text/event-stream',
        ...(lastEventId !== undefined && { 'last-event-id': String(lastEventId) }),
      },
      signal: ended,
      // Whoever keeps the stream decides when to try again; one is left for S4's replay.
      retry: { limit: 1, statusCodes: [] },
    })
    if (body === null) throw new Error('The stream of events has no body')
    onOpen()
    const parser = createParser({ onEvent: onMessage })
    // Pass the signal here too: fetch keeps only a weak copy, which a garbage collection can drop.
    const reader = body.pipeThrough(new TextDecoderStream(), { signal: ended }).getReader()
    for (;;) {
      const { value, done } = await reader.read()
      if (done) return
      heardAt = Date.now()
      parser.feed(value)
    }
  } finally {
    clearInterval(timer)
    over.abort()
  }
}

/** Waits longer from failure to failure, by chance, so that pages do not come all at once. */
function pause(failures: number, signal: AbortSignal): Promise<void> {
  const longest = Math.min(longestPauseMs, shortestPauseMs * 2 ** (failures - 1))
  return new Promise((resolve) => {
    const over = new AbortController()
    const go = () => {
      clearTimeout(timer)
      over.abort()
      resolve()
    }
    const timer = setTimeout(go, Math.random() * longest)
    onAwake(go, over.signal)
    signal.addEventListener('abort', go, { signal: over.signal })
  })
}
