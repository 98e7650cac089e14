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
        let last: number | undefined
        const tell = (revision: number): void => {
          // The database may tell of a change a moment after its revision was read here.
          if (revision === last) return
          last = revision
          void stream.writeSSE({ event: 'change', data: JSON.stringify({ revision }) })
        }
        const { promise: ended, resolve: end } = Promise.withResolvers<void>()
        const unsubscribe = feed.subscribe(tell)
        tell(await feed.current())
        const heartbeat = setInterval(() => void stream.write(': still here\n\n'), heartbeatMs)
        stream.onAbort(end)
        stopping.addEventListener('abort', () => end(), { once: true })
        if (!stopping.aborted) await ended
        clearInterval(heartbeat)
        unsubscribe()
      }),
    )
}
