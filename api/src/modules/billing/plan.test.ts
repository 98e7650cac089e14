import fc from 'fast-check'
import { expect, test } from 'vitest'

import {
  applyPlanEvent,
  planOf,
  creditRefusal,
  type PlanAccount,
  type PlanEvent,
  type PlanRules,
} from './plan.ts'

const now = new Date('2026-11-21T10:00:00Z')
const rules: PlanRules = {
  unitPriceMicros: 200_000n,
  trialMessages: 3,
  graceMessages: 2,
  trialEndsAt: new Date('2026-11-22T10:00:00Z'),
  lowBalanceMicros: 1_000_000n,
}
const after = new Date('2026-11-23T10:00:00Z')
const empty: PlanAccount = {
  balanceMicros: 0n,
  trialMessages: 0,
  graceMessages: 0,
  lowAlertedAt: null,
  fullMicros: 0n,
  warnedPercent: null,
}
const sent: PlanEvent = { type: 'message_sent' }
const topUp = (micros: bigint): PlanEvent => ({ type: 'topped_up', micros })

const allow = { assistant: undefined, owner: undefined, template: undefined }
const nobody = (reason: string) => ({ assistant: reason, owner: reason, template: reason })
const ownerOnly = (reason: string) => ({ ...nobody(reason), owner: undefined })

test.each([
  // balance, trial, grace, when, the state, who may send
  [0n, 0, 0, now, 'trial', allow],
  [0n, 2, 0, now, 'trial', allow],
  [-5_000_000n, 2, 2, now, 'trial', allow],
  [0n, 3, 0, now, 'grace', ownerOnly('trial_limit')],
  [0n, 3, 2, now, 'exhausted', nobody('trial_limit')],
  [2_000_000n, 3, 0, now, 'active', allow],
  [1_000_000n, 0, 0, after, 'active', allow],
  [999_999n, 0, 0, after, 'low', allow],
  [200_000n, 0, 0, after, 'low', allow],
  [199_999n, 0, 0, after, 'grace', ownerOnly('insufficient_balance')],
  [-200_000n, 0, 1, after, 'grace', ownerOnly('insufficient_balance')],
  [-400_000n, 0, 2, after, 'exhausted', nobody('insufficient_balance')],
] as const)(
  'with %s micros, %d trial and %d grace messages at %s the plan is %s',
  (balanceMicros, trialMessages, graceMessages, at, state, may) => {
    const account = { ...empty, balanceMicros, trialMessages, graceMessages }

    expect(planOf(account, rules, at)).toBe(state)
    for (const author of ['assistant', 'owner', 'template'] as const) {
      expect(creditRefusal(account, rules, { author, now: at })).toBe(may[author])
    }
  },
)

test('the trial ends at its last moment', () => {
  const justBefore = new Date(rules.trialEndsAt.getTime() - 1)
  expect(planOf(empty, rules, justBefore)).toBe('trial')
  expect(planOf(empty, rules, rules.trialEndsAt)).toBe('grace')
})

test('a top-up that does not cover a message leaves the plan exhausted', () => {
  const used = { ...empty, balanceMicros: -400_000n, graceMessages: 2 }

  const { account } = applyPlanEvent(used, topUp(500_000n), { rules, now: after })

  expect(planOf(account, rules, after)).toBe('exhausted')
})

test.each([
  [
    { type: 'message_refunded', charge: { kind: 'usage', micros: -200_000n } },
    { balanceMicros: 200_000n, trialMessages: 2 },
    200_000n,
  ],
  [
    { type: 'message_refunded', charge: { kind: 'trial_usage', micros: 0n } },
    { balanceMicros: 0n, trialMessages: 1 },
    0n,
  ],
  [
    { type: 'payment_refunded', micros: 700_000n },
    { balanceMicros: -700_000n, trialMessages: 2 },
    -700_000n,
  ],
] as [PlanEvent, object, bigint][])(
  'refund %# changes the balance or the trial count that it refers to',
  (event, account, micros) => {
    const change = applyPlanEvent({ ...empty, trialMessages: 2 }, event, { rules, now })
    expect(change).toMatchObject({ account, entry: { kind: 'refund', micros } })
  },
)

/** What can happen to an account. */
const planEvent: fc.Arbitrary<PlanEvent> = fc.oneof(
  fc.constant(sent),
  fc.bigInt({ min: 1n, max: 2_000_000n }).map(topUp),
  fc
    .bigInt({ min: 1n, max: 2_000_000n })
    .map((micros): PlanEvent => ({ type: 'payment_refunded', micros })),
  fc.constantFrom<PlanEvent>(
    { type: 'message_refunded', charge: { kind: 'usage', micros: -200_000n } },
    { type: 'message_refunded', charge: { kind: 'trial_usage', micros: 0n } },
  ),
)

function expectExactSum(list: PlanEvent[], at: Date): void {
  let account = empty
  let sum = 0n
  for (const event of list) {
    const before = account
    const change = applyPlanEvent(before, event, { rules, now: at })
    ;({ account } = change)
    sum += change.entry.micros
    expect(account.balanceMicros).toBe(sum)
    expect(Math.min(account.trialMessages, account.graceMessages)).toBeGreaterThanOrEqual(0)
    // Never warned twice of the same without having had enough in between.
    const isWarned = account.lowAlertedAt !== null
    const isNewlyLow = isWarned && before.lowAlertedAt === null
    const isFurther = (account.warnedPercent ?? 100) < (before.warnedPercent ?? 100)
    expect(change.isLowAlert).toBe(isNewlyLow || isFurther)
    expect(event.type !== 'topped_up' || account.warnedPercent === null).toBe(true)
    const state = planOf(account, rules, at)
    // In the trial it depends on what was bought and paid back.
    expect(state === 'trial' || isWarned === (state !== 'active')).toBe(true)
  }
}

test('after any events the balance is the sum of the entries and no count is negative', () => {
  fc.assert(
    fc.property(
      fc.array(planEvent, { maxLength: 60 }),
      fc.constantFrom(now, after),
      expectExactSum,
    ),
  )
})
