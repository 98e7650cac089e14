import type { PlanState } from '@errand/contract/billing/summary'

/** What a plan depends on; the columns of an account. */
export interface PlanAccount {
  balanceMicros: bigint
  /** Messages sent free of charge. */
  trialMessages: number
  /** Messages sent after the credit was used up. */
  graceMessages: number
  lowAlertedAt: Date | null
  /** The balance after the last top-up, to which the warnings compare what is left. */
  fullMicros: bigint
  /** The lowest share of `fullMicros`, in percent, of which the owner was warned since the top-up. */
  warnedPercent: number | null
}

/** Shares of the last top-up at which an owner is warned, in percent; each once per top-up. */
const warningPercents = [20, 5]

export interface PlanRules {
  unitPriceMicros: bigint
  trialMessages: number
  graceMessages: number
  trialEndsAt: Date
  /** Below it the owner is warned. */
  lowBalanceMicros: bigint
}

/** Who wrote a message that is paid for; `template` is one sent outside the 24-hour window. */
export type PaidAuthor = 'assistant' | 'owner' | 'template'

/** What was taken for a message. */
export interface Charge {
  kind: 'trial_usage' | 'usage'
  micros: bigint
}

export type PlanEvent =
  | { type: 'message_sent' }
  | { type: 'message_refunded'; charge: Charge }
  | { type: 'topped_up'; micros: bigint }
  | { type: 'payment_refunded'; micros: bigint }

export interface PlanChange {
  account: PlanAccount
  entry: { kind: 'trial_usage' | 'usage' | 'refund' | 'top_up'; micros: bigint }
  /**
   * The credit has just fallen below the owner's limit, or to a warning share of the last top-up: the
   * owner is warned of each once until the credit has risen again.
   */
  isLowAlert: boolean
  /** This message was the last that the credit was enough for. */
  isUsedUp: boolean
}

/**
 * The plan state of an account. In `trial`, `active` and `low` assistant and owner may send; in `grace`
 * the credit is used up and only the owner may send a few messages; in `exhausted` nobody may.
 */
export function planOf(account: PlanAccount, rules: PlanRules, now: Date): PlanState {
  if (isTrial(account, rules, now)) return 'trial'
  if (account.balanceMicros >= rules.unitPriceMicros) {
    return account.balanceMicros < rules.lowBalanceMicros ? 'low' : 'active'
  }
  return account.graceMessages < rules.graceMessages ? 'grace' : 'exhausted'
}

/** How many of the trial's messages are left, even after the trial's last day. */
export const trialMessagesLeft = (
  account: Pick<PlanAccount, 'trialMessages'>,
  rules: Pick<PlanRules, 'trialMessages'>,
): number => Math.max(0, rules.trialMessages - account.trialMessages)

/** Why this author may not send now; undefined when they may. */
export function creditRefusal(
  account: PlanAccount,
  rules: PlanRules,
  { author, now }: { author: PaidAuthor; now: Date },
): 'trial_limit' | 'insufficient_balance' | undefined {
  const state = planOf(account, rules, now)
  if (state !== 'exhausted' && (state !== 'grace' || author === 'owner')) return undefined
  // During the days of the trial the reason is the trial's limit, not the credit.
  return now < rules.trialEndsAt ? 'trial_limit' : 'insufficient_balance'
}

/** The account after an event, and the ledger entry for it. */
export function applyPlanEvent(
  before: PlanAccount,
  event: PlanEvent,
  { rules, now }: { rules: PlanRules; now: Date },
): PlanChange {
  const { account, entry } = accountAfter(before, event, { rules, now })
  const canPay = account.balanceMicros >= rules.unitPriceMicros
  const isLow = !canPay || account.balanceMicros < rules.lowBalanceMicros
  const isPaying = !isTrial(account, rules, now)
  const isFirstLow = isLow && before.lowAlertedAt === null && isPaying
  // Where no message can be paid the owner is told that, and not a share.
  const percent = canPay && isPaying ? lowestShare(account) : null
  const isFurther = percent !== null && percent < (account.warnedPercent ?? 100)
  return {
    account: {
      ...account,
      warnedPercent: isFurther ? percent : account.warnedPercent,
      // New credit restores the grace messages.
      graceMessages: canPay ? 0 : account.graceMessages,
      lowAlertedAt: isLow ? (isFirstLow ? now : before.lowAlertedAt) : null,
    },
    entry,
    isLowAlert: isFirstLow || isFurther,
    isUsedUp:
      event.type === 'message_sent' && !canPay && before.balanceMicros >= rules.unitPriceMicros,
  }
}

/** The lowest of these shares that the balance has come down to. */
function lowestShare({ balanceMicros, fullMicros }: PlanAccount): number | null {
  const reached = warningPercents.filter(
    (percent) => balanceMicros * 100n <= fullMicros * BigInt(percent),
  )
  return fullMicros > 0n ? (reached.at(-1) ?? null) : null
}

function isTrial(account: PlanAccount, rules: PlanRules, now: Date): boolean {
  return now < rules.trialEndsAt && account.trialMessages < rules.trialMessages
}

function accountAfter(
  before: PlanAccount,
  event: PlanEvent,
  { rules, now }: { rules: PlanRules; now: Date },
): Pick<PlanChange, 'account' | 'entry'> {
  switch (event.type) {
    case 'message_sent':
      return afterMessageSent(before, planOf(before, rules, now), rules)
    case 'message_refunded':
      return afterMessageRefunded(before, event.charge)
    case 'topped_up':
      return afterTopUp(before, event.micros)
    case 'payment_refunded':
      break
  }
  return withBalanceChange(before, 'refund', -event.micros)
}

function afterTopUp(before: PlanAccount, micros: bigint) {
  const { account, entry } = withBalanceChange(before, 'top_up', micros)
  return { account: { ...account, fullMicros: account.balanceMicros, warnedPercent: null }, entry }
}

function afterMessageSent(before: PlanAccount, state: PlanState, rules: PlanRules) {
  if (state === 'trial') {
    const account = { ...before, trialMessages: before.trialMessages + 1 }
    return { account, entry: { kind: 'trial_usage', micros: 0n } as const }
  }
  const isGrace = state === 'grace' || state === 'exhausted'
  const graceMessages = before.graceMessages + (isGrace ? 1 : 0)
  return withBalanceChange({ ...before, graceMessages }, 'usage', -rules.unitPriceMicros)
}

function afterMessageRefunded(before: PlanAccount, charge: Charge) {
  const isTrialMessage = charge.kind === 'trial_usage'
  const trialMessages = Math.max(0, before.trialMessages - (isTrialMessage ? 1 : 0))
  const graceMessages = Math.max(0, before.graceMessages - (isTrialMessage ? 0 : 1))
  return withBalanceChange({ ...before, trialMessages, graceMessages }, 'refund', -charge.micros)
}

function withBalanceChange<K extends PlanChange['entry']['kind']>(
  before: PlanAccount,
  kind: K,
  micros: bigint,
): { account: PlanAccount; entry: { kind: K; micros: bigint } } {
  const balanceMicros = before.balanceMicros + micros
  return { account: { ...before, balanceMicros }, entry: { kind, micros } }
}
