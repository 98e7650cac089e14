import type { CreateOrderInput, CreateOrderResponse } from '@errand/contract/billing/order'
import type { FieldProblem } from '@errand/contract/problem'

import type { Queries, Database } from '../../../platform/database/database.ts'
import { newId } from '../../../platform/database/new-id.ts'
import { Problem } from '../../../platform/http/problem.ts'
import { findUser } from '../../account/account.repo.ts'
import { lockAccount } from '../accounts.ts'
import { orderLimits, packsOf, type Prices } from '../billing-settings.ts'
import type { Billing } from '../billing.ts'
import { taxOn, toAmount } from '../money.ts'
import { callProvider, requirePayments, type Payments } from '../razorpay.ts'
import { findOpenOrder, insertOrder, toOrder, type OrderRow } from './orders.repo.ts'

interface Dependencies {
  billing: Billing
  database: Database
}

/** How long an open order is reused for a request of the same amount. */
const openMs = 30 * 60 * 1000

/** An order that exists at the provider and is still to be stored here. */
export interface PreparedOrder {
  /** Whether the provider has just created it; otherwise it is an open order of ours. */
  isNew: boolean
  order: typeof import('../../../platform/database/schema.ts').orders.$inferInsert
  payments: Payments
}

/**
 * Finds an open order of this amount or creates one at the provider. It runs before the transaction,
 * which must not wait for another server.
 */
export async function prepareOrder(
  { database, billing }: Dependencies,
  ownerId: string,
  input: CreateOrderInput,
): Promise<PreparedOrder> {
  const { prices } = billing
  const payments = requirePayments(billing.payments)
  const amounts = amountsOf(readAmount(input, prices), prices)
  const { currency } = prices
  const now = new Date()
  const open = await findOpenOrder(database.queries, { ownerId, ...amounts, currency, now })
  if (open !== undefined) return { isNew: false, order: open, payments }
  const id = newId('order')
  const provided = await callProvider(
    payments.provider.createOrder({
      amount: amounts.totalMinor,
      currency,
      receipt: id,
      notes: { order: id },
    }),
  )
  const order = {
    ...amounts,
    id,
    ownerId,
    currency,
    providerOrderId: provided.id,
    status: 'created' as const,
    receipt: id,
    createdAt: now,
    expiresAt: new Date(now.getTime() + openMs),
  }
  return { isNew: true, order, payments }
}

/** Stores the order, unless a parallel request was faster: then its order is used. */
export async function storeOrder(
  queries: Queries,
  { isNew, order, payments }: PreparedOrder,
  { uid, prices }: { uid: string; prices: Prices },
): Promise<CreateOrderResponse> {
  await lockAccount(queries, order.ownerId, prices)
  const open = await findOpenOrder(queries, { ...order, now: new Date() })
  // The open order was paid or has expired meanwhile: the next request creates another.
  if (open === undefined && !isNew)
    throw new Problem('conflict', { detail: 'The order is no longer open. Try again.' })
  const row = open ?? (await insertOrder(queries, order))
  const user = await findUser(queries, uid)
  return {
    success: true,
    order: toOrder(row),
    checkout: toCheckout(row, {
      keyId: payments.keyId,
      scriptUrl: payments.checkoutUrl,
      name: prices.seller.name,
      prefill: { contact: user?.phoneNumber ?? '', email: user?.email ?? '' },
    }),
  }
}

function toCheckout(
  row: OrderRow,
  more: Pick<CreateOrderResponse['checkout'], 'keyId' | 'name' | 'prefill' | 'scriptUrl'>,
): CreateOrderResponse['checkout'] {
  return {
    ...more,
    provider: 'razorpay',
    orderId: row.providerOrderId,
    amount: row.totalMinor,
    currency: row.currency,
    callbackUrl: null,
  }
}

function amountsOf(amountMinor: number, prices: Prices) {
  const taxMinor = toAmount(taxOn(BigInt(amountMinor), prices.tax))
  return {
    amountMinor,
    taxMinor,
    ...(prices.tax !== undefined && {
      taxScheme: prices.tax.scheme,
      taxRate: toAmount(prices.tax.rate),
    }),
    totalMinor: amountMinor + taxMinor,
    creditMinor: amountMinor,
  }
}

function readAmount(input: CreateOrderInput, prices: Prices): number {
  if ('packId' in input) {
    const packs = packsOf(prices)
    const pack = packs.find(({ id }) => id === input.packId)
    if (pack !== undefined) return pack.amountMinor
    const ids = packs.map(({ id }) => id)
    throw invalid('#/packId', 'not_allowed', {
      detail: `Must be one of: ${ids.join(', ')}.`,
      params: { values: ids },
    })
  }
  const { amountMinor, currency } = input
  if (currency !== prices.currency) {
    throw invalid('#/currency', 'not_allowed', {
      detail: `Must be ${prices.currency}.`,
      params: { values: [prices.currency] },
    })
  }
  const { min, max } = orderLimits(currency)
  if (amountMinor < min) {
    throw invalid('#/amountMinor', 'too_small', { detail: `At least ${min}.`, params: { min } })
  }
  if (amountMinor > max) {
    throw invalid('#/amountMinor', 'too_large', { detail: `At most ${max}.`, params: { max } })
  }
  return amountMinor
}

function invalid(
  pointer: string,
  code: string,
  more: Required<Pick<FieldProblem, 'detail' | 'params'>>,
): Problem {
  return new Problem('validation_failed', { errors: [{ pointer, code, ...more }] })
}
