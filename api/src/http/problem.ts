import type { FieldProblem, ProblemCode } from '@errand/contract/problem'

const kinds: Record<ProblemCode, { status: number; title: string }> = {
  validation_failed: { status: 422, title: 'Some values are not valid' },
  malformed_request: { status: 400, title: 'The request could not be read' },
  body_too_large: { status: 413, title: 'The request is too large' },
  unsupported_media_type: { status: 415, title: 'The request must be JSON' },
  not_found: { status: 404, title: 'The requested resource was not found' },
  method_not_allowed: { status: 405, title: 'This address does not offer that method' },
  profile_missing: { status: 404, title: 'There is no profile yet' },
  unauthenticated: { status: 401, title: 'Please sign in' },
  token_expired: { status: 401, title: 'Your sign-in has expired' },
  forbidden: { status: 403, title: 'You may not do this' },
  version_conflict: { status: 412, title: 'This was changed somewhere else in the meantime' },
  conflict: { status: 409, title: 'This cannot be done in the present state' },
  window_closed: { status: 409, title: 'The 24-hour window is closed' },
  opted_out: { status: 409, title: 'This contact does not want messages' },
  template_not_approved: { status: 409, title: 'This template is not approved' },
  template_params_mismatch: { status: 422, title: 'The template needs other values' },
  insufficient_balance: { status: 402, title: 'There is not enough credit' },
  trial_limit: { status: 402, title: 'The free messages of the trial are used up' },
  channel_disconnected: { status: 409, title: 'The WhatsApp number is not connected' },
  rate_limited: { status: 429, title: 'Too many requests. Please wait a moment.' },
  ai_unavailable: { status: 503, title: 'The assistant is not available right now' },
  ai_refused: { status: 422, title: 'The assistant declined this request' },
  smtp_not_configured: { status: 409, title: 'E-mail is not set up yet' },
  smtp_failed: { status: 502, title: 'The mail server did not take the message' },
  payment_signature_invalid: { status: 400, title: 'The payment could not be confirmed' },
  payment_not_captured: { status: 409, title: 'The payment is not complete yet' },
  payments_not_configured: { status: 503, title: 'Payments are not set up here' },
  range_not_satisfiable: { status: 416, title: 'The file has no such part' },
  idempotency_key_reused: {
    status: 422,
    title: 'This idempotency key belongs to another request',
  },
  request_in_progress: { status: 409, title: 'The same request is still being worked on' },
  service_unavailable: {
    status: 503,
    title: 'The service is not available right now. Please try again in a moment.',
  },
  internal: { status: 500, title: 'Server error. Please try again later.' },
}

interface ProblemOptions {
  detail?: string
  errors?: FieldProblem[]
  meta?: Record<string, unknown>
  retryAfter?: number
  headers?: Record<string, string>
  cause?: unknown
}

/** The one error of the api that a caller is told about. */
export class Problem extends Error {
  override readonly name = 'Problem'
  readonly code: ProblemCode
  readonly status: number
  readonly title: string
  readonly options: ProblemOptions

  constructor(code: ProblemCode, options: ProblemOptions = {}) {
    super(options.detail ?? kinds[code].title, { cause: options.cause })
    this.code = code
    this.status = kinds[code].status
    this.title = kinds[code].title
    this.options = options
  }
}
