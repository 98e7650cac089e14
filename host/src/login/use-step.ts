import type { IdentityErrorCode } from '@errand/shared-auth'
import { useRef, useState } from 'react'

import { useWords } from './words/words.ts'

interface Refusal {
  code: IdentityErrorCode
  message: string
}

/** One step of the sign-in: whether it is busy or refused, and the field to focus. */
export function useSignInStep() {
  const say = useWords()
  const field = useRef<HTMLInputElement>(null)
  const [refusal, setRefusal] = useState<Refusal>()
  const [isBusy, setIsBusy] = useState(false)

  const refuse = (code: IdentityErrorCode, message = say(code)) => {
    setRefusal({ code, message })
    field.current?.focus()
    field.current?.select()
  }

  const run = async (work: () => Promise<void>) => {
    setIsBusy(true)
    setRefusal(undefined)
    try {
      await work()
    } catch (error) {
      refuse(identityCode(error))
    } finally {
      setIsBusy(false)
    }
  }

  return { field, refusal, isBusy, run, refuse }
}

const codes: ReadonlySet<string> = new Set<IdentityErrorCode>([
  'invalid-phone-number',
  'invalid-verification-code',
  'code-expired',
  'too-many-requests',
  'network-request-failed',
  'user-disabled',
  'quota-exceeded',
  'captcha-check-failed',
  'popup-blocked',
  'unknown',
])

/**
 * The code of a refused step; checked by name, because the error class may come from another copy.
 */
function identityCode(error: unknown): IdentityErrorCode {
  const isIdentityError = error instanceof Error && error.name === 'IdentityError'
  const code = isIdentityError && 'code' in error ? String(error.code) : 'unknown'
  return codes.has(code) ? (code as IdentityErrorCode) : 'unknown'
}
