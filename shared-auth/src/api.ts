import ky, { isHTTPError, type AfterResponseHook, type BeforeRequestHook } from 'ky'

import { ApiError, toApiError } from './api-error.ts'
import { keepServerTime } from './server-clock.ts'
import { endSession, getSession, getToken } from './session.ts'

const timeoutMs = 30_000

const authorize: BeforeRequestHook = async ({ request, options: { context } }) => {
  const token = await tokenOrApiError(false)
  if (token === undefined && hasLeft()) throw new ApiError(401)
  if (token !== undefined) request.headers.set('authorization', `Bearer ${token}`)
  context['askedAt'] = Date.now()
}

/** Pages that are still mounted ask again once the cache is emptied; they would only be refused. */
function hasLeft(): boolean {
  const session = getSession()
  return session.status === 'signed-out' && session.reason !== 'initial'
}

const keepClock: AfterResponseHook = ({ response, options: { context } }) =>
  keepServerTime(response, Number(context['askedAt']))

/** S4: a 401 forces one new token and one replay; a second 401 ends the session. */
const renewToken: AfterResponseHook = async ({ request, response, options: { context } }) => {
  if (response.status !== 401) return undefined
  const token = context['isReplay'] === true ? undefined : await tokenOrApiError(true)
  if (token === undefined) {
    endSession('expired')
    return undefined
  }
  context['isReplay'] = true
  const headers = new Headers(request.headers)
  headers.set('authorization', `Bearer ${token}`)
  return ky.retry({ request: new Request(request, { headers }), delay: 1, code: 'token_renewed' })
}

async function tokenOrApiError(forceRefresh: boolean): Promise<string | undefined> {
  try {
    return await getToken(forceRefresh)
  } catch (cause) {
    if (!isRefusal(cause)) throw new ApiError(0, { cause })
    endSession('expired')
    throw new ApiError(401, { cause })
  }
}

const refusalCodes = new Set([
  'auth/user-token-expired',
  'auth/invalid-user-token',
  'auth/user-disabled',
  'auth/user-not-found',
])

/** Whether the provider no longer accepts the user; any other failure is temporary. */
const isRefusal = (cause: unknown): boolean =>
  cause instanceof Error && 'code' in cause && refusalCodes.has(String(cause.code))

/** S7: an incomplete answer counts as none. Streams are read by their caller. */
const readWhole: AfterResponseHook = async ({ response }) => {
  const type = response.headers.get('content-type') ?? ''
  if (!type.includes('json')) return
  const timeout = Promise.withResolvers<never>()
  // ky's own timeout ends when the answer starts.
  const timer = setTimeout(() => timeout.reject(new ApiError(0)), timeoutMs)
  try {
    await Promise.race([response.arrayBuffer(), timeout.promise])
  } finally {
    clearTimeout(timer)
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw new ApiError(0, { cause })
  }
}

const maxRetryAfterSeconds = 10

/** Whether the api asks for a longer pause than a page should wait by itself. */
const isPauseTooLong = (error: Error): boolean =>
  isHTTPError(error) && Number(error.response.headers.get('retry-after')) > maxRetryAfterSeconds

/** The only HTTP client of the product: bearer token, 30 s limit, one error type, the 401 rule. */
export const api = ky.create({
  baseUrl: `${window.location.origin}/api/`,
  credentials: 'include',
  timeout: timeoutMs,
  parseJson,
  // A 500 is an answer, so it is shown at once instead of retried.
  retry: {
    limit: 2,
    methods: ['get'],
    // With a pause as long as the `Retry-After` of the answer.
    statusCodes: [429, 502, 503, 504],
    shouldRetry: ({ error }) => (isPauseTooLong(error) ? false : undefined),
    delay: (attempt) => 300 * attempt,
  },
  hooks: {
    beforeRequest: [authorize],
    afterResponse: [keepClock, renewToken, readWhole],
    beforeError: [({ error }) => toApiError(error)],
  },
})
