import type { Invoice } from '@errand/contract/billing/invoice'
import type { Order } from '@errand/contract/billing/order'
import type { LedgerKind } from '@errand/contract/billing/summary'
import { sql } from 'drizzle-orm'
import {
  check,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core'

import { micros, moment, enumText } from './columns.ts'
import { ownerId, users } from './users.ts'

/** An owner's balance; its row is locked while it changes, so that no change is lost. */
export const accounts = pgTable(
  'accounts',
  {
    ownerId: text('owner_id')
      .primaryKey()
      .references(() => users.id, { onDelete: 'cascade' }),
    currency: text('currency').notNull(),
    balanceMicros: micros('balance_micros')
      .notNull()
      .default(sql`0`),
    trialMessages: integer('trial_messages').notNull().default(0),
    /** Messages sent after the credit ran out. */
    graceMessages: integer('grace_messages').notNull().default(0),
    /** When the owner was warned of the low balance; once each time it becomes low. */
    lowAlertedAt: moment('low_alerted_at'),
    /** The balance after the last top-up. */
    fullMicros: micros('full_micros')
      .notNull()
      .default(sql`0`),
    /** The lowest share of `fullMicros`, in percent, of which the owner was warned since the top-up. */
    warnedPercent: integer('warned_percent'),
  },
  (table) => [
    check('accounts_counts', sql`trial_messages >= 0 and grace_messages >= 0`),
    index('accounts_low').on(table.balanceMicros),
  ],
)

export const orders = pgTable(
  'orders',
  {
    id: text('id').primaryKey(),
    ownerId: ownerId(),
    providerOrderId: text('provider_order_id').notNull(),
    amountMinor: integer('amount_minor').notNull(),
    taxMinor: integer('tax_minor').notNull(),
    /** How the order was taxed, whatever the settings say by the time it is paid; null without tax. */
    taxScheme: enumText<'gst' | 'vat'>('tax_scheme'),
    /** In thousandths of a percent. */
    taxRate: integer('tax_rate'),
    totalMinor: integer('total_minor').notNull(),
    creditMinor: integer('credit_minor').notNull(),
    currency: text('currency').notNull(),
    status: enumText<Order['status']>('status').notNull(),
    receipt: text('receipt').notNull(),
    attempts: integer('attempts').notNull().default(0),
    createdAt: moment('created_at').notNull(),
    expiresAt: moment('expires_at').notNull(),
    paidAt: moment('paid_at'),
  },
  (table) => [
    check('orders_status', sql`status in ('created', 'attempted', 'paid', 'expired', 'refunded')`),
    check('orders_tax_scheme', sql`tax_scheme in ('gst', 'vat')`),
    check('orders_tax_rate', sql`(tax_scheme is null) = (tax_rate is null) and tax_rate > 0`),
    check('orders_total', sql`total_minor = amount_minor + tax_minor and amount_minor > 0`),
    uniqueIndex('orders_provider_id').on(table.providerOrderId),
    uniqueIndex('orders_receipt').on(table.receipt),
    index('orders_by_creation').on(table.ownerId, table.createdAt, table.id),
    index('orders_attempted')
      .on(table.createdAt)
      .where(sql`status in ('created', 'attempted')`),
    // The reconciler also asks for recently expired orders, to find late payments.
    index('orders_expired')
      .on(table.createdAt)
      .where(sql`status = 'expired'`),
  ],
)

export const payments = pgTable(
  'payments',
  {
    id: text('id').primaryKey(),
    ownerId: ownerId(),
    orderId: text('order_id')
      .notNull()
      .references(() => orders.id, { onDelete: 'cascade' }),
    providerPaymentId: text('provider_payment_id').notNull(),
    method: text('method').notNull(),
    status: enumText<'authorized' | 'captured' | 'failed' | 'refunded'>('status').notNull(),
    /** Which source reported the payment first. */
    via: enumText<'callback' | 'webhook' | 'reconcile'>('via').notNull(),
    error: text('error'),
    at: moment('at').notNull(),
  },
  (table) => [
    check('payments_status', sql`status in ('authorized', 'captured', 'failed', 'refunded')`),
    check('payments_via', sql`via in ('callback', 'webhook', 'reconcile')`),
    uniqueIndex('payments_provider_id').on(table.providerPaymentId),
    index('payments_by_order').on(table.orderId),
    index('payments_by_owner').on(table.ownerId),
  ],
)

/** Every change of a balance; rows are added and never changed. */
export const ledgerEntries = pgTable(
  'ledger_entries',
  {
    id: text('id').primaryKey(),
    ownerId: ownerId(),
    kind: enumText<LedgerKind>('kind').notNull(),
    micros: micros('micros').notNull(),
    balanceAfterMicros: micros('balance_after_micros').notNull(),
    /** Not a reference: the charge stays when the message is deleted. */
    messageId: text('message_id'),
    sessionId: text('session_id'),
    author: enumText<'assistant' | 'owner' | 'template'>('author'),
    orderId: text('order_id').references(() => orders.id, { onDelete: 'cascade' }),
    /** The provider's id of the refund; an order may be refunded in parts. */
    refundId: text('refund_id'),
    unitPrice: text('unit_price'),
    at: moment('at').notNull(),
  },
  (table) => [
    check(
      'ledger_entries_kind',
      sql`kind in ('trial_usage', 'usage', 'refund', 'top_up', 'bonus', 'adjustment', 'provider_fee')`,
    ),
    // Nothing is charged, refunded or credited twice.
    uniqueIndex('ledger_entries_message').on(table.messageId, table.kind),
    uniqueIndex('ledger_entries_order')
      .on(table.orderId, table.kind)
      .where(sql`refund_id is null`),
    uniqueIndex('ledger_entries_refund').on(table.refundId),
    index('ledger_entries_by_order')
      .on(table.orderId)
      .where(sql`order_id is not null`),
    index('ledger_entries_by_time').on(table.ownerId, table.at, table.id),
  ],
)

/** The last number of each invoice series; its row is locked while an invoice is issued: no gaps. */
export const invoiceSeries = pgTable(
  'invoice_series',
  {
    series: text('series').notNull(),
    financialYear: text('financial_year').notNull(),
    lastNumber: integer('last_number').notNull(),
  },
  (table) => [primaryKey({ columns: [table.series, table.financialYear] })],
)

export const invoices = pgTable(
  'invoices',
  {
    id: text('id').primaryKey(),
    /** The invoice is kept when its owner is deleted, as the law requires. */
    ownerId: text('owner_id').references(() => users.id, { onDelete: 'set null' }),
    /** Not a reference: the order is deleted with its owner, the invoice stays. */
    orderId: text('order_id').notNull(),
    /** Of a credit note: the provider's id of the refund. */
    refundId: text('refund_id'),
    number: text('number').notNull(),
    financialYear: text('financial_year').notNull(),
    kind: enumText<Invoice['kind']>('kind').notNull(),
    issuedAt: moment('issued_at').notNull(),
    document: jsonb('document').$type<Omit<Invoice, 'status'>>().notNull(),
    status: enumText<Invoice['status']>('status').notNull(),
  },
  (table) => [
    check('invoices_kind', sql`kind in ('tax_invoice', 'receipt', 'credit_note')`),
    check('invoices_status', sql`status in ('issued', 'void')`),
    uniqueIndex('invoices_number').on(table.number),
    uniqueIndex('invoices_order')
      .on(table.orderId, table.kind)
      .where(sql`refund_id is null`),
    uniqueIndex('invoices_refund').on(table.refundId),
    index('invoices_by_time').on(table.ownerId, table.issuedAt, table.id),
  ],
)
