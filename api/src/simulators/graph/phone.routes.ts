import { Hono } from 'hono'
import { streamSSE } from 'hono/streaming'
import * as z from 'zod/mini'

import { echoAsOwner, happenToAccount, preferAsCustomer } from './phone-business.ts'
import {
  phoneAccountSchema,
  phoneChangeSchema,
  phoneEchoSchema,
  phoneMessageSchema,
  phonePreferenceSchema,
  phoneReadSchema,
} from './phone-schemas.ts'
import { changeOnPhone } from './phone-changes.ts'
import { showPhones } from './phone-view.ts'
import { readAsCustomer, writeAsCustomer } from './phone.ts'
import { badParameter } from './refusal.ts'
import type { Simulation } from './simulation.ts'

const pingMs = 15_000

/** /phone: what the phones of customers show, and what is done on them. */
export function phoneRoutes(simulation: Simulation) {
  return new Hono()
    .get('/state', async (c) => c.json(await showPhones(simulation)))
    .post('/messages', async (c) => {
      const input = read(phoneMessageSchema, await c.req.json())
      const { business, chat, message } = await writeAsCustomer(simulation, input)
      return c.json({ phoneNumberId: business.phoneNumberId, waId: chat.waId, message }, 201)
    })
    .post('/read', async (c) => {
      const input = read(phoneReadSchema, await c.req.json())
      return c.json({ read: await readAsCustomer(simulation, input) })
    })
    .post('/echoes', async (c) => {
      const input = read(phoneEchoSchema, await c.req.json())
      return c.json({ message: await echoAsOwner(simulation, input) }, 201)
    })
    .post('/changes', async (c) => {
      const input = read(phoneChangeSchema, await c.req.json())
      return c.json({ message: await changeOnPhone(simulation, input) })
    })
    .post('/preferences', async (c) => {
      await preferAsCustomer(simulation, read(phonePreferenceSchema, await c.req.json()))
      return c.json({ success: true })
    })
    .post('/account', async (c) => {
      await happenToAccount(simulation, read(phoneAccountSchema, await c.req.json()))
      return c.json({ success: true })
    })
    .get('/media/:phoneNumberId/:id', async (c) => {
      const business = await simulation.business(c.req.param('phoneNumberId'))
      const media = business?.media.get(c.req.param('id'))
      if (media === undefined) return c.body(null, 404)
      const headers = { 'content-type': media.mimeType, 'content-security-policy': 'sandbox' }
      return c.body(new Uint8Array(media.bytes), 200, headers)
    })
    .get('/events', (c) =>
      streamSSE(c, async (stream) => {
        const stop = simulation.news.listen(
          (event) => void stream.writeSSE({ event: event.type, data: JSON.stringify(event) }),
        )
        const ping = setInterval(() => void stream.write(': ping\n\n'), pingMs)
        await new Promise<void>((resolve) => {
          stream.onAbort(resolve)
          simulation.closing.addEventListener('abort', () => resolve(), { once: true })
        })
        clearInterval(ping)
        stop()
      }),
    )
}

function read<S extends z.core.$ZodType>(schema: S, value: unknown): z.output<S> {
  const parsed = z.safeParse(schema, value)
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  throw badParameter(`${issue?.path.join('.') ?? ''}: ${issue?.message ?? ''}`)
}
