import type { BillingSummary, billingSummaryQuerySchema } from '@errand/contract/billing/summary'
import type { InvoiceRow as InvoiceListRow } from '@errand/contract/billing/invoice'
import type * as z from 'zod/mini'

import { toPreferences } from '../../auth/settings-view.ts'
import type { Queries } from '../../database/database.ts'
import { readTimeCursor, toTimePage } from '../../http/time-cursor.ts'
import { addDays, dayOf } from '../../period/days.ts'
import { rulesOf, toBalance } from '../account-change.ts'
import { readAccount, type AccountRow } from '../accounts.repo.ts'
import type { InvoiceRow } from '../invoices/invoices.repo.ts'
import { toOrder } from '../orders/order-view.ts'
import { planOf, trialMessagesLeft, type PlanRules } from '../plan.ts'
import { packsOf, type Prices } from '../prices.ts'
import { readDays } from './days.ts'
import { daysLeft, perDay } from './forecast.ts'
import { listInvoices, listOrders } from './lists.repo.ts'
import { toUsage } from './usage.ts'
import { readUsage } from './usage.repo.ts'

type SummaryQuery = z.output<typeof billingSummaryQuerySchema>

const dayMs = 24 * 60 * 60 * 1000
/** How many orders and invoices come with the summary at a time. */
const rowsAtOnce = 20

interface Reading {
  ownerId: string
  query: SummaryQuery
  prices: Prices
  now: Date
}

/** All that the billing page shows. */
export async function readSummary(queries: Queries, reading: Reading): Promise<BillingSummary> {
  const { ownerId, query, prices, now } = reading
  const account = await readAccount(queries, ownerId)
  const rules = rulesOf(account, prices)
  const plan = toPlan(account, rules, now)
  const balance = toBalance(account.balanceMicros, prices)
  const tz = query.tz ?? toPreferences(account.preferences).business.timeZone
  const days = readDays({ ...query, tz }, now)
  const { currency } = prices
  const rows = await readUsage(queries, ownerId, days)
  return {
    plan,
    balance,
    unit: { price: prices.unitPrice, currency, per: 'message' },
    usage: toUsage(rows, { days, bucket: query.bucket, currency }),
    forecast: await readForecast(queries, reading, { plan, tz, left: balance.messagesLeft }),
    packs: packsOf(prices),
    ...(await readPages(queries, reading)),
    asOf: now.toISOString(),
  }
}

function toPlan(account: AccountRow, rules: PlanRules, now: Date): BillingSummary['plan'] {
  const leftMs = Math.max(0, rules.trialEndsAt.getTime() - now.getTime())
  const isOver = leftMs === 0
  return {
    state: planOf(account, rules, now),
    trialEndsAt: rules.trialEndsAt.toISOString(),
    trialDaysLeft: Math.ceil(leftMs / dayMs),
    trialMessagesLeft: isOver ? null : trialMessagesLeft(account, rules),
    graceMessagesLeft: Math.max(0, rules.graceMessages - account.graceMessages),
  }
}

async function readForecast(
  queries: Queries,
  { ownerId, now }: Reading,
  { plan, tz, left }: { plan: BillingSummary['plan']; tz: string; left: number },
): Promise<BillingSummary['forecast']> {
  const today = dayOf(now, tz)
  const week = { from: addDays(today, -6), to: today, tz }
  const rows = await readUsage(queries, ownerId, readDays(week, now))
  const messages7d = rows.reduce((sum, { messages }) => sum + messages, 0)
  const days = daysLeft({
    messages7d,
    paidMessagesLeft: left,
    trialDaysLeft: plan.trialDaysLeft,
    trialMessagesLeft: plan.trialMessagesLeft ?? 0,
  })
  return {
    perDay7d: perDay({ messages7d }),
    runsOutOn: days === undefined ? null : addDays(today, days),
  }
}

async function readPages(queries: Queries, { ownerId, query }: Reading) {
  const limit = rowsAtOnce + 1
  const ordersAfter = readTimeCursor(query.ordersCursor, { kind: 'order', member: 'ordersCursor' })
  const invoicesAfter = readTimeCursor(query.invoicesCursor, {
    kind: 'invoice',
    member: 'invoicesCursor',
  })
  const orders = await listOrders(queries, { ownerId, after: ordersAfter, limit })
  const invoices = await listInvoices(queries, { ownerId, after: invoicesAfter, limit })
  return {
    orders: toTimePage(orders, rowsAtOnce, {
      toItem: toOrder,
      positionOf: ({ createdAt, id }) => ({ at: createdAt, id }),
    }),
    invoices: toTimePage(invoices, rowsAtOnce, {
      toItem: toInvoiceRow,
      positionOf: ({ issuedAt, id }) => ({ at: issuedAt, id }),
    }),
  }
}

function toInvoiceRow({
  id,
  number,
  issuedAt,
  document,
  status,
  kind,
}: InvoiceRow): InvoiceListRow {
  const { totalMinor, currency } = document
  return { id, number, issuedAt: issuedAt.toISOString(), totalMinor, currency, status, kind }
}
