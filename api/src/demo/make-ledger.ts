import { toMicros, toMinor } from '../billing/money.ts'
import {
  applyPlanEvent,
  planOf,
  type PlanAccount,
  type PlanEvent,
  type PlanRules,
} from '../billing/plan.ts'
import type { ledgerEntries } from '../database/schema.ts'
import type { DemoAccount } from './demo-account.ts'
import { plus } from './demo-time.ts'
import type { MadeChat } from './make-chat.ts'
import type { MadeMessage } from './make-messages.ts'
import { makeOrder, type MadeOrder } from './make-orders.ts'

type EntryRow = typeof ledgerEntries.$inferInsert

/** What the chats cost, and how it was paid. */
export interface MadeLedger {
  entries: EntryRow[]
  orders: MadeOrder[]
  account: PlanAccount
}

/**
 * Pays for every message that was sent, in their order and by the product's own rules; whenever the
 * credit gets low the owner tops it up.
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
  #account: PlanAccount = {
    balanceMicros: 0n,
    trialMessages: 0,
    graceMessages: 0,
    lowAlertedAt: null,
    fullMicros: 0n,
    warnedPercent: null,
  }
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
    const order = makeOrder(this.#demo, plus(at, -60_000))
    this.#orders.push(order)
    const micros = toMicros(order.row.creditMinor, order.row.currency)
    this.#write({ type: 'topped_up', micros }, { orderId: order.row.id }, order.paidAt)
  }

  #write(event: PlanEvent, subject: Partial<EntryRow>, at: Date) {
    const { ownerId, newId } = this.#demo
    const { account, entry } = applyPlanEvent(this.#account, event, { rules: this.#rules, now: at })
    this.#account = account
    // No two lines have the same moment, as in the ledger itself.
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
