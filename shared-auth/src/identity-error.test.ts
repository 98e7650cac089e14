import { expect, onTestFinished, test, vi } from 'vitest'

import { IdentityError } from './identity-error.ts'

const internal = Object.assign(new Error('An internal AuthError has occurred'), {
  code: 'auth/internal-error',
})

test('a bot check whose script did not load is a network error', () => {
  expect(new IdentityError(internal).code).toBe('network-request-failed')

  vi.stubGlobal('grecaptcha', {})
  onTestFinished(() => void vi.unstubAllGlobals())
  expect(new IdentityError(internal).code).toBe('unknown')
})
