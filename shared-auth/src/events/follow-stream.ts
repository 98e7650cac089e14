import { edgeHeartbeatMs } from '@errand/contract/limits'
import { createParser, type EventSourceMessage } from 'eventsource-parser'

import { onAwake } from '../browser/on-awake.ts'
import { inOneTab } from '../browser/tab-channel.ts'

interface StreamSource {
  /** Opens the stream; called for each attempt. */
  open: (signal: AbortSignal) => Promise<Response>
  onOpen?: () => void
  onMessage: (message: EventSourceMessage) => void
  /** The stream ended, was lost or refused; another attempt follows. */
  onLost?: () => void
}

const minPauseMs = 1000
const maxPauseMs = 30_000
/** The server sends a heartbeat every 15 s; a stream that misses two is lost. */
const silenceMs = 2.5 * edgeHeartbeatMs

/**
 * Reads a stream of server-sent events in one tab of the browser at a time, until the signal
 * aborts: a stream that ends or falls silent is reopened after growing pauses.
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
    // Ended, lost and refused streams are handled alike.
    await readStream({ ...source, onOpen }, signal).catch(() => {})
    if (signal.aborted) break
    failures += 1
    source.onLost?.()
    await pause(failures, signal)
  }
}

/**
 * Reads one stream until the server ends it; throws if it cannot be opened or is lost. By fetch:
 * the browser's `EventSource` can neither send a token nor detect a dead connection.
 */
async function readStream(
  { open, onOpen, onMessage }: StreamSource,
  signal: AbortSignal,
): Promise<void> {
  const silence = new AbortController()
  const over = new AbortController()
  const ended = AbortSignal.any([signal, silence.signal])
  let lastReceivedAt = Date.now()
  // By the clock, because the machine may have slept meanwhile.
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

/**
 * Waits longer after each failure, for a random time, so that pages do not all reconnect at once.
 */
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
