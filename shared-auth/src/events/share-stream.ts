import { eventSchema, type OwnerEvent } from '@errand/contract/events'
import type { EventSourceMessage } from 'eventsource-parser'

import { api } from '../api/api.ts'
import { openTabChannel } from '../browser/tab-channel.ts'
import { followStream } from './follow-stream.ts'

/** Events may have been missed: everything that was fetched earlier should be fetched again. */
interface ResyncEvent {
  type: 'resync'
}

/** An event on a page while its owner is signed in. */
export type ProductEvent = OwnerEvent | ResyncEvent

/**
 * The connection to live updates: `live` by the stream, `polling` by regular refetches because the
 * stream is unavailable, or `offline`.
 */
export type Connection = 'connecting' | 'live' | 'polling' | 'offline'

/** Messages between tabs: from the one with the stream, and from a new tab. */
type TabMessage =
  | { kind: 'event'; event: ProductEvent }
  | { kind: 'connection'; connection: Connection; lastId: number | undefined }
  | { kind: 'hello' }

/** Callbacks for what arrives in this tab. */
interface TabListener {
  /** `isFromStream` is true in the tab that reads the stream. */
  onEvent: (event: ProductEvent, isFromStream: boolean) => void
  onConnection: (connection: Connection) => void
}

/** How often the page refetches while there is no stream, in milliseconds. */
const pollMs = 20_000

/**
 * One stream for all tabs in which this owner is signed in: one tab reads it and passes events on;
 * when it closes, the next tab continues where it stopped.
 */
export function shareStream(
  uid: string,
  { onEvent, onConnection }: TabListener,
  signal: AbortSignal,
): void {
  const name = `errand:events:${uid}`
  const channel = openTabChannel(name)
  /** Known to every tab, because any of them may take over the stream. */
  let lastId: number | undefined
  /** Set in the tab that reads the stream. */
  let connection: Connection | undefined

  function receive(message: TabMessage, isFromStream: boolean): void {
    if (message.kind === 'hello') {
      if (connection !== undefined) channel.postMessage({ kind: 'connection', connection, lastId })
    } else if (message.kind === 'connection') {
      lastId = message.lastId ?? lastId
      onConnection(message.connection)
    } else if (message.event.type === 'resync') {
      onEvent(message.event, isFromStream)
    } else {
      const { id } = message.event
      const isAfterGap = lastId !== undefined && id > lastId + 1
      if (lastId !== undefined && id <= lastId) return
      lastId = id
      onEvent(message.event, isFromStream)
      if (isAfterGap) onEvent({ type: 'resync' }, isFromStream)
    }
  }

  const broadcast = (message: TabMessage) => {
    channel.postMessage(message)
    receive(message, true)
  }
  const broadcastConnection = (next: Connection) => {
    connection = next
    broadcast({ kind: 'connection', connection, lastId })
  }
  const broadcastResync = () => broadcast({ kind: 'event', event: { type: 'resync' } })

  let poll: ReturnType<typeof setInterval> | undefined
  const stopPolling = () => {
    clearInterval(poll)
    poll = undefined
  }

  function handleMessage({ event, id, data }: EventSourceMessage): void {
    if (event === 'ready' || event === 'reset') {
      // The stream starts after this event: earlier events were not sent.
      lastId = Number(id)
      broadcastConnection('live')
      // Also for the first stream: it may start after the page's first requests.
      broadcastResync()
      return
    }
    const parsed = eventSchema.safeParse(JSON.parse(data))
    // A newer server may send events that this page does not know.
    if (parsed.success) broadcast({ kind: 'event', event: parsed.data })
  }

  const open = (ended: AbortSignal) =>
    api.get('events', {
      headers: {
        accept: 'text/event-stream',
        ...(lastId !== undefined && { 'last-event-id': String(lastId) }),
      },
      signal: ended,
      // followStream retries by itself; one retry is left for the replay of S4.
      retry: { limit: 1, statusCodes: [] },
    })
  const onOpen = () => {
    stopPolling()
    broadcastConnection('live')
  }
  const onLost = () => {
    poll ??= setInterval(broadcastResync, pollMs)
    broadcastConnection('polling')
  }

  channel.addEventListener('message', ({ data }: MessageEvent<TabMessage>) => receive(data, false))
  signal.addEventListener('abort', () => {
    stopPolling()
    channel.close()
  })
  channel.postMessage({ kind: 'hello' } satisfies TabMessage)
  followStream(name, { open, onOpen, onMessage: handleMessage, onLost }, signal)
}
