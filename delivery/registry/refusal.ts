import type { ProblemCode } from '@errand/contract/problem'

/** Why the registry does not do something; the message is a sentence for whoever asked. */
export class Refusal extends Error {
  override readonly name = 'Refusal'
  readonly code: ProblemCode
  /** Whether somebody tried what they should not have: it is then kept in the audit log. */
  readonly isSuspicious: boolean

  constructor(code: ProblemCode, message: string, options: { isSuspicious?: boolean } = {}) {
    super(message)
    this.code = code
    this.isSuspicious = options.isSuspicious ?? false
  }
}
