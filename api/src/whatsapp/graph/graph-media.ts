import { GraphError, readGraphError } from './graph-error.ts'
import { call, pathOf, request, type GraphAccess } from './graph-call.ts'
import * as schemas from './graph-schemas.ts'

/** A large file takes longer than other answers, but not for ever. */
const downloadMs = 5 * 60_000

/** Where files of contacts lie; beside the Graph API itself nobody else is shown the token. */
const mediaHost = 'lookaside.fbsbx.com'

/** Hands a file over; answers the id by which it can be sent. */
export async function uploadMedia(access: GraphAccess, file: File): Promise<string> {
  const form = new FormData()
  form.set('messaging_product', 'whatsapp')
  form.set('type', file.type)
  form.set('file', file)
  const path = pathOf(access.phoneNumberId, 'media')
  return (await call(access, path, schemas.idSchema, { body: form })).id
}

/** Where a file that a contact sent lies for some minutes. */
export async function describeMedia(access: GraphAccess, id: string) {
  return call(access, pathOf(id), schemas.mediaSchema)
}

/** A file's bytes as they come, no more than so many; the token goes to the provider alone. */
export async function downloadMedia(
  access: GraphAccess,
  url: string,
  mostBytes: number,
): Promise<Response> {
  if (!isProviders(new URL(url), new URL(access.baseUrl))) {
    throw new GraphError('The file lies with a stranger', { code: 131_053, status: 0 })
  }
  const response = await request(access, url, { withinMs: downloadMs })
  if (!response.ok) {
    throw readGraphError(response.status, await response.json().catch(() => undefined))
  }
  if (Number(response.headers.get('content-length') ?? 0) <= mostBytes) return response
  await response.body?.cancel()
  throw new GraphError('The file is too large', { code: 131_053, status: response.status })
}

function isProviders({ protocol, host }: URL, base: URL): boolean {
  if (host === base.host) return protocol === base.protocol
  return protocol === 'https:' && host === mediaHost
}
