import { createHash } from 'node:crypto'

import { Hono, type Context } from 'hono'
import * as z from 'zod/mini'

import type { Fetch } from '../../../src/platform/http/fetch-limited.ts'
import { badParameter, readInput, refusal } from './refusal.ts'
import { readSchema, sendSchema } from './send-schemas.ts'
import { receiveSend, templatesOf } from './send.ts'
import { newMediaId, simulatedApp } from './simulated-ids.ts'
import type { SimulatedBusiness, SimulatedMedia, Simulation } from './simulation.ts'
import { pause } from './webhooks.ts'

const subscribeSchema = z.object({
  override_callback_uri: z.optional(z.url()),
  verify_token: z.optional(z.string()),
})
const registerSchema = z.object({
  messaging_product: z.literal('whatsapp'),
  pin: z.string().check(z.regex(/^\d{6}$/)),
})

/** For how long a phone shows the typing indicator. */
const typingMs = 25_000

/** For how long a link to a file is valid. */
const linkMs = 5 * 60 * 1000

/** The only types that the provider takes from businesses; any other is refused with error 100. */
const takenTypes =
  /^(audio\/(aac|mp4|mpeg|amr|ogg|opus)|image\/(jpeg|png|webp)|video\/(mp4|3gpp)|text\/plain|application\/(pdf|msword|vnd\.ms-(excel|powerpoint)|vnd\.openxmlformats-officedocument\.(wordprocessingml\.document|spreadsheetml\.sheet|presentationml\.presentation)))(;|$)/

const connected = { platform_type: 'CLOUD_API', status: 'CONNECTED' }
const pending = { platform_type: 'NOT_APPLICABLE', status: 'PENDING' }

/** The api for clients: files, an account's number, templates and webhook, and messages. */
export function graphRoutes(simulation: Simulation, ask: Fetch) {
  return (
    new Hono<{ Variables: { business: SimulatedBusiness } }>()
      .get('/media/:id/:until', async (c) => {
        const { business, media } = await findMedia(simulation, c.req.param('id'))
        requireToken(business, c.req.header('authorization'))
        if (Number(c.req.param('until')) < Date.now()) return c.body(null, 404)
        return c.body(new Uint8Array(media.bytes), 200, { 'content-type': media.mimeType })
      })
      .get('/:version/:id{7\\d+}', async (c) => {
        const { version, id } = c.req.param()
        const { business, media } = await findMedia(simulation, id)
        requireToken(business, c.req.header('authorization'))
        const root = c.req.url.slice(0, c.req.url.lastIndexOf(`/${version}/${id}`))
        return c.json({
          messaging_product: 'whatsapp',
          id,
          url: `${root}/media/${id}/${Date.now() + linkMs}`,
          mime_type: media.mimeType,
          sha256: createHash('sha256').update(media.bytes).digest('hex'),
          file_size: media.bytes.length,
        })
      })
      // All below are about an account, which the token has to belong to.
      .use('/:version/:id/*', async (c, next) => {
        c.set(
          'business',
          await openAccount(simulation, c.req.param('id'), c.req.header('authorization')),
        )
        await next()
      })
      .get('/:version/:id', (c) => c.json({ ...showNumber(c.var.business), ...connected }))
      .get('/:version/:id/phone_numbers', (c) => {
        const { business } = c.var
        const { isRegistered, isOnPhone } = business
        const state = isRegistered || isOnPhone ? connected : pending
        return c.json({ data: [{ ...showNumber(business), is_on_biz_app: isOnPhone, ...state }] })
      })
      .post('/:version/:id/register', async (c) => {
        register(c.var.business, readInput(registerSchema, await bodyOf(c)))
        return c.json({ success: true })
      })
      .get('/:version/:id/message_templates', async (c) => {
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
      .get('/:version/:id/subscribed_apps', (c) => {
        const { id } = simulatedApp
        const app = { id, name: 'Simulated app', link: `https://www.facebook.com/${id}` }
        const override_callback_uri = c.var.business.webhookUrl
        return c.json({ data: [{ whatsapp_business_api_data: app, override_callback_uri }] })
      })
      .post('/:version/:id/subscribed_apps', async (c) => {
        const input = readInput(subscribeSchema, await bodyOf(c))
        const { override_callback_uri: url, verify_token: token = '' } = input
        if (url !== undefined) {
          await requireEcho(ask, url, token)
          c.var.business.webhookUrl = url
        }
        return c.json({ success: true })
      })
      .post('/:version/:id/media', async (c) => {
        const { file, messaging_product: product } = await c.req.parseBody()
        if (!(file instanceof File) || product !== 'whatsapp') {
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
      .post('/:version/:id/messages', async (c) => {
        const { business } = c.var
        const body = await bodyOf(c)
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
        const { to, recipient } = send
        const contact =
          to === undefined ? { input: recipient, user_id: recipient } : { input: to, wa_id: waId }
        const status = send.type === 'template' && { message_status: 'accepted' }
        return c.json({
          messaging_product: 'whatsapp',
          contacts: [contact],
          messages: [{ id, ...status }],
        })
      })
  )
}

const bodyOf = (c: Context): Promise<unknown> => c.req.json().catch(() => ({}))

const showNumber = ({ displayNumber, name, phoneNumberId }: SimulatedBusiness) => ({
  id: phoneNumberId,
  display_phone_number: `+${displayNumber}`,
  verified_name: name,
  quality_rating: 'GREEN',
  code_verification_status: 'VERIFIED',
})

/** The first PIN is kept; later ones have to be the same. */
function register(business: SimulatedBusiness, { pin }: z.output<typeof registerSchema>): void {
  if (business.isOnPhone) throw badParameter('The WhatsApp Business app has this number.')
  if (business.pin !== undefined && business.pin !== pin) {
    throw refusal(133_005, 'Two step verification PIN Mismatch')
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
  throw refusal(2200, 'Callback verification failed', { details })
}

function refuseThrottled({ throttle }: SimulatedBusiness): void {
  if (throttle === null) return
  const { code, retryAfter } = throttle
  const details = 'Too many messages were sent from this number.'
  throw refusal(code, 'Rate limit hit', { details, status: 429, retryAfter })
}

function markRead(
  { phoneEvents, closing, show }: Simulation,
  business: SimulatedBusiness,
  read: z.output<typeof readSchema>,
): void {
  const chat = [...business.chats.values()].find(({ messages }) =>
    messages.some(({ id }) => id === read.message_id),
  )
  if (chat === undefined) {
    throw refusal(131_009, 'Parameter value is not valid', { details: 'There is no such message.' })
  }
  const last = chat.messages.findIndex(({ id }) => id === read.message_id)
  for (const message of chat.messages.slice(0, last + 1)) {
    if (message.from !== 'customer' || message.status === 'read') continue
    show(chat, Object.assign(message, { status: 'read' }))
  }
  if (read.typing_indicator === undefined) return
  chat.typingUntil = Date.now() + typingMs
  phoneEvents.emit('happened', 'typing')
  // Again when it is over, as nothing else reports its end.
  void pause(typingMs + 100, closing).then(() => phoneEvents.emit('happened', 'typing'))
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
  throw refusal(100, 'Unsupported get request', { details, status: 404 })
}

const noSuchObject = (id: string) =>
  refusal(100, `Unsupported request. Object with ID '${id}' does not exist`, {
    subcode: 33,
    details: 'It cannot be loaded due to missing permissions, or does not exist.',
  })

/** Finds the account of a call; that of another token is not seen. */
async function openAccount(
  { business: find, businesses }: Simulation,
  id: string,
  authorization: string | undefined,
): Promise<SimulatedBusiness> {
  const isTokenOf = ({ accessToken }: SimulatedBusiness) =>
    authorization === `Bearer ${accessToken}`
  const business = await find(id)
  if (business === undefined) throw noSuchObject(id)
  if (!isTokenOf(business) && (await businesses()).some(isTokenOf)) throw noSuchObject(id)
  requireToken(business, authorization)
  return business
}

function requireToken(
  { accessToken, isRevoked, isDisabled }: SimulatedBusiness,
  authorization: string | undefined,
): void {
  if (isDisabled) {
    const details = 'It broke a policy.'
    throw refusal(131_031, 'Account has been locked', { details, status: 403 })
  }
  if (!isRevoked && authorization === `Bearer ${accessToken}`) return
  const details = isRevoked ? 'The session has been invalidated.' : 'Cannot parse access token.'
  throw refusal(190, 'Error validating access token', { details, status: 401 })
}
