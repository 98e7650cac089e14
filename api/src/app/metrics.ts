import type { HttpBindings } from '@hono/node-server'
import { Hono, type Context, type MiddlewareHandler } from 'hono'
import { timingSafeEqual } from 'hono/utils/buffer'
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'

import { countRuns, toRunState } from '../modules/chats/runs.ts'
import type { Database } from '../platform/database/database.ts'
import type { CallSlots } from '../platform/http/call-slots.ts'
import { findRoute, type RequestEnv } from '../platform/http/context.ts'
import { Problem } from '../platform/http/problem.ts'
import type { Queue } from '../platform/queue/queue.ts'
import type { Watchdog } from '../platform/watchdog/watchdog.ts'

/** The metrics of this process. Labels never contain personal data. */
export interface Metrics {
  registry: Registry
  /** Measures each request. */
  measure: MiddlewareHandler<RequestEnv>
  eventStreams: Gauge
}

/** Creates the metrics; gauges of the queue and the database are read when the metrics are. */
export function createMetrics(services: {
  callSlots: CallSlots
  database: Database
  queue: Queue
  watchdog?: Watchdog | undefined
}): Metrics {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const eventStreams = new Gauge({
    name: 'errand_event_streams_open',
    help: 'Event streams that are open in this process.',
    registers: [registry],
  })
  gaugeTasks(registry, services.queue)
  gaugePool(registry, services.database)
  gaugeRuns(registry, services.database)
  countBlockedSeconds(registry, services.watchdog)
  countExpensiveCalls(registry, services.callSlots)
  return { registry, measure: measureRequests(registry), eventStreams }
}

function measureRequests(registry: Registry): MiddlewareHandler<RequestEnv> {
  const duration = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'From the request to the head of its answer.',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers: [registry],
  })
  return async (c, next) => {
    const start = performance.now()
    await next()
    // All unknown paths share one label.
    const known = findRoute(c)
    const labels = {
      method: known?.method ?? 'other',
      route: known?.path ?? 'none',
      status: c.res.status,
    }
    duration.observe(labels, (performance.now() - start) / 1000)
  }
}

function gaugeTasks(registry: Registry, queue: Queue): void {
  const tasks = new Gauge({
    name: 'errand_queue_tasks',
    help: 'Tasks by queue: waiting, active, or dead until somebody looks.',
    labelNames: ['queue', 'state'],
    registers: [registry],
    async collect() {
      tasks.reset()
      for (const { name, ...counts } of await queue.counts()) {
        for (const [state, count] of Object.entries(counts))
          tasks.set({ queue: name, state }, count)
      }
    },
  })
}

function gaugePool(registry: Registry, database: Database): void {
  const connections = new Gauge({
    name: 'errand_database_connections',
    help: 'Connections of the pool by state; `wanted` are questions that wait for one.',
    labelNames: ['state'],
    registers: [registry],
    collect() {
      for (const [state, count] of Object.entries(database.pool())) {
        connections.set({ state }, count)
      }
    },
  })
}

function gaugeRuns(registry: Registry, database: Database): void {
  const runs = new Gauge({
    name: 'errand_assistant_runs',
    help: 'Runs of the assistant that were started in the last hour, by state.',
    labelNames: ['state'],
    registers: [registry],
    async collect() {
      runs.reset()
      const since = new Date(Date.now() - 60 * 60_000)
      for (const { state, total } of await countRuns(database.queries, since)) {
        runs.set({ state: toRunState(state) }, total)
      }
    },
  })
}

function countBlockedSeconds(registry: Registry, watchdog: Watchdog | undefined): void {
  const blocked = new Counter({
    name: 'errand_event_loop_blocked_seconds_total',
    help: 'For how long the event loop was blocked, by the route or task that blocked it.',
    labelNames: ['work'],
    registers: [registry],
    collect() {
      blocked.reset()
      for (const [work, seconds] of watchdog?.blockedSeconds() ?? []) blocked.inc({ work }, seconds)
    },
  })
}

function countExpensiveCalls(registry: Registry, { counts }: CallSlots): void {
  const calls = new Gauge({
    name: 'errand_expensive_calls',
    help: 'Expensive calls by kind: waiting for their turn, or running.',
    labelNames: ['kind', 'state'],
    registers: [registry],
    collect() {
      for (const [kind, { waiting, running }] of Object.entries(counts)) {
        calls.set({ kind, state: 'waiting' }, waiting)
        calls.set({ kind, state: 'running' }, running)
      }
    },
  })
  const refused = new Counter({
    name: 'errand_expensive_calls_refused_total',
    help: 'Expensive calls that were refused because too many of their owner waited, or for too long.',
    labelNames: ['kind'],
    registers: [registry],
    collect() {
      refused.reset()
      for (const [kind, count] of Object.entries(counts)) refused.inc({ kind }, count.refused)
    },
  })
}

interface MetricsEnv {
  Bindings: Partial<HttpBindings>
}

/** /api/metrics in Prometheus' format, for clients with the token or on this machine. */
export function metricsRoutes(registry: Registry, token: string | undefined) {
  return new Hono<MetricsEnv>().get('/metrics', async (c) => {
    if (!(isFromHere(c) || (await hasToken(c, token)))) throw new Problem('unauthenticated')
    return c.body(await registry.metrics(), 200, { 'content-type': registry.contentType })
  })
}

/** Whether a request comes from this machine itself, and not through a proxy on it. */
function isFromHere(c: Context<MetricsEnv>): boolean {
  const isForwarded = ['forwarded', 'x-forwarded-for', 'via'].some(
    (name) => c.req.header(name) !== undefined,
  )
  const address = c.env?.incoming?.socket.remoteAddress ?? ''
  return !isForwarded && /^(::1|(::ffff:)?127\.[\d.]+)$/.test(address)
}

async function hasToken(c: Context<MetricsEnv>, token: string | undefined): Promise<boolean> {
  const [, given] = /^Bearer (\S+)$/i.exec(c.req.header('authorization') ?? '') ?? []
  return token !== undefined && given !== undefined && timingSafeEqual(token, given)
}
