import type { Queue } from '../queue/queue.ts'
import type { BillingSettings, PaymentSettings } from './billing-settings.ts'
import { createMeter, type Meter } from './meter.ts'
import type { Prices } from './prices.ts'
import type { Payments } from './razorpay/payment-provider.ts'
import { openRazorpay } from './razorpay/razorpay-client.ts'

/** All about money that the other parts work with. */
export interface Billing {
  prices: Prices
  meter: Meter
  /** Nothing without keys: then nobody can pay here. */
  payments: Payments | undefined
  paymentSettings: PaymentSettings
}

export function openBilling({ prices, payments }: BillingSettings, queue: Queue): Billing {
  return {
    prices,
    meter: createMeter(prices, queue),
    payments: openRazorpay(payments),
    paymentSettings: payments,
  }
}
