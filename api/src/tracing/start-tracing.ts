import {
  context,
  defaultTextMapGetter,
  diag,
  DiagLogLevel,
  propagation,
  ROOT_CONTEXT,
  type Tracer,
} from '@opentelemetry/api'
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks'
import { W3CTraceContextPropagator } from '@opentelemetry/core'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { resourceFromAttributes } from '@opentelemetry/resources'
import { BatchSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace'
import type { MiddlewareHandler } from 'hono'
import type { Logger } from 'pino'

import type { RequestEnv } from '../http/context.ts'
import { traceQueries } from './trace-queries.ts'
import { traceRequest } from './trace-request.ts'

/** What follows requests through this process. */
export interface Tracing {
  /** Takes the place of the one that only gives trace ids. */
  request: MiddlewareHandler<RequestEnv>
  /** Sends what it still holds. */
  stop: () => Promise<void>
}

/** Sends traces to an OTLP receiver. Loaded only where there is one: it is most of a start's time. */
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
