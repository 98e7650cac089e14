import { HTTPException } from 'hono/http-exception'
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

/** An error response as the Graph API writes it. */
export function refusalOf(fault: GraphFault): HTTPException {
  const { code, title, details, subcode, status = 400, retryAfter } = fault
  const error = {
    message: `(#${code}) ${title}`,
    type: 'OAuthException',
    code,
    error_subcode: subcode,
    error_data: { messaging_product: 'whatsapp', details },
    fbtrace_id: newTrace(),
  }
  const headers = retryAfter === undefined ? {} : { 'retry-after': String(retryAfter) }
  return new HTTPException(status, { res: Response.json({ error }, { status, headers }) })
}

export const refusal = (
  code: number,
  title: string,
  more: Partial<Omit<GraphFault, 'code' | 'title'>> = {},
) => refusalOf({ code, title, details: title, ...more })

/** The error for an invalid request. */
export const badParameter = (details: string) => refusal(100, 'Invalid parameter', { details })

/** Parses a request with its schema. */
export function readInput<S extends z.core.$ZodType>(schema: S, value: unknown): z.output<S> {
  const parsed = z.safeParse(schema, value)
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  throw badParameter(`${issue?.path.join('.') ?? ''}: ${issue?.message ?? ''}`)
}
