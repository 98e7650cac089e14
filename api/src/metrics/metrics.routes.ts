import type { HttpBindings } from '@hono/node-server'
import { Hono, type Context } from 'hono'
import { timingSafeEqual } from 'hono/utils/buffer'
import type { Registry } from 'prom-client'

import { Problem } from '../http/problem.ts'

interface MetricsEnv {
  Bindings: Partial<HttpBindings>
}

/** /api/metrics in Prometheus' format, for whoever has the token or is on this machine. */
export function metricsRoutes(registry: Registry, token: string | undefined) {
  return new Hono<MetricsEnv>().get('/metrics', async (c) => {
    if (!(isFromHere(c) || (await hasToken(c, token)))) throw new Problem('unauthenticated')
    return c.body(await registry.metrics(), 200, { 'content-type': registry.contentType })
  })
}

/** A proxy on this machine speaks for somebody else, and says so. */
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
