import { edgeHeartbeatMs } from '@errand/contract/limits'
import { createParser, type EventSourceMessage } from 'eventsource-parser'

import { onAwake } from '../on-awake.ts'
import { inOneTab } from '../tab-channel.ts'

interface StreamSource {
  /** Asks for the stream, each time anew. */
  open: (signal: AbortSignal) => Promise<Response>
  onOpen?: () => void
  onMessage: (message: EventSourceMessage) => void
  /** It ended, was lost or refused; another attempt follows. */
  onLost?: () => void
}

const minPauseMs = 1000
const maxPauseMs = 30_000
/** The server says every 15 s that it is there; a stream that misses two of these is lost. */
const silenceMs = 2.5 * edgeHeartbeatMs

/**
 * Reads a stream of server-sent events in one tab of this browser at a time, until the signal is
 * given: a stream that ends or falls silent is asked for again, after growing pauses.
 */
export function followStream(
  name: string,
  source: StreamSource,
  signal: AbortSignal = new AbortController().signal,
): void {
  void inOneTab(name, () => keepReading(source, signal), signal)
}

async function keepReading(source: StreamSource, signal: AbortSignal): Promise<void> {
  let failures = 0
  const onOpen = () => {
    failures = 0
    source.onOpen?.()
  }
  while (!signal.aborted) {
    // Ended, lost or refused: what follows is the same.
    await readStream({ ...source, onOpen }, signal).catch(() => {})
    if (signal.aborted) break
    failures += 1
    source.onLost?.()
    await pause(failures, signal)
  }
}

/**
 * Reads one stream until the server ends it; throws when it cannot be had or is lost. By fetch: the
 * browser's `EventSource` can neither send a token nor notice that it no longer hears anything.
 */
async function readStream(
  { open, onOpen, onMessage }: StreamSource,
  signal: AbortSignal,
): Promise<void> {
  const silence = new AbortController()
  const over = new AbortController()
  const ended = AbortSignal.any([signal, silence.signal])
  let lastReceivedAt = Date.now()
  // Also when the machine slept meanwhile.
  const checkSilence = () => {
    if (Date.now() - lastReceivedAt >= silenceMs) silence.abort()
  }
  const timer = setInterval(checkSilence, edgeHeartbeatMs)
  onAwake(checkSilence, over.signal)
  try {
    const { ok, body } = await open(ended)
    if (!ok || body === null) throw new Error('There is no stream of events')
    onOpen?.()
    const parser = createParser({ onEvent: onMessage })
    // Pass the signal here too: fetch keeps only a weak copy, which a garbage collection can drop.
    const reader = body.pipeThrough(new TextDecoderStream(), { signal: ended }).getReader()
    for (;;) {
      const { value, done } = await reader.read()
      if (done) return
      lastReceivedAt = Date.now()
      parser.feed(value)
    }
  } finally {
    clearInterval(timer)
    over.abort()
  }
}

/** Waits longer from failure to failure, by chance, so that pages do not come all at once. */
function pause(failures: number, signal: AbortSignal): Promise<void> {
  const maxMs = Math.min(maxPauseMs, minPauseMs * 2 ** (failures - 1))
  return new Promise((resolve) => {
    const over = new AbortController()
    const finish = () => {
      clearTimeout(timer)
      over.abort()
      resolve()
    }
    const timer = setTimeout(finish, Math.random() * maxMs)
    onAwake(finish, over.signal)
    signal.addEventListener('abort', finish, { signal: over.signal })
  })
}
