import { momentSchema } from '@errand/contract/period'
import { Hono } from 'hono'
import { streamSSE } from 'hono/streaming'
import * as z from 'zod/mini'

import { accountEvents, happenToAccount } from './phone-account.ts'
import {
  callAsCustomer,
  echoAsOwner,
  preferAsCustomer,
  renumberCustomer,
} from './phone-business.ts'
import { phoneTypes } from './phone-content.ts'
import { changeOnPhone, readAsCustomer, writeAsCustomer } from './phone.ts'
import { readInput } from './refusal.ts'
import type { PhoneChat, SimulatedBusiness, Simulation } from './simulation.ts'

const pingMs = 15_000

/** /phone: what the phones of customers show, and what is done on them. */
export function phoneRoutes(simulation: Simulation) {
  return new Hono()
    .get('/state', async (c) => c.json(await showPhones(simulation)))
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
      await preferAsCustomer(simulation, readInput(phonePreferenceSchema, await c.req.json()))
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
      await happenToAccount(simulation, readInput(phoneAccountSchema, await c.req.json()))
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
        const { news } = simulation
        const write = (event: { type: string }) =>
          void stream.writeSSE({ event: event.type, data: JSON.stringify(event) })
        news.on('happened', write)
        const ping = setInterval(() => void stream.write(': ping\n\n'), pingMs)
        await new Promise<void>((resolve) => {
          stream.onAbort(resolve)
          simulation.closing.addEventListener('abort', () => resolve(), { once: true })
        })
        clearInterval(ping)
        news.off('happened', write)
      }),
    )
}

const numberSchema = z.string().check(z.regex(/^\+?[1-9]\d{6,14}$/))

/** `POST /simulator/phone/messages`. */
const phoneMessageSchema = z.object({
  /** The customer's number, and the name that stands in the profile. */
  from: numberSchema,
  name: z._default(z.string().check(z.trim(), z.maxLength(80)), ''),
  /** Shown to the business instead of the number, from now on; empty to show the number again. */
  username: z.optional(z.string().check(z.regex(/^(?:@[a-z0-9._]{3,35})?$/))),
  /** The business: the id of its number, or what people dial. */
  to: z.string().check(z.minLength(1), z.maxLength(60)),
  type: z._default(z.enum(phoneTypes), 'text'),
  /** The words, the caption, the choice that was tapped, or the emoji of a reaction. */
  text: z._default(z.string().check(z.maxLength(4096)), ''),
  /** The id of the choice, when one was tapped. */
  choiceId: z.optional(z.string().check(z.maxLength(256))),
  media: z.optional(
    z.object({
      mimeType: z.string().check(z.maxLength(100)),
      fileName: z.optional(z.string().check(z.maxLength(240))),
      base64: z.string(),
    }),
  ),
  /** The message that this one answers or reacts to. */
  replyTo: z.optional(z.string().check(z.maxLength(200))),
  /** When it was written, if not now. */
  at: z.optional(momentSchema),
  /** So many webhooks tell of it instead of one. */
  deliveries: z._default(z.int().check(z.gte(0), z.lte(5)), 1),
})
export type PhoneInput = z.output<typeof phoneMessageSchema>

/** `POST /simulator/phone/read`: everything up to the newest message is read. */
const phoneReadSchema = z.object({ from: numberSchema, to: z.string() })

/** `POST /simulator/phone/echoes`: the owner writes on the phone, in the business app. */
export const phoneEchoSchema = z
  .object({
    to: numberSchema,
    from: z.string(),
    type: z._default(z.enum(['text', 'unsupported', 'unknown']), 'text'),
    text: z._default(z.string().check(z.maxLength(4096)), ''),
  })
  .check(z.refine(({ type, text }) => type !== 'text' || text !== '', 'Write something.'))

/** `POST /simulator/phone/changes`: the writer edits a message, or deletes it for everyone. */
const phoneChangeSchema = z.object({
  /** The customer and the business whose chat it is. */
  from: numberSchema,
  to: z.string(),
  /** The owner does so on the phone, in the business app. */
  by: z._default(z.enum(['customer', 'business']), 'customer'),
  id: z.string().check(z.minLength(1), z.maxLength(200)),
  /** What the message says now; without it the message is deleted. */
  text: z.optional(z.string().check(z.minLength(1), z.maxLength(4096))),
  /** So many webhooks tell of it instead of one. */
  deliveries: z._default(z.int().check(z.gte(0), z.lte(5)), 1),
})
export type PhoneChange = z.output<typeof phoneChangeSchema>

/** `POST /simulator/phone/preferences`: whether the customer wants marketing messages. */
export const phonePreferenceSchema = z.object({
  from: numberSchema,
  to: z.string(),
  marketing: z.boolean(),
})

/** `POST /simulator/phone/calls`: the customer calls, and nobody answers. */
export const phoneCallSchema = z.object({ from: numberSchema, to: z.string() })

/** `POST /simulator/phone/numbers`: the customer has another number from now on. */
export const phoneNumberSchema = z.object({
  from: numberSchema,
  to: z.string(),
  number: numberSchema,
})

/** `POST /simulator/phone/account`: what happens to the business's account. */
export const phoneAccountSchema = z.object({
  to: z.string(),
  event: z.enum(Object.keys(accountEvents) as (keyof typeof accountEvents)[]),
  template: z.optional(z.string()),
  /** Of a throttled number: what it answers, and for how long it asks to be left alone, in seconds. */
  code: z._default(z.int(), 130_429),
  retryAfter: z.optional(z.int().check(z.nonnegative())),
})

const dayMs = 24 * 60 * 60 * 1000

/** Everybody's phones, as they are now. */
async function showPhones({ businesses }: Simulation) {
  return { businesses: (await businesses()).map(showBusiness) }
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
