import { idPrefixes, type IdKind } from '@errand/contract/ids'
import { and, asc, eq, sql } from 'drizzle-orm'
import { ulid } from 'ulid'

import { planRulesOf } from '../../src/modules/billing/accounts.ts'
import { packsOf, type Prices } from '../../src/modules/billing/billing-settings.ts'
import {
  creditDescription,
  saleInvoiceKind,
  seriesByKind,
  toInvoiceDocument,
} from '../../src/modules/billing/invoices/invoice-document.ts'
import { nextInvoiceNumber } from '../../src/modules/billing/invoices/invoices.ts'
import { taxOn, toAmount, toMicros, toMinor } from '../../src/modules/billing/money.ts'
import { applyPlanEvent, planOf, type PlanEvent } from '../../src/modules/billing/plan.ts'
import type { Queries } from '../../src/platform/database/database.ts'
import { insertRows } from '../../src/platform/database/insert-rows.ts'
import * as schema from '../../src/platform/database/schema.ts'

/** Whose messages are charged, and how. */
interface Customer {
  owner: typeof schema.users.$inferSelect
  now: Date
  prices: Prices
}

const secondMs = 1000
const addMs = (at: Date, ms: number): Date => new Date(at.getTime() + ms)
const newId = (kind: IdKind, at: Date): string => `${idPrefixes[kind]}_${ulid(at.getTime())}`

/**
 * Charges every message of an account in order, by the product's own rules, and stores its ledger, orders
 * and invoices; whenever the credit gets low, the owner tops it up.
 */
export async function makeBilling(
  queries: Queries,
  customer: Customer,
): Promise<{ orders: number; invoices: number; ledgerEntries: number }> {
  const { now, prices } = customer
  const ownerId = customer.owner.id
  const { messages, accounts, orders, payments, ledgerEntries, invoices } = schema
  const sent = await queries
    .select()
    .from(messages)
    .where(and(eq(messages.ownerId, ownerId), eq(messages.direction, 'out')))
    .orderBy(asc(messages.createdAt), asc(messages.id))
  const ledger = new Ledger(customer)
  const bills = sent.map((message) => ledger.charge(message))
  await storeBills(queries, bills)
  const failed = makeOrder(customer, addMs(now, -20 * 24 * 60 * 60 * secondMs), 1)
  const failedOrder = {
    order: { ...failed.order, status: 'expired', paidAt: null },
    payment: { ...failed.payment, status: 'failed', error: 'BAD_REQUEST_ERROR' },
  }
  const all = [...ledger.orders, failedOrder]
  const made = await makeInvoices(queries, customer, ledger.orders)
  const account = { ownerId, currency: prices.currency, ...ledger.account }
  await insertRows(queries, accounts, [account])
  await insertRows(
    queries,
    orders,
    all.map(({ order }) => order),
  )
  await insertRows(
    queries,
    payments,
    all.map(({ payment }) => payment),
  )
  await insertRows(queries, ledgerEntries, ledger.entries)
  await insertRows(queries, invoices, made)
  return { orders: all.length, invoices: made.length, ledgerEntries: ledger.entries.length }
}

type SentMessage = typeof schema.messages.$inferSelect

/** What a message cost. */
interface Bill {
  id: string
  sessionId: string
  billed: NonNullable<SentMessage['billed']>
  micros: bigint
}

class Ledger {
  readonly #customer: Customer
  readonly entries: object[] = []
  readonly orders: MadeOrder[] = []
  account: Parameters<typeof planOf>[0] = {
    balanceMicros: 0n,
    trialMessages: 0,
    graceMessages: 0,
    lowAlertedAt: null,
    fullMicros: 0n,
    warnedPercent: null,
  }
  #last = new Date(0)

  constructor(customer: Customer) {
    this.#customer = customer
  }

  charge({ id, sessionId, author, status, createdAt }: SentMessage): Bill {
    const { prices } = this.#customer
    const { currency, unitPrice } = prices
    this.#topUpWhenLow(createdAt)
    const subject = { messageId: id, sessionId, author, unitPrice }
    const charge = this.#write({ type: 'message_sent' }, subject, createdAt)
    const isRefunded = status === 'failed'
    if (isRefunded) this.#write({ type: 'message_refunded', charge }, subject, createdAt)
    const reason = isRefunded ? 'refunded' : charge.kind === 'usage' ? 'charged' : 'trial'
    const amountMinor = toMinor(-charge.micros, currency)
    const micros = toMicros(amountMinor, currency)
    return { id, sessionId, billed: { units: 1, amountMinor, currency, reason }, micros }
  }

  get #rules() {
    const { prices, owner } = this.#customer
    const { preferences, createdAt: startedAt } = owner
    const { currency } = prices
    return planRulesOf({ ...this.account, currency, startedAt, preferences }, prices)
  }

  #topUpWhenLow(at: Date): void {
    const plan = planOf(this.account, this.#rules, at)
    if (plan === 'trial' || plan === 'active') return
    const paidAt = addMs(at, -60 * secondMs)
    const made = makeOrder(this.#customer, paidAt, this.orders.length)
    this.orders.push(made)
    const micros = toMicros(made.order.creditMinor, made.order.currency)
    this.#write({ type: 'topped_up', micros }, { orderId: made.order.id }, paidAt)
  }

  #write(event: PlanEvent, subject: object, at: Date) {
    const change = applyPlanEvent(this.account, event, { rules: this.#rules, now: at })
    this.account = change.account
    // No two entries have the same time, as in the real ledger.
    this.#last = new Date(Math.max(at.getTime(), this.#last.getTime() + 1))
    this.entries.push({
      ...subject,
      ...change.entry,
      id: newId('ledgerEntry', this.#last),
      ownerId: this.#customer.owner.id,
      balanceAfterMicros: change.account.balanceMicros,
      at: this.#last,
    })
    return change.entry as { kind: 'trial_usage' | 'usage'; micros: bigint }
  }
}

async function storeBills(queries: Queries, bills: readonly Bill[]): Promise<void> {
  const { messages, chatSessions } = schema
  const billed = JSON.stringify(bills.map(({ id, billed: bill }) => ({ id, bill })))
  await queries.execute(sql`update ${messages} set billed = made.bill
    from json_to_recordset(${billed}::json) made (id text, bill jsonb) where ${messages.id} = made.id`)
  const paid = bills.filter(({ billed: { reason } }) => reason !== 'refunded')
  const costs = Array.from(
    Map.groupBy(paid, ({ sessionId }) => sessionId),
    ([id, all]) => ({
      id,
      count: all.length,
      micros: String(all.reduce((sum, { micros }) => sum + micros, 0n)),
    }),
  )
  await queries.execute(sql`update ${chatSessions} set billed_messages = made.count, cost_micros = made.micros
    from json_to_recordset(${JSON.stringify(costs)}::json) made (id text, count int, micros bigint)
    where ${chatSessions.id} = made.id`)
}

/** An order of credit, with its payment. */
type MadeOrder = ReturnType<typeof makeOrder>

/** The nth order, paid at that time. */
function makeOrder({ owner, prices }: Customer, paidAt: Date, index: number) {
  const pack = packsOf(prices)[1 + (index % 2)]!
  const taxMinor = toAmount(taxOn(BigInt(pack.amountMinor), prices.tax))
  const createdAt = addMs(paidAt, -90 * secondMs)
  const id = newId('order', createdAt)
  const order = {
    id,
    ownerId: owner.id,
    providerOrderId: id.replace('ord_', 'order_'),
    amountMinor: pack.amountMinor,
    taxMinor,
    taxScheme: prices.tax?.scheme,
    taxRate: prices.tax && toAmount(prices.tax.rate),
    totalMinor: pack.amountMinor + taxMinor,
    creditMinor: pack.creditMinor,
    currency: prices.currency,
    receipt: id,
    status: 'paid',
    attempts: 1,
    createdAt,
    expiresAt: addMs(createdAt, 30 * 60 * secondMs),
    paidAt,
  }
  const payment = {
    id: newId('payment', paidAt),
    ownerId: owner.id,
    orderId: id,
    providerPaymentId: id.replace('ord_', 'pay_'),
    method: ['upi', 'card', 'netbanking'][index % 3],
    status: 'captured',
    via: index % 3 === 2 ? 'webhook' : 'callback',
    at: paidAt,
  }
  return { order, payment }
}

/** The invoices of orders, with the next numbers there are. Their files are drawn when asked for. */
async function makeInvoices(
  queries: Queries,
  { owner, prices }: Customer,
  orders: readonly MadeOrder[],
): Promise<object[]> {
  const kind = saleInvoiceKind(prices)
  const rows: object[] = []
  for (const { order } of orders) {
    const { id: orderId, paidAt: issuedAt, totalMinor, taxMinor, creditMinor, currency } = order
    const stored = {
      ...(await nextInvoiceNumber(queries, seriesByKind[kind], issuedAt)),
      id: newId('invoice', issuedAt),
      kind,
      issuedAt,
      orderId,
    }
    const facts = {
      ...stored,
      description: creditDescription(creditMinor, prices),
      totalMinor,
      taxMinor: BigInt(taxMinor),
      currency,
      buyer: { name: owner.preferences.business?.name ?? '' },
    }
    const document = toInvoiceDocument(facts, prices)
    rows.push({ ...stored, ownerId: owner.id, document, status: 'issued' })
  }
  return rows
}
