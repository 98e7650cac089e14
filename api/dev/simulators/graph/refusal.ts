import type { Context } from 'hono'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import * as z from 'zod/mini'

import { newTrace } from './simulated-ids.ts'

/** An error of the Graph API. */
export interface GraphFault {
  code: number
  title: string
  details: string
  subcode?: number | undefined
  /** The HTTP status, if it is not 400. */
  status?: ContentfulStatusCode
  /** The `Retry-After` time in seconds. */
  retryAfter?: number | undefined
}

/** An error response of the simulated Graph API. */
export class GraphRefusal extends Error {
  override readonly name = 'GraphRefusal'
  readonly fault: GraphFault

  constructor(fault: GraphFault) {
    super(fault.title)
    this.fault = fault
  }
}

export const refusal = (
  code: number,
  title: string,
  more: Partial<Omit<GraphFault, 'code' | 'title'>> = {},
) => new GraphRefusal({ code, title, details: title, ...more })

/** The error for an invalid request. */
export const badParameter = (details: string) => refusal(100, 'Invalid parameter', { details })

/** Parses a request with its schema. */
export function readInput<S extends z.core.$ZodType>(schema: S, value: unknown): z.output<S> {
  const parsed = z.safeParse(schema, value)
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  throw badParameter(`${issue?.path.join('.') ?? ''}: ${issue?.message ?? ''}`)
}

/** Writes an error response as the Graph API does. */
export function answerRefusal(c: Context, { fault }: GraphRefusal): Response {
  const { code, title, details, subcode, status = 400, retryAfter } = fault
  if (retryAfter !== undefined) c.header('retry-after', String(retryAfter))
  const error = {
    message: `(#${code}) ${title}`,
    type: 'OAuthException',
    code,
    error_subcode: subcode,
    error_data: { messaging_product: 'whatsapp', details },
    fbtrace_id: newTrace(),
  }
  return c.json({ error }, status)
}
