import * as z from 'zod/mini'

/** The Graph API did not do what was asked. */
export class GraphError extends Error {
  override readonly name = 'GraphError'
  /** The provider's own code; 0 where there was no answer that says one. */
  readonly code: number
  /** The status of the answer; 0 when there was none. */
  readonly status: number
  readonly details: string

  constructor(
    title: string,
    {
      code,
      status,
      details = '',
      cause,
    }: { code: number; status: number; details?: string; cause?: unknown },
  ) {
    super(title, { cause })
    this.code = code
    this.status = status
    this.details = details
  }
}

const bodySchema = z.object({
  error: z.object({
    message: z._default(z.string(), ''),
    code: z.int(),
    error_data: z.optional(z.object({ details: z.optional(z.string()) })),
  }),
})

/** The error that an answer tells of. */
export function readGraphError(status: number, body: unknown): GraphError {
  const parsed = z.safeParse(bodySchema, body)
  if (!parsed.success) return new GraphError(`The provider answered ${status}`, { code: 0, status })
  const { message, code, error_data: data } = parsed.data.error
  return new GraphError(message, { code, status, details: data?.details ?? '' })
}
