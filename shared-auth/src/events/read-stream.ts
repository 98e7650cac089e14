import { edgeHeartbeatMs } from '@errand/contract/limits'
import { createParser, type EventSourceMessage } from 'eventsource-parser'

import { api } from '../api.ts'
import { onAwake } from './on-awake.ts'

interface StreamReading {
  /** The last event that is known; nothing to begin now. */
  lastEventId: number | undefined
  signal: AbortSignal
  onOpen: () => void
  onMessage: (message: EventSourceMessage) => void
}

/** The server says every 15 s that it is there; a stream that misses two of these is lost. */
const silenceMs = 2.5 * edgeHeartbeatMs

/**
 * Reads one stream of `GET /events` until the server ends it; throws when it cannot be had or is
 * lost. By fetch: the browser's `EventSource` cannot send a token.
 */
export async function readStream(reading: StreamReading): Promise<void> {
  const { lastEventId, signal, onOpen, onMessage } = reading
  const silence = watchSilence()
  const ended = AbortSignal.any([signal, silence.signal])
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
      silence.breakIt()
      parser.feed(value)
    }
  } finally {
    silence.end()
  }
}

/** Aborts once nothing was heard for too long, also when the machine slept meanwhile. */
function watchSilence() {
  const controller = new AbortController()
  let heardAt = Date.now()
  const look = () => {
    if (Date.now() - heardAt >= silenceMs) controller.abort()
  }
  const timer = setInterval(look, edgeHeartbeatMs)
  const stopWaiting = onAwake(look)
  return {
    signal: controller.signal,
    breakIt: () => void (heardAt = Date.now()),
    end: () => {
      clearInterval(timer)
      stopWaiting()
    },
  }
}
