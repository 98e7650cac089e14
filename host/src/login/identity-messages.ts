import type { IdentityErrorCode } from '@errand/shared-auth'

const messages: Record<IdentityErrorCode, string> = {
  'invalid-phone-number': "That number doesn't look right. Enter it with the country code.",
  'invalid-verification-code': "That code isn't right. Check the message and try again.",
  'code-expired': 'That code has expired. Ask for a new one.',
  'too-many-requests': 'Too many attempts. Wait a few minutes before you try again.',
  'network-request-failed': 'Network error. Please check your connection.',
  'user-disabled': 'This account is disabled and cannot sign in.',
  'quota-exceeded': 'No more codes can be sent right now. Try again later.',
  'captcha-check-failed': 'The check that you are not a robot failed. Try again.',
  'popup-blocked': 'Your browser blocked a window that is needed. Allow it and try again.',
  unknown: 'Signing in did not work. Please try again.',
}

/** The code of a refused sign-in step; by name, as the class may come from another copy. */
export function identityCode(error: unknown): IdentityErrorCode {
  const isIdentityError = error instanceof Error && error.name === 'IdentityError'
  const code = isIdentityError && 'code' in error ? String(error.code) : 'unknown'
  return code in messages ? (code as IdentityErrorCode) : 'unknown'
}

/** What a refused sign-in step means for a person, and what to do. */
export const identityMessage = (code: IdentityErrorCode): string => messages[code]
