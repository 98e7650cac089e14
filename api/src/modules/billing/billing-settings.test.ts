import { expect, test } from 'vitest'

import { gstSeller } from '../../../test/billing-fixture.ts'
import { readSettings } from '../../app/settings.ts'
import { packsOf } from './billing-settings.ts'

const billing = (environment: NodeJS.ProcessEnv) => readSettings(environment).billing

test('without settings a message costs 0.20 rupees and nobody can pay', () => {
  const { prices, payments } = billing({})

  expect(prices).toEqual({
    currency: 'INR',
    unitPrice: '0.20',
    unitPriceMicros: 200_000n,
    trialDays: 30,
    trialMessages: 500,
    graceMessages: 25,
    tax: undefined,
    seller: { name: 'Errand' },
  })
  expect(payments).toMatchObject({
    keyId: undefined,
    apiUrl: 'https://api.razorpay.com',
    checkoutUrl: 'https://checkout.razorpay.com/v1/checkout.js',
    isRazorpay: true,
  })
  const label = '2,500 messages'
  expect(packsOf(prices)).toContainEqual(expect.objectContaining({ id: 'pack_500', label }))
})

test('a registered seller in India charges GST, an unregistered one no tax', () => {
  const { prices } = billing(gstSeller)
  expect(prices.tax).toEqual({ scheme: 'gst', rate: 18_000n })
  expect(prices.seller).toMatchObject({ gstin: '27AAPFU0939F1ZV', stateCode: '27', sac: '998599' })

  expect(billing({ TAX_RATE: '18' }).prices.tax).toBeUndefined()
  expect(billing({ TAX_RATE: '7.25', CURRENCY: 'EUR' }).prices.tax).toEqual({
    scheme: 'vat',
    rate: 7_250n,
  })
})

test.each([
  [{ CURRENCY: 'XQZ' }, 'CURRENCY is not valid'],
  [{ UNIT_PRICE: '0.00' }, 'UNIT_PRICE is not valid'],
  [{ TAX_RATE: '18%' }, 'TAX_RATE is not valid'],
  [
    { SELLER_GSTIN: gstSeller.SELLER_GSTIN, TAX_RATE: '18' },
    'SELLER_GSTIN needs SELLER_NAME, SELLER_ADDRESS, SELLER_SAC too',
  ],
  [{ ...gstSeller, SELLER_STATE_CODE: '29' }, 'SELLER_STATE_CODE must be the first two digits'],
  [{ ...gstSeller, CURRENCY: 'USD' }, 'SELLER_GSTIN needs CURRENCY=INR'],
])('%j is refused with a clear message', (environment, sentence) => {
  expect(() => billing(environment)).toThrow(sentence)
})
