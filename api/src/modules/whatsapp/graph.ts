import * as z from 'zod/mini'

import type { Fetch } from '../../platform/http/fetch-limited.ts'
import { StreamedForm, type StreamedFile } from './stream-form.ts'

/** The Graph API returned an error, or no answer. */
export class GraphError extends Error {
  override readonly name = 'GraphError'
  /** The provider's error code; 0 if the answer names none. */
  readonly code: number
  /** The HTTP status; 0 if there was no answer. */
  readonly status: number
  readonly details: string
  /** The time of its `Retry-After` header. */
  readonly retryAfterMs: number | undefined

  constructor(
    title: string,
    {
      code,
      status,
      details = '',
      retryAfterMs,
      cause,
    }: {
      code: number
      status: number
      details?: string
      retryAfterMs?: number | undefined
      cause?: unknown
    },
  ) {
    super(title, { cause })
    this.code = code
    this.status = status
    this.details = details
    this.retryAfterMs = retryAfterMs
  }
}

const bodySchema = z.object({
  error: z.object({
    message: z._default(z.string(), ''),
    code: z.int(),
    error_data: z.optional(z.object({ details: z.optional(z.string()) })),
  }),
})

/** Reads the error from a response. */
async function readGraphError(response: Response): Promise<GraphError> {
  const { status, headers } = response
  const body: unknown = await response.json().catch(() => undefined)
  const parsed = z.safeParse(bodySchema, body)
  const answer = { status, retryAfterMs: readRetryAfter(headers.get('retry-after')) }
  if (!parsed.success)
    return new GraphError(`The provider answered ${status}`, { code: 0, ...answer })
  const { message, code, error_data: data } = parsed.data.error
  return new GraphError(message, { code, details: data?.details ?? '', ...answer })
}

/** Reads `Retry-After`, which is in seconds or a date. */
function readRetryAfter(header: string | null): number | undefined {
  if (header === null) return undefined
  const ms = /^\d{1,9}$/.test(header) ? Number(header) * 1_000 : Date.parse(header) - Date.now()
  return Number.isNaN(ms) ? undefined : Math.max(0, ms)
}

/** How an account at the Graph API is reached. */
export interface GraphAccess {
  /** With the version: `https://graph.facebook.com/v25.0`. */
  baseUrl: string
  ask: Fetch
  /** Empty for a call that needs none. */
  accessToken: string
  phoneNumberId: string
  wabaId: string
}

/** A later answer counts as none. */
const timeoutMs = 20_000

/** A path of ids, which owners have typed or webhooks contain. */
export function pathOf(...parts: string[]): string {
  // These would change the path.
  if (parts.some((part) => part === '' || part === '.' || part === '..')) {
    throw new GraphError('There is no such id', { code: 100, status: 400 })
  }
  return parts.map((part) => `/${encodeURIComponent(part)}`).join('')
}

/** Calls the Graph API and parses the response with a schema. */
export async function call<S extends z.core.$ZodType>(
  access: GraphAccess,
  path: string,
  schema: S,
  { body, withinMs }: { body?: object | StreamedForm; withinMs?: number } = {},
): Promise<z.output<S>> {
  const content = body === undefined || body instanceof StreamedForm ? body : jsonBody(body)
  const response = await request(access, `${access.baseUrl}${path}`, { content, withinMs })
  if (!response.ok) throw await readGraphError(response)
  const document: unknown = await response.json().catch(() => undefined)
  const parsed = z.safeParse(schema, document)
  if (parsed.success) return parsed.data
  const { status } = response
  throw new GraphError('The provider answered something else', { code: 131_000, status })
}

/** Sends a request with the account's token; rejects only if there is no answer at all. */
async function request(
  { ask, accessToken }: GraphAccess,
  url: string,
  {
    content,
    withinMs = timeoutMs,
    maxBytes,
  }: {
    content?: Content | undefined
    withinMs?: number | undefined
    maxBytes?: number | undefined
  },
): Promise<Response> {
  const init: RequestInit = {
    method: content === undefined ? 'GET' : 'POST',
    headers: {
      ...(accessToken !== '' && { authorization: `Bearer ${accessToken}` }),
      ...content?.headers,
    },
    // Half duplex is the only kind there is, but a stream has to say so.
    ...(content !== undefined && { body: content.body, duplex: 'half' }),
    redirect: 'error',
    signal: AbortSignal.timeout(withinMs),
  }
  return ask(url, init, { maxBytes }).catch((cause: unknown) => {
    throw new GraphError('WhatsApp did not answer', { code: 131_016, status: 0, cause })
  })
}

type Content = ReturnType<typeof jsonBody> | StreamedForm

const jsonBody = (value: object) => ({
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(value),
})

const pageSize = 100
/** An account has at most six thousand templates, so more pages mean an endless list. */
const maxPages = 60

/** Sends a message and returns the provider's id of it. */
export async function sendMessage(access: GraphAccess, message: object): Promise<string> {
  const body = { messaging_product: 'whatsapp', recipient_type: 'individual', ...message }
  const path = pathOf(access.phoneNumberId, 'messages')
  const { messages } = await call(access, path, sentSchema, { body })
  return messages[0].id
}

/** Marks a message as read, and shows the typing indicator if wanted. */
export async function markRead(
  access: GraphAccess,
  messageId: string,
  { isTyping }: { isTyping: boolean },
): Promise<void> {
  const body = {
    messaging_product: 'whatsapp',
    status: 'read',
    message_id: messageId,
    ...(isTyping && { typing_indicator: { type: 'text' } }),
  }
  await call(access, pathOf(access.phoneNumberId, 'messages'), doneSchema, { body })
}

/** Reads the status of the number. */
export async function readNumber(access: GraphAccess) {
  const fields = 'display_phone_number,verified_name,quality_rating,code_verification_status,status'
  return call(access, `${pathOf(access.phoneNumberId)}?fields=${fields}`, numberSchema)
}

/** Reads all templates of the account, page by page. */
export async function listTemplates(access: GraphAccess): Promise<GraphTemplate[]> {
  const fields = 'name,language,status,category,components,parameter_format'
  const all: GraphTemplate[] = []
  let after: string | undefined
  for (let page = 0; page < maxPages; page += 1) {
    const from = after === undefined ? '' : `&after=${encodeURIComponent(after)}`
    const path = pathOf(access.wabaId, 'message_templates')
    const query = `?fields=${fields}&limit=${pageSize}${from}`
    const { data, paging } = await call(access, `${path}${query}`, templatesSchema)
    all.push(...data)
    after = paging?.next === undefined ? undefined : paging.cursors?.after
    if (after === undefined) return all
  }
  // A partial list would delete the rest of the stored templates.
  throw new GraphError('The list of templates has no end', { code: 131_000, status: 200 })
}

/** The webhook URLs of the account; an empty one is the app's default. */
export async function listWebhooks(access: GraphAccess): Promise<string[]> {
  const path = pathOf(access.wabaId, 'subscribed_apps')
  const { data } = await call(access, path, subscribedSchema)
  return data.map(({ override_callback_uri: url = '' }) => url)
}

/** Subscribes a webhook URL to the account, which has to know the verify token. */
export async function subscribe(
  access: GraphAccess,
  { url, verifyToken }: { url: string; verifyToken: string },
): Promise<void> {
  const body = { override_callback_uri: url, verify_token: verifyToken }
  await call(access, pathOf(access.wabaId, 'subscribed_apps'), doneSchema, { body })
}

/** Downloads of large files may take longer. */
const downloadMs = 5 * 60_000
/** Uploads as well; with the message after it this has to stay below the limit of a whole sending. */
const uploadMs = 35_000

/** The host of contacts' files, the only one beside the Graph API that is sent the token. */
const mediaHost = 'lookaside.fbsbx.com'

/** Uploads a file and returns the id by which it can be sent. */
export async function uploadMedia(access: GraphAccess, file: StreamedFile): Promise<string> {
  const body = new StreamedForm({ messaging_product: 'whatsapp', type: file.mimeType }, file)
  const path = pathOf(access.phoneNumberId, 'media')
  return (await call(access, path, idSchema, { body, withinMs: uploadMs })).id
}

/** Reads the URL of a contact's file, which is valid for some minutes. */
export async function describeMedia(access: GraphAccess, id: string) {
  return call(access, pathOf(id), mediaSchema)
}

/** Streams a file, up to a size limit where it fails with `AnswerTooLarge`; the token is sent to the provider's hosts only. */
export async function downloadMedia(
  access: GraphAccess,
  url: string,
  mostBytes: number,
): Promise<Response> {
  if (!isProviderHost(new URL(url), new URL(access.baseUrl))) {
    throw new GraphError('The file lies with a stranger', { code: 131_053, status: 0 })
  }
  const response = await request(access, url, { withinMs: downloadMs, maxBytes: mostBytes })
  if (!response.ok) throw await readGraphError(response)
  if (Number(response.headers.get('content-length') ?? 0) <= mostBytes) return response
  await response.body?.cancel()
  throw new GraphError('The file is too large', { code: 131_053, status: response.status })
}

function isProviderHost({ protocol, host }: URL, base: URL): boolean {
  if (host === base.host) return protocol === base.protocol
  return protocol === 'https:' && host === mediaHost
}

/** The responses of the Graph API, as far as they are used. */
const doneSchema = z.object({ success: z.boolean() })
const idSchema = z.object({ id: z.string() })
const sentSchema = z.object({
  messages: z.tuple([z.object({ id: z.string() })], z.object({ id: z.string() })),
})
const mediaSchema = z.object({
  url: z.url(),
  mime_type: z.string(),
  file_size: z.optional(z.coerce.number()),
})
const numberSchema = z.object({
  display_phone_number: z._default(z.string(), ''),
  verified_name: z._default(z.string(), ''),
  quality_rating: z._default(z.string(), 'UNKNOWN'),
  status: z._default(z.string(), 'CONNECTED'),
})
const subscribedSchema = z.object({
  data: z.array(z.object({ override_callback_uri: z.optional(z.string()) })),
})

const componentSchema = z.looseObject({
  type: z.string(),
  format: z.optional(z.string()),
  text: z.optional(z.string()),
  example: z.optional(z.unknown()),
  buttons: z.optional(
    z.array(z.looseObject({ type: z.string(), text: z.string(), url: z.optional(z.string()) })),
  ),
})
const templateSchema = z.object({
  name: z.string(),
  language: z.string(),
  status: z.string(),
  category: z.string(),
  parameter_format: z.optional(z.string()),
  components: z._default(z.array(componentSchema), []),
})
export type GraphTemplate = z.output<typeof templateSchema>
const templatesSchema = z.object({
  data: z.array(templateSchema),
  paging: z.optional(
    z.object({
      cursors: z.optional(z.object({ after: z.optional(z.string()) })),
      next: z.optional(z.string()),
    }),
  ),
})
