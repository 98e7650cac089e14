import {
  context,
  SpanKind,
  SpanStatusCode,
  trace,
  type Context,
  type Tracer,
} from '@opentelemetry/api'
import type { MiddlewareHandler } from 'hono'
import { matchedRoutes } from 'hono/route'

import type { RequestEnv } from '../http/context.ts'

/** A span for each request, below the caller's. It holds the route's pattern, and no value of it. */
export function traceRequest(
  tracer: Tracer,
  callerOf: (headers: Record<string, string>) => Context,
): MiddlewareHandler<RequestEnv> {
  return async (c, next) => {
    const { method } = c.req
    const caller = callerOf(c.req.header())
    const span = tracer.startSpan(method, { kind: SpanKind.SERVER }, caller)
    const { traceId } = span.spanContext()
    c.set('traceId', traceId)
    try {
      await context.with(trace.setSpan(caller, span), next)
    } finally {
      const route = matchedRoutes(c).findLast((matched) => matched.method !== 'ALL')?.path
      if (route !== undefined) span.updateName(`${method} ${route}`)
      span.setAttributes({
        'http.request.method': method,
        ...(route !== undefined && { 'http.route': route }),
        'http.response.status_code': c.res.status,
      })
      if (c.res.status >= 500) span.setStatus({ code: SpanStatusCode.ERROR })
      span.end()
    }
    c.header('x-trace-id', traceId)
  }
}
