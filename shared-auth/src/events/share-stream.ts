import { eventSchema, type OwnerEvent } from '@errand/contract/events'
import type { EventSourceMessage } from 'eventsource-parser'

import { api } from '../api.ts'
import { openTabChannel } from '../tab-channel.ts'
import { followStream } from './follow-stream.ts'

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

/** What the tab that has the stream tells the others, and what a new tab asks. */
type TabMessage =
  | { kind: 'event'; event: ProductEvent }
  | { kind: 'connection'; connection: Connection; lastId: number | undefined }
  | { kind: 'hello' }

/** Who is told what came to this tab. */
interface TabListener {
  /** `isFromStream` in the one tab of the browser that reads the stream. */
  onEvent: (event: ProductEvent, isFromStream: boolean) => void
  onConnection: (connection: Connection) => void
}

/** How often the page is told to ask again while there is no stream, in milliseconds. */
const pollMs = 20_000

/**
 * One stream for all tabs of the browser that this owner has open: one tab reads it and tells the
 * others; when it closes, the next one goes on where it stopped.
 */
export function shareStream(
  uid: string,
  { onEvent, onConnection }: TabListener,
  signal: AbortSignal,
): void {
  const name = `errand:events:${uid}`
  const channel = openTabChannel(name)
  /** Kept in mind by every tab, to go on from here should it be next. */
  let lastId: number | undefined
  /** Of the tab that reads the stream. */
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
      // The stream begins behind this event: what happened before it was not told.
      lastId = Number(id)
      broadcastConnection('live')
      // Also at the first one: it may begin after the page's first questions were answered.
      broadcastResync()
      return
    }
    const parsed = eventSchema.safeParse(JSON.parse(data))
    // A newer server may tell of more than this page knows.
    if (parsed.success) broadcast({ kind: 'event', event: parsed.data })
  }

  const open = (ended: AbortSignal) =>
    api.get('events', {
      headers: {
        accept: 'text/event-stream',
        ...(lastId !== undefined && { 'last-event-id': String(lastId) }),
      },
      signal: ended,
      // Whoever keeps the stream decides when to try again; one is left for S4's replay.
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
