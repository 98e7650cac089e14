import { Hono } from 'hono'
import { streamSSE } from 'hono/streaming'

import { applyAccountEvent } from './phone-account.ts'
import {
  callAsCustomer,
  echoAsOwner,
  setMarketingAsCustomer,
  renumberCustomer,
} from './phone-business.ts'
import {
  phoneAccountSchema,
  phoneCallSchema,
  phoneChangeSchema,
  phoneEchoSchema,
  phoneMessageSchema,
  phoneNumberSchema,
  phonePreferenceSchema,
  phoneReadSchema,
  phoneStateSchema,
} from './phone-schemas.ts'
import { changeOnPhone, readAsCustomer, writeAsCustomer } from './phone.ts'
import { readInput } from './refusal.ts'
import { numberIdOf } from './simulated-ids.ts'
import type { PhoneChat, SimulatedBusiness, Simulation } from './simulation.ts'

const pingMs = 15_000

/** /phone: the state of the contacts' phones, and actions on them. */
export function phoneRoutes(simulation: Simulation) {
  return new Hono()
    .get('/state', async (c) => {
      const { business } = readInput(phoneStateSchema, c.req.query())
      return c.json(await showPhones(simulation, business))
    })
    .post('/messages', async (c) => {
      const input = readInput(phoneMessageSchema, await c.req.json())
      const { business, chat, message } = await writeAsCustomer(simulation, input)
      return c.json({ phoneNumberId: business.phoneNumberId, waId: chat.waId, message }, 201)
    })
    .post('/read', async (c) => {
      const input = readInput(phoneReadSchema, await c.req.json())
      return c.json({ read: await readAsCustomer(simulation, input) })
    })
    .post('/echoes', async (c) => {
      const input = readInput(phoneEchoSchema, await c.req.json())
      return c.json({ message: await echoAsOwner(simulation, input) }, 201)
    })
    .post('/changes', async (c) => {
      const input = readInput(phoneChangeSchema, await c.req.json())
      return c.json({ message: await changeOnPhone(simulation, input) })
    })
    .post('/preferences', async (c) => {
      await setMarketingAsCustomer(simulation, readInput(phonePreferenceSchema, await c.req.json()))
      return c.json({ success: true })
    })
    .post('/calls', async (c) => {
      await callAsCustomer(simulation, readInput(phoneCallSchema, await c.req.json()))
      return c.json({ success: true })
    })
    .post('/numbers', async (c) => {
      await renumberCustomer(simulation, readInput(phoneNumberSchema, await c.req.json()))
      return c.json({ success: true })
    })
    .post('/account', async (c) => {
      await applyAccountEvent(simulation, readInput(phoneAccountSchema, await c.req.json()))
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
        const { phoneEvents } = simulation
        const write = (event: { type: string }) =>
          void stream.writeSSE({ event: event.type, data: JSON.stringify(event) })
        phoneEvents.on('happened', write)
        const ping = setInterval(() => void stream.write(': ping\n\n'), pingMs)
        await new Promise<void>((resolve) => {
          stream.onAbort(resolve)
          simulation.closing.addEventListener('abort', () => resolve(), { once: true })
        })
        clearInterval(ping)
        phoneEvents.off('happened', write)
      }),
    )
}

const dayMs = 24 * 60 * 60 * 1000

/** The phones as they are now, of everybody or of those who write to one owner. */
async function showPhones({ business, businesses }: Simulation, ownerId?: string) {
  if (ownerId === undefined) return { businesses: (await businesses()).map(showBusiness) }
  const found = await business(numberIdOf(ownerId))
  return { businesses: found === undefined ? [] : [showBusiness(found)] }
}

function showBusiness({ phoneNumberId, displayNumber, name, chats }: SimulatedBusiness) {
  return {
    phoneNumberId,
    // As people dial it.
    displayPhoneNumber: `+${displayNumber}`,
    name,
    chats: [...chats.values()].map(showChat),
  }
}

function showChat({ waId, name, username, lastInboundAt, typingUntil, ...chat }: PhoneChat) {
  const { messages, wantsMarketing } = chat
  return {
    phoneNumber: `+${waId}`,
    name,
    username,
    unread: messages.filter(({ from, status }) => from === 'business' && status === 'delivered')
      .length,
    isTyping: typingUntil > Date.now(),
    windowExpiresAt:
      lastInboundAt === undefined ? null : new Date(lastInboundAt + dayMs).toISOString(),
    wantsMarketing,
    messages,
  }
}
