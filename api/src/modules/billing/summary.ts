import type { InvoiceRow as InvoiceListRow } from '@errand/contract/billing/invoice'
import type { BillingSummary, readBillingSummaryCall } from '@errand/contract/billing/summary'
import type * as z from 'zod/mini'

import type { Queries } from '../../platform/database/database.ts'
import { readTimeCursor, toTimePage } from '../../platform/http/cursor.ts'
import { addDays, dayOf, mondayOf } from '../../platform/period/days.ts'
import { toPreferences } from '../account/settings-view.ts'
import { readAccount, planRulesOf, toBalance, type AccountRow } from './accounts.ts'
import { packsOf, type Prices } from './billing-settings.ts'
import type { InvoiceRow } from './invoices/invoices.ts'
import { listInvoices, listOrders } from './ledger.ts'
import { toMinor } from './money.ts'
import { toOrder } from './orders/orders.repo.ts'
import { planOf, trialMessagesLeft, type PlanRules } from './plan.ts'
import { toDayRange, readUsage, type DayRange, type UsageRow } from './usage.ts'

type Usage = BillingSummary['usage']

interface UsageSums {
  messages: number
  assistant: number
  owner: number
  template: number
  micros: bigint
}

const noUsage: UsageSums = { messages: 0, assistant: 0, owner: 0, template: 0, micros: 0n }

/** The usage of a period; its series has every day or week, including empty ones. */
function toUsage(
  rows: UsageRow[],
  { days, bucket, currency }: { days: DayRange; bucket: 'day' | 'week'; currency: string },
): Usage {
  const bucketOf = (date: string) => (bucket === 'week' ? mondayOf(date) : date)
  const series = new Map(days.dates.map((date) => [bucketOf(date), noUsage]))
  for (const row of rows) {
    const key = bucketOf(days.dates[row.day] ?? days.to)
    series.set(key, addUsage(series.get(key) ?? noUsage, row))
  }
  const { micros, ...total } = rows.reduce(addUsage, noUsage)
  return {
    from: days.from,
    to: days.to,
    ...total,
    failedNotCharged: rows.reduce((sum, { failed }) => sum + failed, 0),
    amountMinor: toMinor(micros, currency),
    series: [...series].map(([date, sums]) => ({
      date,
      messages: sums.messages,
      assistant: sums.assistant,
      owner: sums.owner,
      amountMinor: toMinor(sums.micros, currency),
    })),
  }
}

function addUsage(sums: UsageSums, { author, messages, micros }: UsageRow): UsageSums {
  return {
    ...sums,
    ...(author !== null && { [author]: sums[author] + messages }),
    messages: sums.messages + messages,
    micros: sums.micros + micros,
  }
}

/** How many messages are left, and how fast they are used. */
interface Consumption {
  /** Sent in the last seven days. */
  messages7d: number
  paidMessagesLeft: number
  /** Days and messages left of the trial; 0 once it is over. */
  trialDaysLeft: number
  trialMessagesLeft: number
}

const weekDays = 7
/** A forecast further ahead would be meaningless. */
const maxForecastDays = 3650

/** Messages a day, to one decimal. */
export function perDay({ messages7d }: Pick<Consumption, 'messages7d'>): number {
  return Math.round((messages7d * 10) / weekDays) / 10
}

/** In how many days the messages run out at the pace of the last seven days; undefined without a forecast. */
export function daysLeft(consumption: Consumption): number | undefined {
  const { messages7d, paidMessagesLeft, trialDaysLeft } = consumption
  if (messages7d === 0) return undefined
  const freeDays = Math.min(trialDaysLeft, (consumption.trialMessagesLeft * weekDays) / messages7d)
  if (freeDays === 0 && paidMessagesLeft === 0) return undefined
  const days = Math.floor(freeDays + (paidMessagesLeft * weekDays) / messages7d)
  return days > maxForecastDays ? undefined : days
}

type SummaryQuery = z.output<(typeof readBillingSummaryCall)['query']>

const dayMs = 24 * 60 * 60 * 1000
/** How many orders and invoices the summary lists per page. */
const listPageSize = 20

interface SummaryRequest {
  ownerId: string
  query: SummaryQuery
  prices: Prices
  now: Date
}

/** All that the billing page shows. */
export async function readSummary(
  queries: Queries,
  reading: SummaryRequest,
): Promise<BillingSummary> {
  const { ownerId, query, prices, now } = reading
  const account = await readAccount(queries, ownerId)
  const rules = planRulesOf(account, prices)
  const plan = toPlan(account, rules, now)
  const balance = toBalance(account.balanceMicros, prices)
  const tz = query.tz ?? toPreferences(account.preferences).business.timeZone
  const days = toDayRange({ ...query, tz }, now)
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
  { ownerId, now }: SummaryRequest,
  { plan, tz, left }: { plan: BillingSummary['plan']; tz: string; left: number },
): Promise<BillingSummary['forecast']> {
  const today = dayOf(now, tz)
  const week = { from: addDays(today, -6), to: today, tz }
  const rows = await readUsage(queries, ownerId, toDayRange(week, now))
  const messages7d = rows.reduce((sum, { messages }) => sum + messages, 0)
  const days = daysLeft({
    messages7d,
    paidMessagesLeft: left,
    trialDaysLeft: plan.trialDaysLeft,
    trialMessagesLeft: plan.trialMessagesLeft ?? 0,
  })
  const usedDays = new Set(rows.filter(({ messages }) => messages > 0).map(({ day }) => day))
  return {
    perDay7d: perDay({ messages7d }),
    usedDays7d: usedDays.size,
    runsOutOn: days === undefined ? null : addDays(today, days),
  }
}

async function readPages(queries: Queries, { ownerId, query }: SummaryRequest) {
  const limit = listPageSize + 1
  const ordersAfter = readTimeCursor(query.ordersCursor, { kind: 'order', member: 'ordersCursor' })
  const invoicesAfter = readTimeCursor(query.invoicesCursor, {
    kind: 'invoice',
    member: 'invoicesCursor',
  })
  const orders = await listOrders(queries, { ownerId, after: ordersAfter, limit })
  const invoices = await listInvoices(queries, { ownerId, after: invoicesAfter, limit })
  return {
    orders: toTimePage(orders, listPageSize, {
      toItem: toOrder,
      positionOf: ({ createdAt, id }) => ({ at: createdAt, id }),
    }),
    invoices: toTimePage(invoices, listPageSize, {
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
