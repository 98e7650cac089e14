/** What the identity provider may refuse, as codes of the product's error catalogue. */
export type IdentityErrorCode =
  | 'invalid-phone-number'
  | 'invalid-verification-code'
  | 'code-expired'
  | 'too-many-requests'
  | 'network-request-failed'
  | 'user-disabled'
  | 'quota-exceeded'
  | 'captcha-check-failed'
  | 'popup-blocked'
  | 'unknown'

const codeByProviderCode: Record<string, IdentityErrorCode> = {
  'auth/invalid-phone-number': 'invalid-phone-number',
  'auth/missing-phone-number': 'invalid-phone-number',
  'auth/invalid-verification-code': 'invalid-verification-code',
  'auth/missing-verification-code': 'invalid-verification-code',
  'auth/code-expired': 'code-expired',
  // The code was used already; its verification no longer exists, so a new one is needed.
  'auth/invalid-verification-id': 'code-expired',
  'auth/too-many-requests': 'too-many-requests',
  'auth/network-request-failed': 'network-request-failed',
  'auth/user-disabled': 'user-disabled',
  'auth/quota-exceeded': 'quota-exceeded',
  'auth/captcha-check-failed': 'captcha-check-failed',
  'auth/invalid-app-credential': 'captcha-check-failed',
  'auth/missing-app-credential': 'captcha-check-failed',
  'auth/popup-blocked': 'popup-blocked',
}

/** Whether the script of the bot check could not be loaded, which the SDK calls an internal error. */
const isScriptLost = (providerCode: string): boolean =>
  providerCode === 'auth/internal-error' && !('grecaptcha' in globalThis)

/** A refused step of the sign-in. */
export class IdentityError extends Error {
  override readonly name = 'IdentityError'
  readonly code: IdentityErrorCode

  constructor(cause: unknown) {
    const providerCode = cause instanceof Error && 'code' in cause ? String(cause.code) : ''
    const code = isScriptLost(providerCode)
      ? 'network-request-failed'
      : (codeByProviderCode[providerCode] ?? 'unknown')
    super(`Sign-in failed: ${code}`, { cause })
    this.code = code
  }
}
