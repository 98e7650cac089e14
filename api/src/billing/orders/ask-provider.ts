import { Problem } from '../../http/problem.ts'
import { PaymentProviderError, type Payments } from '../razorpay/payment-provider.ts'

/** The provider, or the problem that there is none. */
export function requirePayments(payments: Payments | undefined): Payments {
  if (payments === undefined) throw new Problem('payments_not_configured')
  return payments
}

/** Asks the provider; what it does not do becomes a problem that tells the caller what to expect. */
export async function askProvider<T>(question: Promise<T>): Promise<T> {
  try {
    return await question
  } catch (cause) {
    throw toProblem(cause)
  }
}

function toProblem(cause: unknown): unknown {
  if (!(cause instanceof PaymentProviderError)) return cause
  if (cause.isPassing) return new Problem('service_unavailable', { retryAfter: 5, cause })
  if (cause.status === 401) {
    const detail = 'The payment provider does not accept the keys that are set here.'
    return new Problem('payments_not_configured', { detail, cause })
  }
  return new Problem('internal', { cause })
}
