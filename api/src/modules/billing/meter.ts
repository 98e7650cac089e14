import type { PlanState } from '@errand/contract/billing/summary'
import type { Message } from '@errand/contract/chats/message'
import { and, eq, inArray } from 'drizzle-orm'

import type { Queries } from '../../platform/database/database.ts'
import { ledgerEntries } from '../../platform/database/schema.ts'
import { Problem } from '../../platform/http/problem.ts'
import type { Queue } from '../../platform/queue/queue.ts'
import {
  changeAccount,
  insertAccount,
  lockAccount,
  readAccount,
  planRulesOf,
  toBalance,
  type Balance,
} from './accounts.ts'
import type { Prices } from './billing-settings.ts'
import { toMinor } from './money.ts'
import {
  planOf,
  creditRefusal,
  trialMessagesLeft,
  type Charge,
  type PaidAuthor,
  type PlanAccount,
} from './plan.ts'

/** What a message cost, as the message shows it. */
type MessageBill = NonNullable<Message['billed']>

/** A message's bill, and the exact amount that this call charged; 0 when it was charged before. */
interface ChargeResult {
  bill: MessageBill
  micros: bigint
}
type UsedFreeMessages = Partial<Pick<PlanAccount, 'trialMessages' | 'graceMessages'>>

/**
 * Charges and refunds messages, in the caller's transaction and with the account's row locked: lock
 * the chat first, then call these, publish events last.
 */
export interface Meter {
  /** Opens the account of a new owner, who may have used part of the trial before; safe to repeat. */
  createAccount: (queries: Queries, ownerId: string, used?: UsedFreeMessages) => Promise<void>
  /** Throws `insufficient_balance` or `trial_limit` when this author may not send now. */
  requireCredit: (queries: Queries, ownerId: string, author: PaidAuthor) => Promise<void>
  /** Charges a message, once however often it is called; undefined where the credit does not cover it. */
  chargeMessage: (
    queries: Queries,
    message: { ownerId: string; messageId: string; sessionId: string; author: PaidAuthor },
  ) => Promise<ChargeResult | undefined>
  /**
   * Refunds, once, a message that could not be sent, and returns the amount. Sending the same message
   * again is then free: a message has at most one charge and one refund.
   */
  refundMessage: (
    queries: Queries,
    message: { ownerId: string; messageId: string },
  ) => Promise<bigint>
  readBalance: (queries: Queries, ownerId: string) => Promise<Balance>
  /** How many of the trial's messages are left, even after the trial's last day. */
  readTrialMessages: (queries: Queries, ownerId: string) => Promise<number>
  /** The plan state of the account; nothing is locked. */
  readPlan: (queries: Queries, ownerId: string) => Promise<PlanState>
}

const refusalDetails = {
  trial_limit: 'The free messages of the trial are used up. Top up to continue.',
  insufficient_balance: 'Your credit is used up. Top up to continue.',
}

/** The meter for these prices. */
export function createMeter(prices: Prices, queue: Queue): Meter {
  return {
    createAccount: (queries, ownerId, { trialMessages = 0, graceMessages = 0 } = {}) =>
      insertAccount(queries, { ownerId, currency: prices.currency, trialMessages, graceMessages }),
    requireCredit: async (queries, ownerId, author) => {
      const row = await lockAccount(queries, ownerId, prices)
      const reason = creditRefusal(row, planRulesOf(row, prices), { author, now: new Date() })
      if (reason === undefined) return
      throw new Problem(reason, {
        detail: refusalDetails[reason],
        meta: { balance: toBalance(row.balanceMicros, prices) },
      })
    },
    chargeMessage: async (queries, { ownerId, ...subject }) => {
      const row = await lockAccount(queries, ownerId, prices)
      const earlier = await findCharge(queries, subject.messageId)
      if (earlier !== undefined) {
        return { bill: toBill(earlier.charge, earlier.isRefunded, prices), micros: 0n }
      }
      const now = new Date()
      if (creditRefusal(row, planRulesOf(row, prices), { author: subject.author, now }))
        return undefined
      const event = { type: 'message_sent' } as const
      const entry = await changeAccount(queries, row, { ownerId, event, subject, prices, queue })
      const taken = { kind: entry.kind as Charge['kind'], micros: entry.micros }
      return { bill: toBill(taken, false, prices), micros: -entry.micros }
    },
    refundMessage: async (queries, { ownerId, messageId }) => {
      const row = await lockAccount(queries, ownerId, prices)
      const earlier = await findCharge(queries, messageId)
      if (earlier === undefined || earlier.isRefunded || earlier.ownerId !== ownerId) return 0n
      const { charge, sessionId, author } = earlier
      const { micros } = await changeAccount(queries, row, {
        ownerId,
        event: { type: 'message_refunded', charge },
        subject: {
          messageId,
          ...(sessionId !== null && { sessionId }),
          ...(author !== null && { author }),
        },
        prices,
        queue,
      })
      return micros
    },
    readBalance: async (queries, ownerId) =>
      toBalance((await readAccount(queries, ownerId)).balanceMicros, prices),
    readTrialMessages: async (queries, ownerId) =>
      trialMessagesLeft(await readAccount(queries, ownerId), prices),
    readPlan: async (queries, ownerId) => {
      const row = await readAccount(queries, ownerId)
      return planOf(row, planRulesOf(row, prices), new Date())
    },
  }
}

async function findCharge(queries: Queries, messageId: string) {
  const rows = await queries
    .select()
    .from(ledgerEntries)
    .where(
      and(
        eq(ledgerEntries.messageId, messageId),
        inArray(ledgerEntries.kind, ['trial_usage', 'usage', 'refund']),
      ),
    )
  const charged = rows.find(({ kind }) => kind !== 'refund')
  if (charged === undefined) return undefined
  const { ownerId, sessionId, author, kind, micros } = charged
  const charge = { kind: kind as Charge['kind'], micros }
  return { ownerId, sessionId, author, charge, isRefunded: rows.length > 1 }
}

function toBill(charge: Charge, isRefunded: boolean, prices: Prices): MessageBill {
  const { currency } = prices
  if (isRefunded) return { units: 0, amountMinor: 0, currency, reason: 'refunded' }
  const isTrial = charge.kind === 'trial_usage'
  return {
    units: 1,
    amountMinor: toMinor(-charge.micros, currency),
    currency,
    reason: isTrial ? 'trial' : 'charged',
  }
}
