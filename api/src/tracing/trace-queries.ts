import { queryChannel, type ObservedQuery } from '@errand/database'
import {
  context,
  SpanKind,
  SpanStatusCode,
  trace,
  type Span,
  type Tracer,
} from '@opentelemetry/api'

/** A span for each question that a request puts to the database: its words, never its values. */
export function traceQueries(tracer: Tracer): void {
  const spans = new WeakMap<ObservedQuery, Span>()
  queryChannel.subscribe({
    start(query) {
      // What belongs to no request, such as the queue's own questions, would be a trace by itself.
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
