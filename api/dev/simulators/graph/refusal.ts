import type { Context } from 'hono'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import * as z from 'zod/mini'

import { newTrace } from './simulated-ids.ts'

/** An error of the Graph API. */
export interface GraphFault {
  code: number
  title: string
  details: string
  subcode?: number
}

/** An error response of the simulated Graph API. */
export class GraphRefusal extends Error {
  override readonly name = 'GraphRefusal'
  readonly fault: GraphFault
  readonly status: ContentfulStatusCode
  /** The `Retry-After` time in seconds. */
  readonly retryAfter: number | undefined

  constructor(fault: GraphFault, status: ContentfulStatusCode = 400, retryAfter?: number) {
    super(fault.title)
    this.fault = fault
    this.status = status
    this.retryAfter = retryAfter
  }
}

/** The error for an invalid request. */
export const badParameter = (details: string) =>
  new GraphRefusal({ code: 100, title: 'Invalid parameter', details })

/** Parses a request with its schema. */
export function readInput<S extends z.core.$ZodType>(schema: S, value: unknown): z.output<S> {
  const parsed = z.safeParse(schema, value)
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  throw badParameter(`${issue?.path.join('.') ?? ''}: ${issue?.message ?? ''}`)
}

/** Writes an error response as the Graph API does. */
export function answerRefusal(c: Context, { fault, status, retryAfter }: GraphRefusal): Response {
  if (retryAfter !== undefined) c.header('retry-after', String(retryAfter))
  const { code, title, details, subcode } = fault
  const error = {
    message: `(#${code}) ${title}`,
    type: 'OAuthException',
    code,
    ...(subcode !== undefined && { error_subcode: subcode }),
    error_data: { messaging_product: 'whatsapp', details },
    fbtrace_id: newTrace(),
  }
  return c.json({ error }, status)
}
