import { createHash } from 'node:crypto'

import { Hono } from 'hono'
import { streamSSE } from 'hono/streaming'

import { publicKeyOf } from '../../signing/keys.ts'
import type { RevisionFeed } from '../changes/revision-feed.ts'
import type { RegistryContext } from '../context.ts'
import { readDocument } from '../tables/document.ts'
import type { KnownEnv } from './access.ts'

const heartbeatMs = 15_000

/** Who runs what, as flagd's document, and word of every change of it. */
export function documentRoutes(
  { database, ticketKey }: RegistryContext,
  { feed, stopping }: { feed: RevisionFeed; stopping: AbortSignal },
) {
  const publicKey = publicKeyOf(ticketKey)
  return new Hono<KnownEnv>()
    .get('/document', async (c) => {
      const document = JSON.stringify(await readDocument(database.queries, publicKey))
      // Of the content: another key, or a database that was restored, may have the same revision.
      const etag = `"${createHash('sha256').update(document).digest('base64url')}"`
      const headers = { 'cache-control': 'no-cache', etag }
      if (c.req.header('if-none-match') === etag) return c.body(null, 304, headers)
      return c.body(document, 200, { ...headers, 'content-type': 'application/json' })
    })
    .get('/events', (c) =>
      streamSSE(c, async (stream) => {
        const changes = new Changes(await feed.current())
        const unsubscribe = feed.subscribe((revision) => changes.tell(revision))
        stream.onAbort(() => changes.end())
        const end = () => changes.end()
        stopping.addEventListener('abort', end, { once: true })
        if (stopping.aborted) changes.end()
        const heartbeat = setInterval(() => void stream.write(': still here\n\n'), heartbeatMs)
        for await (const revision of changes) {
          await stream.writeSSE({ event: 'change', data: JSON.stringify({ revision }) })
        }
        clearInterval(heartbeat)
        unsubscribe()
        stopping.removeEventListener('abort', end)
      }),
    )
}

/** The revisions that one listener has still to be told; of several only the last one counts. */
class Changes {
  #waiting: number | undefined
  #last: number
  #isEnded = false
  #wake = (): void => {}

  constructor(first: number) {
    this.#waiting = first
    this.#last = first
  }

  /** The database may tell of a change a moment after the listener was told of its revision. */
  tell(revision: number): void {
    if (revision <= this.#last) return
    this.#last = revision
    this.#waiting = revision
    this.#wake()
  }

  end(): void {
    this.#isEnded = true
    this.#wake()
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<number> {
    while (!this.#isEnded) {
      const revision = this.#waiting
      this.#waiting = undefined
      if (revision === undefined) await new Promise<void>((resolve) => (this.#wake = resolve))
      else yield revision
    }
  }
}
