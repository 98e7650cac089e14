import type { Context } from 'hono'

/** The simulator does not do what was asked. */
export class Refusal extends Error {
  override readonly name = 'Refusal'
  readonly status: 400 | 401
  readonly field: string | undefined

  constructor(
    description: string,
    { status = 400, field }: { status?: 400 | 401; field?: string } = {},
  ) {
    super(description)
    this.status = status
    this.field = field
  }
}

/** The body of an error as Razorpay writes it. */
export function answerRefusal(c: Context, { message, status, field }: Refusal): Response {
  const error = {
    code: 'BAD_REQUEST_ERROR',
    description: message,
    source: 'NA',
    step: 'NA',
    reason: 'NA',
    metadata: {},
    ...(field !== undefined && { field }),
  }
  return c.json({ error }, status)
}
