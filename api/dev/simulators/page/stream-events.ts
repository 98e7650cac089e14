import { EventEmitter } from 'node:events'

import type { Context } from 'hono'
import { streamSSE } from 'hono/streaming'

/** Events for open pages, by name; a page refetches its data after each. */
export const createPageEvents = () =>
  new EventEmitter<{ happened: [name: string] }>().setMaxListeners(0)
type PageEvents = ReturnType<typeof createPageEvents>

/** Sends events to a page, until the page is closed or the process ends. */
export const streamEvents = (c: Context, events: PageEvents, closing: AbortSignal) =>
  streamSSE(c, async (stream) => {
    const ended = Promise.withResolvers<void>()
    const write = (event: string) => void stream.writeSSE({ event, data: '' })
    events.on('happened', write)
    stream.onAbort(ended.resolve)
    closing.addEventListener('abort', () => ended.resolve())
    write('open')
    await ended.promise
    events.off('happened', write)
  })
