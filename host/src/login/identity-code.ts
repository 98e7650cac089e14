import type { IdentityErrorCode } from '@errand/shared-auth'

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

/** The code of a refused sign-in step; by name, as the class may come from another copy. */
export function identityCode(error: unknown): IdentityErrorCode {
  const isIdentityError = error instanceof Error && error.name === 'IdentityError'
  const code = isIdentityError && 'code' in error ? String(error.code) : 'unknown'
  return codes.has(code) ? (code as IdentityErrorCode) : 'unknown'
}
