import { orderStatuses } from '@errand/contract/billing/order'
import fc from 'fast-check'
import { expect, test } from 'vitest'

import { nextOrderStatus, nextPaymentStatus, type OrderEvent } from './order-state.ts'

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

test('in whatever order and however often news come, money that came stays', () => {
  const anyEvents = fc.array(fc.constantFrom<OrderEvent>(...events), { maxLength: 12 })
  fc.assert(
    fc.property(fc.constantFrom(...orderStatuses), anyEvents, (start, list) => {
      const end = list.reduce(nextOrderStatus, start)
      const hasCome = list.includes('captured') || list.includes('refunded')
      expect(!hasCome || end === 'paid' || end === 'refunded').toBe(true)
    }),
  )
})
