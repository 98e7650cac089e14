import { createHash } from 'node:crypto'

import { edgeHeartbeatMs } from '@errand/contract/limits'
import type { EvaluationDetails, JsonValue } from '@openfeature/core'
import { Hono, type Context } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { HTTPException } from 'hono/http-exception'
import { streamSSE } from 'hono/streaming'
import * as z from 'zod/mini'

import type { Evaluator } from '../rollouts/evaluator.ts'
import type { RolloutSource } from '../rollouts/rollout-source.ts'
import { visitorOf } from './visitor.ts'

const maxContextBytes = 64 * 1024

const requestSchema = z.object({ context: z.optional(z.record(z.string(), z.unknown())) })

/** The OpenFeature remote evaluation protocol, 0.3: any OpenFeature SDK reads the rollouts here. */
export function ofrep(source: RolloutSource) {
  return new Hono()
    .use('/evaluate/*', bodyLimit({ maxSize: maxContextBytes }))
    .post('/evaluate/flags', async (c) => {
      const { context, evaluator } = await readRequest(c)
      const flags = evaluator.evaluateAll(context).map((details) => success(details))
      const etag = `"${createHash('sha256').update(JSON.stringify(flags)).digest('base64url')}"`
      if (c.req.header('if-none-match') === etag) return c.body(null, 304, { etag })
      const eventStreams = [{ type: 'sse', url: new URL('/ofrep/v1/events', c.req.url).href }]
      return c.json({ flags, eventStreams }, 200, { etag, 'cache-control': 'no-store' })
    })
    .post('/evaluate/flags/:key', async (c) => {
      const key = c.req.param('key')
      const { context, evaluator } = await readRequest(c)
      const details = evaluator.evaluateAll(context).find(({ flagKey }) => flagKey === key)
      if (details === undefined) return c.json({ key, errorCode: 'FLAG_NOT_FOUND' }, 404)
      return c.json(success(details), 200, { 'cache-control': 'no-store' })
    })
    .get('/events', (c) => {
      const events = streamSSE(c, async (stream) => {
        const unsubscribe = source.subscribe(
          (evaluator) => void stream.writeSSE(changed(evaluator)),
        )
        stream.onAbort(unsubscribe)
        const now = source.evaluator()
        if (now !== undefined) await stream.writeSSE(changed(now))
        while (!stream.aborted) {
          // An event, not a comment: a page must hear it, to notice when it does not come.
          await stream.writeSSE({ event: 'heartbeat', data: '' })
          await stream.sleep(edgeHeartbeatMs)
        }
      })
      // Hono speaks of HTTP/1.1's connection here, which HTTP/2 forbids; Node adds it where needed.
      for (const name of ['connection', 'transfer-encoding']) events.headers.delete(name)
      return events
    })

  async function readRequest(c: Context) {
    const evaluator = source.evaluator()
    if (evaluator === undefined) throw new Error('There is no rollout document yet')
    const text = await c.req.text()
    const { context = {} } = readContext(text)
    const visitor = visitorOf(c)
    const known = visitor === '' ? {} : { targetingKey: visitor }
    return { evaluator, context: { ...known, ...context } }
  }
}

/** The body of a request; what is none is the caller's mistake, in the protocol's words. */
function readContext(text: string): z.infer<typeof requestSchema> {
  try {
    return requestSchema.parse(text === '' ? {} : JSON.parse(text))
  } catch {
    throw new HTTPException(400, {
      res: Response.json({ errorCode: 'PARSE_ERROR' }, { status: 400 }),
    })
  }
}

const success = ({
  flagKey,
  value,
  reason,
  variant,
  flagMetadata,
}: EvaluationDetails<JsonValue>) => ({
  key: flagKey,
  value,
  reason,
  variant,
  metadata: flagMetadata,
})

/** What the protocol calls a change of any flag; our own pages read the revision from the id. */
const changed = ({ document }: Evaluator) => ({
  id: String(document.metadata.revision),
  data: JSON.stringify({ type: 'refetchEvaluation', etag: `"${document.metadata.revision}"` }),
})
