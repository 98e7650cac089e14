import { randomBytes } from 'node:crypto'

import { maxBodyBytes } from '@errand/contract/limits'
import type { Problem, ProblemCode } from '@errand/contract/problem'
import { isConnectionError, isDiskFull } from '@errand/database'
import type { Context, ErrorHandler } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import * as z from 'zod/mini'

import type { Channel } from '../rollouts/channel.ts'
import type { ChannelRow } from './tables/queries.ts'

/** Why the registry refuses a request; the message is a sentence for the caller. */
export class Refusal extends Error {
  override readonly name = 'Refusal'
  readonly code: ProblemCode
  /** Whether it looks like an attack: then it is audited. */
  readonly isSuspicious: boolean

  constructor(code: ProblemCode, message: string, options: { isSuspicious?: boolean } = {}) {
    super(message)
    this.code = code
    this.isSuspicious = options.isSuspicious ?? false
  }
}

/** Somebody else changed the channel first; contains the current channel. */
export class StaleChannelError extends Error {
  override readonly name = 'StaleChannelError'
  readonly current: ChannelRow

  constructor(channel: Channel, changedAt: Date) {
    super(`${channel.app} was changed in the meantime; look at its state and try again.`)
    this.current = { ...channel, changedAt }
  }
}

/** Logs unexpected errors. */
export type LogError = (message: string, error: unknown, details?: object) => void

const problemKinds: Partial<Record<ProblemCode, { status: ContentfulStatusCode; title: string }>> =
  {
    malformed_request: { status: 400, title: 'The request could not be read' },
    unauthenticated: { status: 401, title: 'A token is needed' },
    forbidden: { status: 403, title: 'You may not do this' },
    not_found: { status: 404, title: 'There is no such thing' },
    conflict: { status: 409, title: 'This cannot be done in the present state' },
    needs_force: { status: 409, title: 'This is done only when it is forced, with a reason' },
    version_conflict: { status: 412, title: 'This was changed somewhere else in the meantime' },
    body_too_large: { status: 413, title: 'The request is too large' },
    validation_failed: { status: 422, title: 'Some values are not valid' },
    service_unavailable: { status: 503, title: 'The database cannot be reached' },
  }
const internal = { status: 500, title: 'Something failed in the registry' } as const

/** Turns every error into a problem document; an unexpected one is logged and reveals nothing. */
export function errorHandler(logError: LogError): ErrorHandler {
  return (error, c) => {
    if (error instanceof Refusal) return problem(c, error.code, { detail: error.message })
    if (error instanceof StaleChannelError) {
      const { message, current } = error
      return problem(c, 'version_conflict', { detail: message, meta: { current } })
    }
    const traceId = randomBytes(16).toString('hex')
    logError('registry request failed', error, { traceId, path: c.req.path })
    const place = findFullDisk(error)
    if (place !== undefined) return problem(c, 'internal', { traceId, ...diskFull(place) })
    const code = isConnectionError(error) ? 'service_unavailable' : 'internal'
    return problem(c, code, { traceId })
  }
}

/** Which disk is full, if that is the cause. */
function findFullDisk(error: unknown): string | undefined {
  if (isDiskFull(error)) return 'database'
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if ('code' in cause && (cause.code === 'ENOSPC' || cause.code === 'EDQUOT')) return 'releases'
  }
  return undefined
}

const diskFull = (place: string): Partial<Problem> => ({
  status: 507,
  title: 'A disk is full',
  detail: `The disk of the registry's ${place} is full, so nothing was changed: make room on it and try again; "npx pnpm errand gc" lists and deletes old releases.`,
})

function problem(c: Context, code: ProblemCode, options: Partial<Problem>): Response {
  const kind = problemKinds[code] ?? internal
  const { status = kind.status } = options
  const document: Problem = {
    type: `https://errors.local/${code.replaceAll('_', '-')}`,
    title: kind.title,
    status,
    code,
    instance: c.req.path,
    traceId: randomBytes(16).toString('hex'),
    ...options,
  }
  return c.newResponse(JSON.stringify(document), status as ContentfulStatusCode, {
    'content-type': 'application/problem+json',
    'cache-control': 'no-store',
    ...(status === 401 && { 'www-authenticate': 'Bearer' }),
  })
}

/** Reads and validates the body of a request, up to its limit. */
export async function readBody<S extends z.core.$ZodType>(
  c: Context,
  schema: S,
  maxSize = maxBodyBytes,
): Promise<z.output<S>> {
  await bodyLimit({ maxSize, onError: () => refuseLarge(maxSize) })(c, async () => {})
  const text = await c.req.text()
  const parsed = z.safeParse(schema, parse(text === '' ? '{}' : text))
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  const where = issue?.path.join('.') ?? ''
  throw new Refusal('validation_failed', `${where === '' ? 'The body' : where} is not valid.`)
}

function refuseLarge(maxSize: number): never {
  throw new Refusal('body_too_large', `A body has at most ${maxSize / 1024 / 1024} MiB.`)
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new Refusal('malformed_request', 'The body is not valid JSON.')
  }
}
