import { inOneTab, openTabChannel } from '../tab-channel.ts'
import { keepStream, type Connection, type ProductEvent } from './stream.ts'

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
  const channel = openTabChannel(name)
  /** Kept in mind by every tab, to go on from here should it be next. */
  let lastId: number | undefined
  /** Of the tab that reads the stream. */
  let connection: Connection | undefined

  function take(message: TabMessage, isFromStream: boolean): void {
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

  const tell = (message: TabMessage) => {
    channel.postMessage(message)
    take(message, true)
  }
  const tellConnection = (next: Connection) => {
    connection = next
    tell({ kind: 'connection', connection, lastId })
  }
  const lead = () =>
    keepStream(
      {
        lastId: () => lastId,
        onStart(id) {
          lastId = id
          tellConnection('live')
          // Also at the first one: it may begin after the page's first questions were answered.
          tell({ kind: 'event', event: { type: 'resync' } })
        },
        onEvent: (event) => tell({ kind: 'event', event }),
        onConnection: tellConnection,
      },
      signal,
    )

  channel.addEventListener('message', ({ data }: MessageEvent<TabMessage>) => take(data, false))
  signal.addEventListener('abort', () => channel.close())
  channel.postMessage({ kind: 'hello' } satisfies TabMessage)
  void inOneTab(name, lead, signal)
}
