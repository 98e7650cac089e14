import { createHash } from 'node:crypto'

import { Hono, type Context, type MiddlewareHandler } from 'hono'
import * as z from 'zod/mini'

import type { Fetch } from '../../../src/platform/http/fetch-limited.ts'
import { badParameter, GraphRefusal, readInput } from './refusal.ts'
import { readSchema, sendSchema } from './send-schemas.ts'
import { receiveSend, templatesOf } from './send.ts'
import { newMediaId, simulatedApp } from './simulated-ids.ts'
import type { SimulatedBusiness, SimulatedMedia, Simulation } from './simulation.ts'

const subscribeSchema = z.object({
  override_callback_uri: z.optional(z.url()),
  verify_token: z.optional(z.string()),
})
/** The routes of an account: its number, its templates and its webhook. */
export function accountRoutes(simulation: Simulation, ask: Fetch) {
  return new Hono<AccountEnv>()
    .get('/:version/:id/message_templates', openAccount(simulation), async (c) => {
      const all = await templatesOf(simulation, c.var.business)
      const limit = Number(c.req.query('limit') ?? 25)
      const from = Number(c.req.query('after') ?? 0)
      const data = all.slice(from, from + limit)
      const end = from + data.length
      const cursors = { before: String(from), after: String(end) }
      // Only `next` means that there is more; the provider always returns cursors.
      const next = new URL(c.req.url)
      next.searchParams.set('after', String(end))
      return c.json({ data, paging: { cursors, ...(end < all.length && { next: next.href }) } })
    })
    .get('/:version/:id/subscribed_apps', openAccount(simulation), (c) => {
      const { webhookUrl } = c.var.business
      const { id: appId } = simulatedApp
      const app = { id: appId, name: 'Simulated app', link: `https://www.facebook.com/${appId}` }
      const one = { whatsapp_business_api_data: app, override_callback_uri: webhookUrl }
      return c.json({ data: webhookUrl === undefined ? [] : [one] })
    })
    .post('/:version/:id/subscribed_apps', openAccount(simulation), async (c) => {
      const body: unknown = await c.req.json().catch(() => ({}))
      const { override_callback_uri: url, verify_token: token } = readInput(subscribeSchema, body)
      if (url !== undefined) {
        await requireEcho(ask, url, token ?? '')
        c.var.business.webhookUrl = url
      }
      return c.json({ success: true })
    })
    .get('/:version/:id/phone_numbers', openAccount(simulation), (c) => {
      const { business } = c.var
      const { isRegistered, isOnPhone } = business
      const state =
        isRegistered || isOnPhone
          ? { platform_type: 'CLOUD_API', status: 'CONNECTED' }
          : { platform_type: 'NOT_APPLICABLE', status: 'PENDING' }
      return c.json({ data: [{ ...showNumber(business), is_on_biz_app: isOnPhone, ...state }] })
    })
    .post('/:version/:id/register', openAccount(simulation), async (c) => {
      const body: unknown = await c.req.json().catch(() => ({}))
      register(c.var.business, readInput(registerSchema, body))
      return c.json({ success: true })
    })
    .get('/:version/:id', openAccount(simulation), (c) => {
      const state = { platform_type: 'CLOUD_API', status: 'CONNECTED' }
      return c.json({ ...showNumber(c.var.business), ...state })
    })
}

const showNumber = ({ displayNumber, name, phoneNumberId }: SimulatedBusiness) => ({
  id: phoneNumberId,
  display_phone_number: `+${displayNumber}`,
  verified_name: name,
  quality_rating: 'GREEN',
  code_verification_status: 'VERIFIED',
})

const registerSchema = z.object({
  messaging_product: z.literal('whatsapp'),
  pin: z.string().check(z.regex(/^\d{6}$/)),
})

/** The first PIN is kept; later ones have to be the same. */
function register(business: SimulatedBusiness, { pin }: z.output<typeof registerSchema>): void {
  if (business.isOnPhone) throw badParameter('The WhatsApp Business app has this number.')
  if (business.pin !== undefined && business.pin !== pin) {
    const title = 'Two step verification PIN Mismatch'
    throw new GraphRefusal({ code: 133_005, title, details: title })
  }
  Object.assign(business, { pin, isRegistered: true })
}

/** A webhook proves that it knows the verify token by returning the challenge. */
async function requireEcho(ask: Fetch, url: string, token: string): Promise<void> {
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

/** For how long a phone shows the typing indicator. */
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
      refuseThrottled(business)
      const send = readInput(sendSchema, body)
      const { id, waId, isAnswerLost } = await receiveSend(simulation, business, send)
      // Half a response, which is the closest that a server can come to a broken connection.
      if (isAnswerLost) return c.body('{"messaging_product":"wha', 502)
      return c.json({
        messaging_product: 'whatsapp',
        contacts: [
          send.to === undefined
            ? { input: send.recipient, user_id: send.recipient }
            : { input: send.to, wa_id: waId },
        ],
        messages: [{ id, ...(send.type === 'template' && { message_status: 'accepted' }) }],
      })
    },
  )
}

function refuseThrottled({ throttle }: SimulatedBusiness): void {
  if (throttle === undefined) return
  const { code, retryAfter } = throttle
  const details = 'Too many messages were sent from this number.'
  throw new GraphRefusal({ code, title: 'Rate limit hit', details }, 429, retryAfter)
}

function markRead(
  { phoneEvents, showMessage }: Simulation,
  business: SimulatedBusiness,
  read: z.output<typeof readSchema>,
): void {
  const chat = [...business.chats.values()].find(({ messages }) =>
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
    showMessage(business, waId, message)
  }
  if (read.typing_indicator === undefined) return
  chat.typingUntil = Date.now() + typingMs
  const until = new Date(chat.typingUntil).toISOString()
  const { phoneNumberId } = business
  phoneEvents.emit('happened', { type: 'typing', phoneNumberId, waId, until })
}

/** For how long a link to a file is valid. */
const linkMs = 5 * 60 * 1000

/** The only types that the provider takes from businesses; any other is refused with error 100. */
const takenTypes =
  /^(audio\/(aac|mp4|mpeg|amr|ogg|opus)|image\/(jpeg|png|webp)|video\/(mp4|3gpp)|text\/plain|application\/(pdf|msword|vnd\.ms-(excel|powerpoint)|vnd\.openxmlformats-officedocument\.(wordprocessingml\.document|spreadsheetml\.sheet|presentationml\.presentation)))(;|$)/

/** The routes of files, to and from the business. */
export function mediaRoutes(simulation: Simulation) {
  return new Hono<AccountEnv>()
    .post('/:version/:id/media', openAccount(simulation), async (c) => {
      const form = await c.req.parseBody()
      const { file } = form
      if (!(file instanceof File) || form['messaging_product'] !== 'whatsapp') {
        throw badParameter('A file and the messaging product are needed.')
      }
      if (!takenTypes.test(file.type)) {
        throw badParameter(`Received file of type '${file.type}', which is none of those taken.`)
      }
      const id = newMediaId()
      const bytes = new Uint8Array(await file.arrayBuffer())
      c.var.business.media.set(id, { id, mimeType: file.type, fileName: file.name, bytes })
      return c.json({ id })
    })
    .get('/media/:id/:until', async (c) => {
      const { business, media } = await findMedia(simulation, c.req.param('id'))
      requireToken(business, c.req.header('authorization'))
      if (Number(c.req.param('until')) < Date.now()) return c.body(null, 404)
      return c.body(new Uint8Array(media.bytes), 200, { 'content-type': media.mimeType })
    })
}

/** Describes a file, with a link that is valid for a short while. */
export async function describeMedia(
  c: Context,
  simulation: Simulation,
  id: string,
): Promise<Response> {
  const { business, media } = await findMedia(simulation, id)
  requireToken(business, c.req.header('authorization'))
  const base = c.req.url.slice(0, c.req.url.lastIndexOf(`/${id}`))
  const root = base.slice(0, base.lastIndexOf('/'))
  return c.json({
    messaging_product: 'whatsapp',
    id,
    url: `${root}/media/${id}/${Date.now() + linkMs}`,
    mime_type: media.mimeType,
    sha256: createHash('sha256').update(media.bytes).digest('hex'),
    file_size: media.bytes.length,
  })
}

async function findMedia(
  { businesses }: Simulation,
  id: string,
): Promise<{ business: SimulatedBusiness; media: SimulatedMedia }> {
  for (const business of await businesses()) {
    const media = business.media.get(id)
    if (media !== undefined) return { business, media }
  }
  const details = 'There is no such media.'
  throw new GraphRefusal({ code: 100, title: 'Unsupported get request', details }, 404)
}

/** The account that a call is about. */
interface AccountEnv {
  Variables: { business: SimulatedBusiness }
}

const noSuchObject = (id: string) =>
  new GraphRefusal({
    code: 100,
    subcode: 33,
    title: `Unsupported request. Object with ID '${id}' does not exist`,
    details: 'It cannot be loaded due to missing permissions, or does not exist.',
  })

/** Finds the account of a call, and requires its access token. */
function openAccount(simulation: Simulation): MiddlewareHandler<AccountEnv> {
  return async (c, next) => {
    const id = c.req.param('id') ?? ''
    const business = await simulation.business(id)
    if (business === undefined) throw noSuchObject(id)
    const authorization = c.req.header('authorization')
    if (await isOfAnother(simulation, business, authorization)) throw noSuchObject(id)
    requireToken(business, authorization)
    c.set('business', business)
    await next()
  }
}

/** Whether the token is that of another business, which does not see this one. */
async function isOfAnother(
  { businesses }: Simulation,
  { accessToken }: SimulatedBusiness,
  authorization: string | undefined,
): Promise<boolean> {
  if (authorization === `Bearer ${accessToken}`) return false
  return (await businesses()).some((other) => authorization === `Bearer ${other.accessToken}`)
}

function requireToken(
  { accessToken, isRevoked, isDisabled }: SimulatedBusiness,
  authorization: string | undefined,
): void {
  if (isDisabled) {
    const locked = { title: 'Account has been locked', details: 'It broke a policy.' }
    throw new GraphRefusal({ code: 131_031, ...locked }, 403)
  }
  if (!isRevoked && authorization === `Bearer ${accessToken}`) return
  const details = isRevoked ? 'The session has been invalidated.' : 'Cannot parse access token.'
  const title = 'Error validating access token'
  throw new GraphRefusal({ code: 190, title, details }, 401)
}
