import { defaultPrices, packPrices, smallestOrder } from '@errand/contract/billing/default-prices'
import type { Pack } from '@errand/contract/billing/order'
import { gstinPattern } from '@errand/contract/gstin'
import { currencySchema, unitPriceSchema } from '@errand/contract/money'
import * as z from 'zod/mini'

import { formatCount, minorPerUnit, parsePrice, toAmount, toMicros, type Tax } from './money.ts'

const wholeNumber = z.coerce.number().check(z.int(), z.gte(0), z.lte(1_000_000))
const razorpayUrl = 'https://api.razorpay.com'
const razorpayCheckoutUrl = 'https://checkout.razorpay.com/v1/checkout.js'

/** The environment variables for billing. */
export const billingEnvironment = {
  CURRENCY: z._default(currencySchema.check(z.refine(isCurrency)), defaultPrices.currency),
  UNIT_PRICE: z._default(
    unitPriceSchema.check(z.refine((price) => parsePrice(price) > 0n)),
    defaultPrices.unitPrice,
  ),
  TRIAL_DAYS: z._default(wholeNumber, defaultPrices.trialDays),
  TRIAL_MESSAGES: z._default(wholeNumber, defaultPrices.trialMessages),
  GRACE_MESSAGES: z._default(wholeNumber, 25),
  /** In percent. */
  TAX_RATE: z.optional(z.string().check(z.regex(/^\d{1,2}(\.\d{1,2})?$/))),
  SELLER_NAME: z.optional(z.string()),
  SELLER_ADDRESS: z.optional(z.string()),
  SELLER_GSTIN: z.optional(z.string().check(z.regex(gstinPattern))),
  SELLER_STATE_CODE: z.optional(z.string().check(z.regex(/^\d{2}$/))),
  SELLER_SAC: z.optional(z.string().check(z.regex(/^\d{4,8}$/))),
  PAYMENT_KEY_ID: z.optional(z.string()),
  PAYMENT_KEY_SECRET: z.optional(z.string()),
  PAYMENT_WEBHOOK_SECRET: z.optional(z.string()),
  PAYMENT_API_URL: z._default(z.url({ protocol: /^https?$/, hostname: /.*/ }), razorpayUrl),
  PAYMENT_CHECKOUT_URL: z._default(
    z.url({ protocol: /^https?$/, hostname: /.*/ }),
    razorpayCheckoutUrl,
  ),
}

const environmentSchema = z.object(billingEnvironment)
type Environment = z.output<typeof environmentSchema>

/** How the payment provider is reached; a secret never leaves the server. */
export interface PaymentSettings {
  keyId: string | undefined
  keySecret: string | undefined
  webhookSecret: string | undefined
  apiUrl: string
  /** The script that a page opens the checkout with. */
  checkoutUrl: string
  /** Whether that address is the provider's own. */
  isRazorpay: boolean
}

export interface BillingSettings {
  prices: Prices
  payments: PaymentSettings
}

/** Throws one sentence when the values contradict each other: a wrong invoice cannot be undone. */
export function toBillingSettings(env: Environment): BillingSettings {
  checkSeller(env)
  return {
    prices: {
      currency: env.CURRENCY,
      unitPrice: env.UNIT_PRICE,
      unitPriceMicros: parsePrice(env.UNIT_PRICE),
      trialDays: env.TRIAL_DAYS,
      trialMessages: env.TRIAL_MESSAGES,
      graceMessages: env.GRACE_MESSAGES,
      tax: toTax(env),
      seller: toSeller(env),
    },
    payments: {
      keyId: env.PAYMENT_KEY_ID,
      keySecret: env.PAYMENT_KEY_SECRET,
      webhookSecret: env.PAYMENT_WEBHOOK_SECRET,
      apiUrl: env.PAYMENT_API_URL.replace(/\/+$/, ''),
      checkoutUrl: env.PAYMENT_CHECKOUT_URL,
      isRazorpay: new URL(env.PAYMENT_API_URL).origin === razorpayUrl,
    },
  }
}

function checkSeller(env: Environment): void {
  const { SELLER_GSTIN: gstin, SELLER_STATE_CODE: stateCode } = env
  if (gstin === undefined) return
  const needed = ['TAX_RATE', 'SELLER_NAME', 'SELLER_ADDRESS', 'SELLER_SAC'] as const
  const missing = needed.filter((name) => env[name] === undefined)
  if (missing.length > 0) {
    throw new Error(`SELLER_GSTIN needs ${missing.join(', ')} too: a tax invoice names them.`)
  }
  if (env.CURRENCY !== 'INR') throw new Error('SELLER_GSTIN needs CURRENCY=INR.')
  if (stateCode !== undefined && !gstin.startsWith(stateCode)) {
    throw new Error('SELLER_STATE_CODE must be the first two digits of SELLER_GSTIN.')
  }
}

/** In India only a registered seller, with a GSTIN, may collect the tax. */
function toTax({ TAX_RATE, SELLER_GSTIN, CURRENCY }: Environment): Tax | undefined {
  if (TAX_RATE === undefined || (CURRENCY === 'INR' && SELLER_GSTIN === undefined)) return undefined
  const [whole = '', decimals = ''] = TAX_RATE.split('.')
  const rate = BigInt(whole + decimals.padEnd(3, '0'))
  if (rate === 0n) return undefined
  return { scheme: CURRENCY === 'INR' ? 'gst' : 'vat', rate }
}

function toSeller(env: Environment): Seller {
  const stateCode = env.SELLER_STATE_CODE ?? env.SELLER_GSTIN?.slice(0, 2)
  return {
    name: env.SELLER_NAME ?? 'Errand',
    ...(env.SELLER_ADDRESS !== undefined && { address: env.SELLER_ADDRESS }),
    ...(env.SELLER_GSTIN !== undefined && { gstin: env.SELLER_GSTIN }),
    ...(stateCode !== undefined && { stateCode }),
    ...(env.SELLER_SAC !== undefined && { sac: env.SELLER_SAC }),
  }
}

function isCurrency(code: string): boolean {
  return Intl.supportedValuesOf('currency').includes(code)
}

/** Who sells the credit, as invoices name it. */
interface Seller {
  name: string
  address?: string
  gstin?: string
  stateCode?: string
  /** The code of the service under GST. */
  sac?: string
}

/** The prices of the deployment, and what is free. */
export interface Prices {
  currency: string
  /** Of one message sent, as decimal text. */
  unitPrice: string
  unitPriceMicros: bigint
  trialDays: number
  trialMessages: number
  /** How many messages an owner may still send when the credit is used up. */
  graceMessages: number
  tax: Tax | undefined
  seller: Seller
}

/** The packs on offer; a pack gives no discount, it only saves typing an amount. */
export function packsOf(prices: Prices): Pack[] {
  return packPrices.map((units) => {
    const amountMinor = toAmount(BigInt(units) * minorPerUnit(prices.currency))
    const messages = messagesFor(toMicros(amountMinor, prices.currency), prices)
    const label = `${formatCount(messages, prices.currency)} messages`
    return { id: `pack_${units}`, label, amountMinor, creditMinor: amountMinor, messages }
  })
}

/** How many messages an amount pays for. */
export function messagesFor(micros: bigint, { unitPriceMicros }: Prices): number {
  return micros <= 0n ? 0 : toAmount(micros / unitPriceMicros)
}

/** The smallest and the largest amount that can be ordered, in the smallest unit. */
export function orderLimits(currency: string): { min: number; max: number } {
  const unit = minorPerUnit(currency)
  return { min: toAmount(BigInt(smallestOrder) * unit), max: toAmount(100_000n * unit) }
}
