import type { Invoice } from '@errand/contract/billing/invoice'

import { packsOf } from '../../src/modules/billing/billing-settings.ts'
import {
  creditDescription,
  saleInvoiceKind,
  seriesByKind,
  toInvoiceDocument,
} from '../../src/modules/billing/invoices/invoice-document.ts'
import { nextInvoiceNumber } from '../../src/modules/billing/invoices/invoices.ts'
import { taxOn, toAmount, toMicros, toMinor } from '../../src/modules/billing/money.ts'
import {
  applyPlanEvent,
  planOf,
  type PlanAccount,
  type PlanEvent,
  type PlanRules,
} from '../../src/modules/billing/plan.ts'
import type { Queries } from '../../src/platform/database/database.ts'
import type {
  invoices,
  ledgerEntries,
  orders,
  payments,
} from '../../src/platform/database/schema.ts'
import { addMs, type DemoAccount } from './demo-account.ts'
import type { MadeChat } from './make-chat.ts'
import type { MadeMessage } from './make-lines.ts'

type EntryRow = typeof ledgerEntries.$inferInsert

/** The ledger of an account, and the orders that paid for it. */
export interface MadeLedger {
  entries: EntryRow[]
  orders: MadeOrder[]
  account: PlanAccount
}

/** An account without usage or payments. */
export const newAccount: PlanAccount = {
  balanceMicros: 0n,
  trialMessages: 0,
  graceMessages: 0,
  lowAlertedAt: null,
  fullMicros: 0n,
  warnedPercent: null,
}

/**
 * Charges every sent message in order, by the product's own rules; whenever the credit gets low, the
 * owner tops it up.
 */
export function makeLedger(
  demo: DemoAccount,
  rules: PlanRules,
  chats: readonly MadeChat[],
): MadeLedger {
  const book = new Book(demo, rules)
  const sent = chats
    .flatMap(({ session, messages }) => messages.map((message) => ({ session, message })))
    .filter(({ message }) => message.direction === 'out')
    .toSorted((one, other) => one.message.createdAt.getTime() - other.message.createdAt.getTime())
  for (const { session, message } of sent) book.charge(session, message)
  return book.close()
}

class Book {
  readonly #demo: DemoAccount
  readonly #rules: PlanRules
  readonly #entries: EntryRow[] = []
  readonly #orders: MadeOrder[] = []
  #account: PlanAccount = newAccount
  #last = new Date(0)

  constructor(demo: DemoAccount, rules: PlanRules) {
    this.#demo = demo
    this.#rules = rules
  }

  charge(session: MadeChat['session'], message: MadeMessage): void {
    const { prices } = this.#demo
    const at = message.createdAt
    this.#topUpWhenLow(at)
    const subject = {
      messageId: message.id,
      sessionId: session.id,
      author: message.author as 'assistant' | 'owner',
      unitPrice: prices.unitPrice,
    }
    const { kind, micros } = this.#write({ type: 'message_sent' }, subject, at)
    const isTrial = kind === 'trial_usage'
    const amountMinor = toMinor(-micros, prices.currency)
    const isRefunded = message.status === 'failed'
    message.billed = {
      units: 1,
      amountMinor,
      currency: prices.currency,
      reason: isRefunded ? 'refunded' : isTrial ? 'trial' : 'charged',
    }
    if (isRefunded) {
      const charge = { kind: isTrial ? 'trial_usage' : 'usage', micros } as const
      this.#write({ type: 'message_refunded', charge }, subject, at)
      return
    }
    session.billedMessages = (session.billedMessages ?? 0) + 1
    session.costMicros = (session.costMicros ?? 0n) + toMicros(amountMinor, prices.currency)
  }

  close(): MadeLedger {
    return { entries: this.#entries, orders: this.#orders, account: this.#account }
  }

  #topUpWhenLow(at: Date): void {
    const plan = planOf(this.#account, this.#rules, at)
    if (plan === 'trial' || plan === 'active') return
    const order = makeOrder(this.#demo, addMs(at, -60_000))
    this.#orders.push(order)
    const micros = toMicros(order.row.creditMinor, order.row.currency)
    this.#write({ type: 'topped_up', micros }, { orderId: order.row.id }, order.paidAt)
  }

  #write(event: PlanEvent, subject: Partial<EntryRow>, at: Date) {
    const { ownerId, newId } = this.#demo
    const { account, entry } = applyPlanEvent(this.#account, event, { rules: this.#rules, now: at })
    this.#account = account
    // No two entries have the same time, as in the real ledger.
    this.#last = new Date(Math.max(at.getTime(), this.#last.getTime() + 1))
    const none = {
      messageId: null,
      sessionId: null,
      author: null,
      orderId: null,
      refundId: null,
      unitPrice: null,
    }
    this.#entries.push({
      ...none,
      ...subject,
      ...entry,
      id: newId('ledgerEntry', this.#last),
      ownerId,
      balanceAfterMicros: account.balanceMicros,
      at: this.#last,
    })
    return entry
  }
}

/** An order of credit, with its payment. */
export interface MadeOrder {
  row: typeof orders.$inferInsert
  payment: typeof payments.$inferInsert
  paidAt: Date
}

const halfHourMs = 30 * 60_000

/** An order that was paid at the given time. */
function makeOrder(account: DemoAccount, paidAt: Date): MadeOrder {
  const { ownerId, newId, random } = account
  const row = {
    ...newOrder(account, addMs(paidAt, -90_000)),
    status: 'paid' as const,
    attempts: 1,
    paidAt,
  }
  const payment = {
    id: newId('payment', paidAt),
    ownerId,
    orderId: row.id,
    providerPaymentId: row.id.replace('ord_', 'pay_'),
    method: random.pick(['upi', 'card', 'netbanking']),
    status: 'captured' as const,
    via: random.pick(['callback', 'callback', 'webhook'] as const),
    error: null,
    at: paidAt,
  }
  return { row, payment, paidAt }
}

/** An expired order whose payment has failed. */
export function makeFailedOrder(account: DemoAccount, at: Date): MadeOrder {
  const made = makeOrder(account, at)
  return {
    ...made,
    row: { ...made.row, status: 'expired', paidAt: null },
    payment: { ...made.payment, status: 'failed', error: 'BAD_REQUEST_ERROR' },
  }
}

function newOrder({ ownerId, newId, random, prices }: DemoAccount, createdAt: Date) {
  const pack = random.pick(packsOf(prices).slice(1, 3))
  const taxMinor = toAmount(taxOn(BigInt(pack.amountMinor), prices.tax))
  const id = newId('order', createdAt)
  return {
    id,
    ownerId,
    providerOrderId: id.replace('ord_', 'order_'),
    amountMinor: pack.amountMinor,
    taxMinor,
    ...(prices.tax !== undefined && {
      taxScheme: prices.tax.scheme,
      taxRate: toAmount(prices.tax.rate),
    }),
    totalMinor: pack.amountMinor + taxMinor,
    creditMinor: pack.creditMinor,
    currency: prices.currency,
    receipt: id,
    createdAt,
    expiresAt: addMs(createdAt, halfHourMs),
  }
}

/** The invoices of orders, with the next numbers there are. Their files are drawn when asked for. */
export async function makeInvoices(
  queries: Queries,
  { ownerId, newId, prices }: DemoAccount,
  { orders, buyer }: { orders: readonly MadeOrder[]; buyer: Invoice['buyer'] },
): Promise<(typeof invoices.$inferInsert)[]> {
  const kind = saleInvoiceKind(prices)
  const rows: (typeof invoices.$inferInsert)[] = []
  for (const { row, paidAt } of orders) {
    const taken = await nextInvoiceNumber(queries, seriesByKind[kind], paidAt)
    const facts = {
      ...taken,
      kind,
      id: newId('invoice', paidAt),
      issuedAt: paidAt,
      orderId: row.id,
      description: creditDescription(row.creditMinor, prices),
      totalMinor: row.totalMinor,
      taxMinor: BigInt(row.taxMinor),
      currency: row.currency,
      buyer,
    }
    const document = toInvoiceDocument(facts, prices)
    rows.push({
      id: facts.id,
      ownerId,
      orderId: row.id,
      ...taken,
      kind,
      issuedAt: paidAt,
      document,
      status: 'issued',
    })
  }
  return rows
}
