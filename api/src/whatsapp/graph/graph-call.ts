import * as z from 'zod/mini'

import { GraphError, readGraphError } from './graph-error.ts'

/** Asks something of an address. */
export type Ask = (url: string, init?: RequestInit) => Promise<Response>

/** How an account at the Graph API is reached. */
export interface GraphAccess {
  /** With the version: `https://graph.facebook.com/v25.0`. */
  baseUrl: string
  ask: Ask
  accessToken: string
  phoneNumberId: string
  wabaId: string
}

/** An answer later than that is none. */
const timeoutMs = 20_000

/** A path of ids, which are what an owner has typed, or what a webhook says. */
export function pathOf(...parts: string[]): string {
  // Written as a path these would lead somewhere else.
  if (parts.some((part) => part === '' || part === '.' || part === '..')) {
    throw new GraphError('There is no such id', { code: 100, status: 400 })
  }
  return parts.map((part) => `/${encodeURIComponent(part)}`).join('')
}

/** Asks the account for something that has a schema. */
export async function call<S extends z.core.$ZodType>(
  access: GraphAccess,
  path: string,
  schema: S,
  { body }: { body?: object | FormData } = {},
): Promise<z.output<S>> {
  const response = await request(access, `${access.baseUrl}${path}`, { body })
  const document: unknown = await response.json().catch(() => undefined)
  if (!response.ok) throw readGraphError(response.status, document)
  const parsed = z.safeParse(schema, document)
  if (parsed.success) return parsed.data
  const { status } = response
  throw new GraphError('The provider answered something else', { code: 131_000, status })
}

/** Asks with the account's token; rejects only when there is no answer at all. */
export async function request(
  { ask, accessToken }: GraphAccess,
  url: string,
  { body, withinMs = timeoutMs }: { body?: object | FormData | undefined; withinMs?: number },
): Promise<Response> {
  const isForm = body instanceof FormData
  return ask(url, {
    method: body === undefined ? 'GET' : 'POST',
    headers: {
      authorization: `Bearer ${accessToken}`,
      ...(body !== undefined && !isForm && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: isForm ? body : JSON.stringify(body) }),
    redirect: 'error',
    signal: AbortSignal.timeout(withinMs),
  }).catch((cause: unknown) => {
    throw new GraphError('WhatsApp did not answer', { code: 131_016, status: 0, cause })
  })
}
