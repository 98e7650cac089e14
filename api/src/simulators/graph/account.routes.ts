import { Hono } from 'hono'
import * as z from 'zod/mini'

import { openAccount, type AccountEnv } from './open-account.ts'
import { badParameter, GraphRefusal } from './refusal.ts'
import { newMediaId } from './simulated-ids.ts'
import type { Simulation } from './simulation.ts'
import { keepTemplate, templatesOf } from './templates.ts'
import type { Ask } from './webhooks.ts'

const subscribeSchema = z.object({
  override_callback_uri: z.optional(z.url()),
  verify_token: z.optional(z.string()),
})
const templateSchema = z.object({
  name: z.string().check(z.regex(/^[a-z0-9_]{1,512}$/)),
  language: z.string(),
  category: z.enum(['UTILITY', 'MARKETING', 'AUTHENTICATION']),
  parameter_format: z._default(z.enum(['POSITIONAL', 'NAMED']), 'POSITIONAL'),
  components: z.array(z.record(z.string(), z.unknown())),
})

const appId = '4000000000000001'

/** What an account tells of itself: its number, its templates and its webhook. */
export function accountRoutes(simulation: Simulation, ask: Ask) {
  return new Hono<AccountEnv>()
    .get('/:version/:id/message_templates', openAccount(simulation), async (c) => {
      const all = await templatesOf(simulation, c.var.business)
      const limit = Number(c.req.query('limit') ?? 25)
      const from = Number(c.req.query('after') ?? 0)
      const data = all.slice(from, from + limit)
      const end = from + data.length
      const cursors = { before: String(from), after: String(end) }
      // Only the link says that there is more; the provider gives a cursor always.
      const next = new URL(c.req.url)
      next.searchParams.set('after', String(end))
      return c.json({ data, paging: { cursors, ...(end < all.length && { next: next.href }) } })
    })
    .post('/:version/:id/message_templates', openAccount(simulation), async (c) => {
      const { business } = c.var
      const template = read(templateSchema, await c.req.json())
      const id = newMediaId()
      keepTemplate(business, { ...template, id, status: 'PENDING' })
      return c.json({ id, status: 'PENDING', category: template.category })
    })
    .get('/:version/:id/subscribed_apps', openAccount(simulation), (c) => {
      const { webhookUrl } = c.var.business
      const app = { id: appId, name: 'Simulated app', link: `https://www.facebook.com/${appId}` }
      const one = { whatsapp_business_api_data: app, override_callback_uri: webhookUrl }
      return c.json({ data: webhookUrl === undefined ? [] : [one] })
    })
    .post('/:version/:id/subscribed_apps', openAccount(simulation), async (c) => {
      const body: unknown = await c.req.json().catch(() => ({}))
      const { override_callback_uri: url, verify_token: token } = read(subscribeSchema, body)
      if (url !== undefined) {
        await requireEcho(ask, url, token ?? '')
        c.var.business.webhookUrl = url
      }
      return c.json({ success: true })
    })
    .get('/:version/:id', openAccount(simulation), (c) => {
      const { displayNumber, name, phoneNumberId } = c.var.business
      return c.json({
        id: phoneNumberId,
        display_phone_number: `+${displayNumber}`,
        verified_name: name,
        quality_rating: 'GREEN',
        code_verification_status: 'VERIFIED',
        platform_type: 'CLOUD_API',
        status: 'CONNECTED',
      })
    })
}

/** A webhook proves by an echo that it knows the word. */
async function requireEcho(ask: Ask, url: string, token: string): Promise<void> {
  const challenge = newMediaId()
  const target = new URL(url)
  target.searchParams.set('hub.mode', 'subscribe')
  target.searchParams.set('hub.verify_token', token)
  target.searchParams.set('hub.challenge', challenge)
  const answer = await ask(target.href).catch(() => undefined)
  if (answer?.ok === true && (await answer.text()) === challenge) return
  const details = `The callback did not answer with the challenge: ${answer?.status ?? 'no answer'}.`
  throw new GraphRefusal({ code: 2200, title: 'Callback verification failed', details })
}

function read<S extends z.core.$ZodType>(schema: S, value: unknown): z.output<S> {
  const parsed = z.safeParse(schema, value)
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  throw badParameter(`${issue?.path.join('.') ?? ''}: ${issue?.message ?? ''}`)
}
