import { isApiError, userMessage } from '@errand/shared-auth'

import { useWords } from '../words/words.ts'

/** What went wrong before the payment, and what to do about it. */
export function useFailure(error: Error | null): { title: string; hint: string } | undefined {
  const say = useWords()
  if (error === null) return undefined
  if (error.name === 'CheckoutLost')
    return { title: say('checkoutLost'), hint: say('checkoutHint') }
  if (!isApiError(error)) return { title: userMessage(error), hint: say('notCharged') }
  if (error.code === 'payments_not_configured') {
    return { title: say('notConfigured'), hint: error.problem?.detail ?? say('notConfiguredHint') }
  }
  if (error.status >= 502) return { title: say('providerDown'), hint: say('providerDownHint') }
  const detail = error.problem?.errors?.[0]?.detail ?? say('notCharged')
  return { title: userMessage(error), hint: detail }
}
