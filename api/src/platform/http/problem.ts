import type {
  FieldProblem,
  Problem as ProblemDocument,
  ProblemCode,
} from '@errand/contract/problem'
import { isConnectionError, isDiskFull, isQueryCancelled } from '@errand/database'
import type { Context, Env, ErrorHandler, Hono, NotFoundHandler } from 'hono'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import type { Logger } from 'pino'

import type { RequestEnv } from './context.ts'

const problemKinds: Record<ProblemCode, { status: number; title: string }> = {
  validation_failed: { status: 422, title: 'Some values are not valid' },
  malformed_request: { status: 400, title: 'The request could not be read' },
  body_too_large: { status: 413, title: 'The request is too large' },
  request_timeout: { status: 408, title: 'The request took too long to arrive' },
  unsupported_media_type: { status: 415, title: 'The request must be JSON' },
  not_found: { status: 404, title: 'The requested resource was not found' },
  method_not_allowed: { status: 405, title: 'This address does not support that method' },
  profile_missing: { status: 404, title: 'There is no profile yet' },
  profile_needed: { status: 403, title: 'Your account could not be set up yet. Reload the page.' },
  unauthenticated: { status: 401, title: 'Please sign in' },
  token_expired: { status: 401, title: 'Your sign-in has expired' },
  signed_out: { status: 401, title: 'You were signed out on this device. Please sign in again.' },
  forbidden: { status: 403, title: 'You are not allowed to do this' },
  recent_sign_in_required: {
    status: 403,
    title: 'Please confirm that it is you: sign in again, then repeat this.',
  },
  version_conflict: { status: 412, title: 'This was changed somewhere else in the meantime' },
  needs_force: { status: 409, title: 'This is done only when it is forced' },
  conflict: { status: 409, title: 'This cannot be done right now' },
  window_closed: { status: 409, title: 'The 24-hour window is closed' },
  opted_out: { status: 409, title: 'This contact opted out of messages' },
  template_not_approved: { status: 409, title: 'This template is not approved' },
  template_params_mismatch: { status: 422, title: 'The template values do not match' },
  insufficient_balance: { status: 402, title: 'Not enough credit' },
  trial_limit: { status: 402, title: 'The free messages of the trial are used up' },
  channel_disconnected: { status: 409, title: 'The WhatsApp number is not connected' },
  rate_limited: { status: 429, title: 'Too many requests. Please wait a moment.' },
  ai_unavailable: { status: 503, title: 'The assistant is not available right now' },
  ai_refused: { status: 422, title: 'The assistant declined this request' },
  smtp_not_configured: { status: 409, title: 'E-mail is not set up yet' },
  smtp_failed: { status: 502, title: 'The mail server did not accept the message' },
  payment_signature_invalid: { status: 400, title: 'The payment could not be confirmed' },
  payment_not_captured: { status: 409, title: 'The payment is not complete yet' },
  payments_not_configured: { status: 503, title: 'Payments are not set up here' },
  range_not_satisfiable: { status: 416, title: 'The file has no such part' },
  idempotency_key_reused: {
    status: 422,
    title: 'This idempotency key belongs to another request',
  },
  request_in_progress: { status: 409, title: 'The same request is still being processed' },
  service_unavailable: {
    status: 503,
    title: 'The service is not available right now. Please try again in a moment.',
  },
  internal: { status: 500, title: 'Server error. Please try again later.' },
}

interface ProblemOptions {
  /** Where the usual one of its code says too little. */
  title?: string
  detail?: string
  errors?: FieldProblem[]
  meta?: Record<string, unknown>
  retryAfter?: number
  headers?: Record<string, string>
  cause?: unknown
}

/** The only error whose details a caller gets to see. */
export class Problem extends Error {
  override readonly name = 'Problem'
  readonly code: ProblemCode
  readonly status: number
  readonly title: string
  readonly options: ProblemOptions

  constructor(code: ProblemCode, options: ProblemOptions = {}) {
    super(options.detail ?? options.title ?? problemKinds[code].title, { cause: options.cause })
    this.code = code
    this.status = problemKinds[code].status
    this.title = options.title ?? problemKinds[code].title
    this.options = options
  }
}

/** Whether the client ended the connection before its body did, as Node describes it. */
const isCutOff = (error: unknown): boolean =>
  error instanceof Error &&
  'code' in error &&
  error.code === 'ECONNRESET' &&
  error.message === 'aborted'

/** Turns any error into a problem that may be shown to the caller. */
export function toProblem(error: unknown): Problem {
  if (error instanceof Problem) return error
  if (isCutOff(error)) return new Problem('malformed_request', { cause: error })
  if (isConnectionError(error) || isDiskFull(error)) {
    return new Problem('service_unavailable', { retryAfter: 2, cause: error })
  }
  if (isQueryCancelled(error)) {
    const title = 'This took too long. Please try again in a moment, or ask for less.'
    return new Problem('service_unavailable', { title, retryAfter: 30, cause: error })
  }
  return new Problem('internal', { cause: error })
}

/** A problem as callers get it (RFC 9457). */
export function toProblemDocument(
  problem: Problem,
  { instance, traceId }: { instance: string; traceId: string },
): ProblemDocument {
  const { detail, errors, meta, retryAfter } = problem.options
  return {
    type: `https://errors.local/${problem.code.replaceAll('_', '-')}`,
    title: problem.title,
    status: problem.status,
    code: problem.code,
    ...(detail !== undefined && { detail }),
    instance,
    traceId,
    ...(retryAfter !== undefined && { retryAfter }),
    ...(errors !== undefined && { errors }),
    ...(meta !== undefined && { meta }),
  }
}

/** Answers every error with a problem document; an unexpected one is logged and reveals nothing. */
export function errorHandler(log: Logger): ErrorHandler<RequestEnv> {
  return (error, c) => {
    const problem = toProblem(error)
    // A caller who leaves breaks off the work, which is no fault.
    if (problem.status >= 500 && !c.req.raw.signal.aborted) {
      const { traceId, requestId } = c.var
      log.error({ err: error, traceId, requestId }, problem.title)
    }
    return sendProblem(c, problem)
  }
}

function sendProblem(c: Context<RequestEnv>, problem: Problem): Response {
  const { retryAfter, headers } = problem.options
  const { traceId } = c.var
  c.set('problemCode', problem.code)
  const document = toProblemDocument(problem, { instance: c.req.path, traceId })
  return c.body(JSON.stringify(document), problem.status as ContentfulStatusCode, {
    ...headers,
    ...(retryAfter !== undefined && { 'retry-after': String(retryAfter) }),
    'content-type': 'application/problem+json',
  })
}

/** 404, or 405 with `Allow` when the address exists for other methods. */
export function notFoundHandler<E extends Env>(app: Hono<E>): NotFoundHandler<E> {
  return (c) => {
    const methods = new Set(
      app.routes
        .filter(({ method, path }) => method !== 'ALL' && matchesPattern(c.req.path, path))
        .map(({ method }) => method),
    )
    if (methods.size === 0) throw new Problem('not_found')
    throw new Problem('method_not_allowed', { headers: { allow: [...methods].join(', ') } })
  }
}

function matchesPattern(path: string, pattern: string): boolean {
  const steps = path.split('/')
  const expected = pattern.split('/')
  return (
    steps.length === expected.length &&
    expected.every((step, index) => step.startsWith(':') || step === steps[index])
  )
}
