import { expect, test } from 'vitest'

import { countryOf, guessCountry, maskPhone, toE164 } from './phone-number.ts'

test.each([
  ['+91 98765 43210', 'en-US', '+919876543210'],
  ['0091 98765 43210', 'en-US', '+919876543210'],
  ['98765 43210', 'en-IN', '+919876543210'],
  ['098765 43210', 'hi', '+919876543210'],
  ['(415) 555-2671', 'en-US', '+14155552671'],
  ['+९१ ९८७६५ ४३२१०', 'hi', '+919876543210'],
  ['٠٠٩١ ٩٨٧٦٥ ٤٣٢١٠', 'ar', '+919876543210'],
  ['۰۹۸۷۶۵ ۴۳۲۱۰', 'en-IN', '+919876543210'],
  ['+91 98765 43210', 'en-US@posix', '+919876543210'],
])('%s in %s is %s', (typed, language, e164) => {
  expect(toE164(typed, guessCountry(language))).toBe(e164)
})

test.each(['', '12', 'my number', '+', '+91', '+1 2', '+999999999999999999'])(
  '"%s" is not a phone number',
  (typed) => {
    expect(toE164(typed, 'IN')).toBeUndefined()
  },
)

test('a masked number shows only its ends', () => {
  expect(maskPhone('+919876543210')).toBe('+91 ••••• ••210')
})

test.each([
  ['+91 98', 'IN'],
  ['0044 20 7946 0958', 'GB'],
  ['٠٠٤٤ ٢٠ ٧٩٤٦ ٠٩٥٨', 'GB'],
  ['\u2060+\u200E44 20 7946 0958', 'GB'],
  ['98765 43210', undefined],
])('%s names the country %s', (typed, country) => {
  expect(countryOf(typed)).toBe(country)
})
