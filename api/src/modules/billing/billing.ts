import type { ConfigStatus } from '@errand/contract/billing/summary'

import type { Queue } from '../../platform/queue/queue.ts'
import {
  orderLimits,
  type BillingSettings,
  type PaymentSettings,
  type Prices,
} from './billing-settings.ts'
import { createMeter, type Meter } from './meter.ts'
import { openRazorpay, type Payments } from './razorpay.ts'

/** The billing services that the other modules use. */
export interface Billing {
  prices: Prices
  meter: Meter
  /** Undefined without keys: payments are off then. */
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

/** Whether payments are set up, and which settings are missing; secrets are named, never shown. */
export function readConfigStatus({ prices, payments, paymentSettings }: Billing): ConfigStatus {
  const isConfigured = payments !== undefined
  const { tax, seller } = prices
  return {
    configured: isConfigured,
    provider: isConfigured ? (paymentSettings.isRazorpay ? 'razorpay' : 'test') : null,
    mode: isConfigured ? modeOf(paymentSettings) : null,
    ...(isConfigured && { keyId: payments.keyId, scriptUrl: paymentSettings.checkoutUrl }),
    currency: prices.currency,
    unitPrice: prices.unitPrice,
    trialDays: prices.trialDays,
    orderLimits: orderLimits(prices.currency),
    ...(tax !== undefined && { taxRate: Number(`${tax.rate}e-3`) }),
    gstReady: seller.gstin !== undefined && tax !== undefined,
    issues: issuesOf(paymentSettings, prices),
  }
}

/** Payments are real only with a live key at Razorpay's own address. */
function modeOf({ keyId, isRazorpay }: PaymentSettings): 'live' | 'test' {
  return isRazorpay && keyId?.startsWith('rzp_live_') === true ? 'live' : 'test'
}

function issuesOf(settings: PaymentSettings, { seller }: Prices): ConfigStatus['issues'] {
  const issueChecks: [boolean, string, string][] = [
    [settings.keyId === undefined, 'key_id_missing', 'PAYMENT_KEY_ID is not set.'],
    [settings.keySecret === undefined, 'key_secret_missing', 'PAYMENT_KEY_SECRET is not set.'],
    [
      settings.webhookSecret === undefined,
      'webhook_secret_missing',
      'PAYMENT_WEBHOOK_SECRET is not set: payments are found only by asking for them.',
    ],
    [
      seller.gstin === undefined,
      'gstin_missing',
      'SELLER_GSTIN is not set: receipts are given instead of tax invoices.',
    ],
  ]
  return issueChecks.filter(([isSo]) => isSo).map(([, code, message]) => ({ code, message }))
}
