import { Hono } from 'hono'
import * as z from 'zod/mini'

import { openAccount, type AccountEnv } from './open-account.ts'
import { badParameter, GraphRefusal } from './refusal.ts'
import { receiveSend } from './receive-send.ts'
import { readSchema, sendSchema } from './send-schemas.ts'
import type { Simulation } from './simulation.ts'
import type { SimulatedBusiness } from './world.ts'

/** For so long a phone shows that somebody writes. */
const typingMs = 25_000

/** /{version}/{phone-number-id}/messages. */
export function messagesRoutes(simulation: Simulation) {
  return new Hono<AccountEnv>().post(
    '/:version/:id/messages',
    openAccount(simulation),
    async (c) => {
      const { business } = c.var
      const body: unknown = await c.req.json().catch(() => ({}))
      const read = z.safeParse(readSchema, body)
      if (read.success) {
        markRead(simulation, business, read.data)
        return c.json({ success: true })
      }
      const parsed = z.safeParse(sendSchema, body)
      if (!parsed.success) {
        const [issue] = parsed.error.issues
        throw badParameter(`${issue?.path.join('.') ?? ''}: ${issue?.message ?? ''}`)
      }
      const { id, waId, isAnswerLost } = await receiveSend(simulation, business, parsed.data)
      // The nearest that a server can come to a connection that breaks: half of an answer.
      if (isAnswerLost) return c.body('{"messaging_product":"wha', 502)
      const { to } = parsed.data
      return c.json({
        messaging_product: 'whatsapp',
        contacts: [{ input: to, wa_id: waId }],
        messages: [{ id, ...(parsed.data.type === 'template' && { message_status: 'accepted' }) }],
      })
    },
  )
}

function markRead(
  { news }: Simulation,
  { chats, phoneNumberId }: SimulatedBusiness,
  read: z.output<typeof readSchema>,
): void {
  const chat = [...chats.values()].find(({ messages }) =>
    messages.some(({ id }) => id === read.message_id),
  )
  if (chat === undefined) {
    const details = 'There is no such message.'
    throw new GraphRefusal({ code: 131_009, title: 'Parameter value is not valid', details })
  }
  const { waId } = chat
  const last = chat.messages.findIndex(({ id }) => id === read.message_id)
  for (const message of chat.messages.slice(0, last + 1)) {
    if (message.from !== 'customer' || message.status === 'read') continue
    message.status = 'read'
    news.publish({ type: 'message', phoneNumberId, waId, message })
  }
  if (read.typing_indicator === undefined) return
  chat.typingUntil = Date.now() + typingMs
  const until = new Date(chat.typingUntil).toISOString()
  news.publish({ type: 'typing', phoneNumberId, waId, until })
}
