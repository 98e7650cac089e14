import { inOneTab, openTabChannel } from '../tab-channel.ts'
import { createEventOrder } from './event-order.ts'
import { keepStream } from './keep-stream.ts'
import type { Connection, ProductEvent } from './product-event.ts'

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
  const order = createEventOrder()
  const channel = openTabChannel(name)
  const tell = (message: TabMessage) => channel.postMessage(message)
  let connection: Connection | undefined
  const tellConnection = () => {
    // Only who leads knows it.
    if (connection) tell({ kind: 'connection', connection, lastId: order.lastId() })
  }

  const lead = () =>
    keepStream(
      order,
      {
        onEvent(event) {
          tell({ kind: 'event', event })
          onEvent(event, true)
        },
        onConnection(next) {
          connection = next
          tellConnection()
          onConnection(connection)
        },
      },
      signal,
    )

  function hear(message: TabMessage): void {
    if (message.kind === 'hello') tellConnection()
    else if (message.kind === 'connection') {
      const { lastId } = message
      if (order.lastId() === undefined && lastId !== undefined) order.startAt(lastId)
      onConnection(message.connection)
    } else {
      const { event } = message
      // Kept in mind, to go on from here should this tab be next.
      if (event.type === 'resync' || order.place(event).isNew) onEvent(event, false)
    }
  }

  channel.addEventListener('message', ({ data }: MessageEvent<TabMessage>) => hear(data))
  signal.addEventListener('abort', () => channel.close())
  tell({ kind: 'hello' })
  void inOneTab(name, lead, signal)
}
