import { problemSchema, type ProblemCode } from '@errand/contract/problem'
import { deviceIdHeader } from '@errand/contract/sign-ins'
import ky, { isHTTPError, type AfterResponseHook, type BeforeRequestHook } from 'ky'

import { deviceId } from '../browser/device-id.ts'
import { confirmByCode } from '../session/recent-sign-in.ts'
import { endSession, getSession, getToken } from '../session/session.ts'
import { ApiError, toApiError } from './api-error.ts'
import { keepServerTime } from './server-clock.ts'

const timeoutMs = 30_000

const authorize: BeforeRequestHook = async ({ request, options: { context } }) => {
  const token = await tokenOrApiError(false)
  if (token === undefined && hasLeft()) throw new ApiError(401)
  if (token !== undefined) request.headers.set('authorization', `Bearer ${token}`)
  request.headers.set(deviceIdHeader, deviceId())
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
  const isEnded = (await problemCodeOf(response)) === 'signed_out'
  // A token of the provider for the same sign-in would be refused as well.
  const findToken = isEnded ? tokenOfNewSignIn : () => tokenOrApiError(true)
  const token = context['isReplay'] === true ? undefined : await findToken(request)
  if (token === undefined) {
    endSession(isEnded ? 'ended' : 'expired')
    return undefined
  }
  context['isReplay'] = true
  return replay(request, token)
}

/** S21: what needs a recent sign-in is repeated once the owner has confirmed a code. */
const confirmOwner: AfterResponseHook = async ({ request, response, options: { context } }) => {
  if (response.status !== 403 || context['isConfirmed'] === true) return undefined
  if ((await problemCodeOf(response)) !== 'recent_sign_in_required') return undefined
  // The owner may have confirmed a code while this call was under way.
  const token = await unusedToken(request)
  if (token === undefined && !(await confirmByCode())) return undefined
  context['isConfirmed'] = true
  return replay(request, token ?? (await tokenOrApiError(false)))
}

function replay(request: Request, token: string | undefined) {
  const headers = new Headers(request.headers)
  if (token !== undefined) headers.set('authorization', `Bearer ${token}`)
  return ky.retry({ request: new Request(request, { headers }), delay: 1, code: 'token_renewed' })
}

async function problemCodeOf(response: Response): Promise<ProblemCode | undefined> {
  const body: unknown = await response.json().catch(() => undefined)
  return problemSchema.safeParse(body).data?.code
}

/** The token of the moment, if the request was sent with another. */
async function unusedToken(request: Request): Promise<string | undefined> {
  const token = await tokenOrApiError(false)
  return `Bearer ${token}` === request.headers.get('authorization') ? undefined : token
}

// The identity SDK looks every 800 ms whether another tab has signed in again on this device.
const syncMs = 800
const maxSyncs = 3

/** Waits for the token of a sign-in in another tab, which took the place of the one that ended. */
async function tokenOfNewSignIn(request: Request): Promise<string | undefined> {
  // Counted, because a hidden page delays both timers alike.
  for (let syncs = 0; syncs < maxSyncs; syncs += 1) {
    const token = await unusedToken(request)
    if (token !== undefined) return token
    await new Promise((resolve) => setTimeout(resolve, syncMs))
  }
  return unusedToken(request)
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

/**
 * The only HTTP client of the product, for what no call of the contract describes: bearer token, 30 s
 * limit, one error type, the 401 rule. `await api.get('jobs', { signal }).json()`
 */
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
    afterResponse: [keepClock, renewToken, confirmOwner, readWhole],
    beforeError: [({ error }) => toApiError(error)],
  },
})
