import { Hono, type Context } from 'hono'
import { bodyLimit } from 'hono/body-limit'

import type { Signals } from './signals.ts'

/** A token names each app of its page; an error has 200 characters. */
const maxSignalBytes = 16 * 1024

const answer = (c: Context) => c.body(null, 204, { 'cache-control': 'no-store' })

/** `/signal`: what pages report on their releases. Nobody learns from the answer what was believed. */
export function signalRoute(signals: Signals | undefined) {
  const limit = bodyLimit({ maxSize: maxSignalBytes, onError: answer })
  return new Hono().post('/', limit, async (c) => {
    // Of a visitor who goes meanwhile it may be cut off, which is no fault of the edge.
    const text = await c.req.text().catch(() => '')
    if (signals !== undefined && isSameOrigin(c)) receive(signals, text)
    return answer(c)
  })
}

function receive(signals: Signals, text: string): void {
  let json: unknown
  try {
    json = JSON.parse(text)
  } catch {
    return
  }
  if (typeof json === 'object' && json !== null) signals.receive(json)
}

/** Browsers say where a request comes from; older ones by its origin alone. */
function isSameOrigin({ req }: Context): boolean {
  const site = req.header('sec-fetch-site')
  if (site !== undefined) return site === 'same-origin'
  return URL.parse(req.header('origin') ?? '')?.host === new URL(req.url).host
}
