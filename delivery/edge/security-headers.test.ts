import { expect, test } from 'vitest'

import type { Page } from './page-source.ts'
import { createPolicy } from './security-headers.ts'

/** The sources of each directive. */
function policyWith(checkoutUrl: string | undefined, isEmulator = true) {
  const page = { trustedTypes: ['errand-loader'], set: {} } as Page
  const policy = createPolicy({ isEmulator, checkoutUrl })(page, 'n1')
  return Object.fromEntries(
    policy.split('; ').map((directive) => {
      const [name = '', ...sources] = directive.split(' ')
      return [name, sources]
    }),
  )
}

test('without a payment provider nobody else has code or frames in the page', () => {
  const policy = policyWith(undefined)

  expect(policy['script-src']).toEqual(["'self'"])
  expect(policy['frame-src']).toEqual(["'none'"])
  expect(policy['trusted-types']).toEqual(['errand-loader', "'allow-duplicates'"])
})

test('a simulated checkout is let in by its origin alone', () => {
  const origin = 'http://localhost:5000'
  const policy = policyWith(`${origin}/simulator/razorpay/v1/checkout.js`)

  expect(policy['script-src']).toEqual(["'self'", origin])
  expect(policy['frame-src']).toEqual([origin])
})

test("Razorpay's script has what it needs, beside the identity provider's", () => {
  const policy = policyWith('https://checkout.razorpay.com/v1/checkout.js', false)

  expect(policy['script-src']).toEqual([
    "'self'",
    'https://www.google.com/recaptcha/',
    'https://www.gstatic.com/recaptcha/',
    'https://checkout.razorpay.com',
    'https://cdn.razorpay.com',
  ])
  expect(policy['frame-src']).toContain('https://*.razorpay.com')
  expect(policy['require-trusted-types-for']).toEqual(["'script'"])
})
