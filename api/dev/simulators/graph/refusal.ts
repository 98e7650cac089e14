import type { Context } from 'hono'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import * as z from 'zod/mini'

import { newTrace } from './simulated-ids.ts'

/** An error as the Graph API names it. */
export interface GraphFault {
  code: number
  title: string
  details: string
}

/** The simulator does not do what was asked. */
export class GraphRefusal extends Error {
  override readonly name = 'GraphRefusal'
  readonly fault: GraphFault
  readonly status: ContentfulStatusCode
  /** For how many seconds it wants to be asked no more. */
  readonly retryAfter: number | undefined

  constructor(fault: GraphFault, status: ContentfulStatusCode = 400, retryAfter?: number) {
    super(fault.title)
    this.fault = fault
    this.status = status
    this.retryAfter = retryAfter
  }
}

/** A request that no Graph API would understand. */
export const badParameter = (details: string) =>
  new GraphRefusal({ code: 100, title: 'Invalid parameter', details })

/** What was sent, as its schema has it. */
export function readInput<S extends z.core.$ZodType>(schema: S, value: unknown): z.output<S> {
  const parsed = z.safeParse(schema, value)
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  throw badParameter(`${issue?.path.join('.') ?? ''}: ${issue?.message ?? ''}`)
}

/** The body of an error as the Graph API writes it. */
export function answerRefusal(c: Context, { fault, status, retryAfter }: GraphRefusal): Response {
  if (retryAfter !== undefined) c.header('retry-after', String(retryAfter))
  const { code, title, details } = fault
  const error = {
    message: `(#${code}) ${title}`,
    type: 'OAuthException',
    code,
    error_data: { messaging_product: 'whatsapp', details },
    fbtrace_id: newTrace(),
  }
  return c.json({ error }, status)
}
