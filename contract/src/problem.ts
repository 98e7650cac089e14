import * as z from 'zod/mini'

/** Every code a problem document may carry; clients switch on these, never on titles. */
export const problemCodes = [
  'validation_failed',
  'malformed_request',
  'body_too_large',
  'request_timeout',
  'unsupported_media_type',
  'not_found',
  'method_not_allowed',
  'profile_missing',
  'profile_needed',
  'unauthenticated',
  'token_expired',
  'signed_out',
  'forbidden',
  'recent_sign_in_required',
  'version_conflict',
  'conflict',
  'needs_force',
  'window_closed',
  'opted_out',
  'template_not_approved',
  'template_params_mismatch',
  'insufficient_balance',
  'trial_limit',
  'channel_disconnected',
  'rate_limited',
  'ai_unavailable',
  'ai_refused',
  'smtp_not_configured',
  'smtp_failed',
  'payment_signature_invalid',
  'payment_not_captured',
  'payments_not_configured',
  'range_not_satisfiable',
  'idempotency_key_reused',
  'request_in_progress',
  'service_unavailable',
  'internal',
] as const

/** One refused value of a request: its JSON pointer (`#/fields/0/key`) and the reason. */
export const fieldProblemSchema = z.object({
  pointer: z.string(),
  code: z.string(),
  detail: z.string(),
  params: z.optional(z.record(z.string(), z.unknown())),
})
export type FieldProblem = z.infer<typeof fieldProblemSchema>

/** The body of every error answer: `application/problem+json`, RFC 9457. */
export const problemSchema = z.object({
  type: z.string(),
  title: z.string(),
  status: z.int(),
  code: z.enum(problemCodes),
  detail: z.optional(z.string()),
  instance: z.optional(z.string()),
  traceId: z.string(),
  retryAfter: z.optional(z.nullable(z.number())),
  errors: z.optional(z.array(fieldProblemSchema)),
  meta: z.optional(z.record(z.string(), z.unknown())),
})
export type Problem = z.infer<typeof problemSchema>
export type ProblemCode = Problem['code']
