import { queryChannel, type ObservedQuery } from '@errand/database'
import {
  context,
  defaultTextMapGetter,
  diag,
  DiagLogLevel,
  propagation,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace,
  type Context,
  type Span,
  type Tracer,
} from '@opentelemetry/api'
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks'
import { W3CTraceContextPropagator } from '@opentelemetry/core'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { resourceFromAttributes } from '@opentelemetry/resources'
import { BatchSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace'
import type { MiddlewareHandler } from 'hono'
import type { Logger } from 'pino'

import { findRoute, type RequestEnv } from '../http/context.ts'

/** Traces the requests of this process. */
export interface Tracing {
  /** Replaces the middleware that only assigns trace ids. */
  request: MiddlewareHandler<RequestEnv>
  /** Sends the spans that are still buffered. */
  stop: () => Promise<void>
}

/** Sends traces to an OTLP receiver. Imported only where one is set, as loading it takes long. */
export function startTracing(endpoint: string, serviceName: string, log: Logger): Tracing {
  const warn = (message: string) => log.warn({ reason: message }, 'traces are not taken')
  const ignore = () => {}
  const logger = { error: warn, warn: ignore, info: ignore, debug: ignore, verbose: ignore }
  diag.setLogger(logger, DiagLogLevel.ERROR)
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable())
  propagation.setGlobalPropagator(new W3CTraceContextPropagator())
  const url = `${endpoint.replace(/\/+$/, '')}/v1/traces`
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ 'service.name': serviceName }),
    spanProcessors: [new BatchSpanProcessor({ exporter: new OTLPTraceExporter({ url }) })],
  })
  const tracer: Tracer = provider.getTracer('errand-api')
  traceQueries(tracer)
  return {
    request: traceRequest(tracer, (headers) =>
      propagation.extract(ROOT_CONTEXT, headers, defaultTextMapGetter),
    ),
    stop: () => provider.shutdown().catch(ignore),
  }
}

/** A span for each request, below the caller's. It holds the route's pattern, not its values. */
function traceRequest(
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
      const route = findRoute(c)?.path
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

/** A span for each query of a request: its statement, never its values. */
function traceQueries(tracer: Tracer): void {
  const spans = new WeakMap<ObservedQuery, Span>()
  queryChannel.subscribe({
    start(query) {
      // Queries outside of requests, such as the queue's own, would each become a trace.
      if (trace.getActiveSpan() === undefined) return
      const operation = /^\s*(\w+)/.exec(query.statement)?.[1]?.toUpperCase() ?? 'QUERY'
      const attributes = { 'db.system.name': 'postgresql', 'db.query.text': query.statement }
      const options = { kind: SpanKind.CLIENT, attributes }
      spans.set(query, tracer.startSpan(operation, options, context.active()))
    },
    end() {},
    asyncStart() {},
    asyncEnd(query) {
      spans.get(query)?.end()
    },
    error(query) {
      spans.get(query)?.setStatus({ code: SpanStatusCode.ERROR })
    },
  })
}
