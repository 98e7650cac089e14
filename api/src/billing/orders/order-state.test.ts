import { expect, test } from 'vitest'

import { nextOrderStatus, nextPaymentStatus } from './order-state.ts'

const events = ['attempt_failed', 'authorized', 'captured', 'refunded', 'expired'] as const
const payments = ['failed', 'authorized', 'captured', 'refunded'] as const

test.each([
  ['created', ['attempted', 'attempted', 'paid', 'refunded', 'expired']],
  ['attempted', ['attempted', 'attempted', 'paid', 'refunded', 'expired']],
  ['expired', ['expired', 'attempted', 'paid', 'refunded', 'expired']],
  ['paid', ['paid', 'paid', 'paid', 'refunded', 'paid']],
  ['refunded', ['refunded', 'refunded', 'refunded', 'refunded', 'refunded']],
] as const)('an order that is %s becomes %j', (current, expected) => {
  expect(events.map((event) => nextOrderStatus(current, event))).toEqual(expected)
})

test.each([
  [undefined, ['failed', 'authorized', 'captured', 'refunded']],
  ['failed', ['failed', 'authorized', 'captured', 'refunded']],
  ['authorized', ['authorized', 'authorized', 'captured', 'refunded']],
  ['captured', ['captured', 'captured', 'captured', 'refunded']],
  ['refunded', ['refunded', 'refunded', 'refunded', 'refunded']],
] as const)('a payment that is %s becomes %j', (current, expected) => {
  expect(payments.map((news) => nextPaymentStatus(current, news))).toEqual(expected)
})
