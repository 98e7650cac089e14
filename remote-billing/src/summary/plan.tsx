import type { BillingSummary, PlanState } from '@errand/contract/billing/summary'
import { Badge, type Tone, useFormats } from '@errand/shared-ui'

import { useWords } from '../words/words.ts'

const tones: Record<PlanState, Tone> = {
  trial: 'info',
  active: 'success',
  low: 'warning',
  grace: 'warning',
  exhausted: 'danger',
}

/** The state of the plan in a word. */
export function PlanBadge({ state }: { state: PlanState }) {
  const say = useWords()
  return <Badge tone={tones[state]}>{say(`plan_${state}`)}</Badge>
}

/** From fewer days with usage nothing can be said about the next. */
const minUsedDays = 3

/** How long the credit lasts, in a sentence; undefined while too little was sent to say. */
export function useForecast({
  forecast: { perDay7d, usedDays7d, runsOutOn },
  plan: { state },
}: Pick<BillingSummary, 'forecast' | 'plan'>): string | undefined {
  const say = useWords()
  const formats = useFormats()
  if (state === 'grace' || state === 'exhausted') return say('forecastNone')
  if (perDay7d === 0 || usedDays7d < minUsedDays) return undefined
  const pace = formats.number(perDay7d, { maximumFractionDigits: perDay7d < 10 ? 1 : 0 })
  if (runsOutOn === null) return say('forecastLong', { pace })
  // A calendar date, the same in every time zone.
  const date = formats.date(`${runsOutOn}T00:00:00Z`, {
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  })
  return say('forecast', { pace, date })
}

/** The number of messages left, including those of the trial. */
export function useMessagesLeft({
  plan,
  balance,
}: Pick<BillingSummary, 'plan' | 'balance'>): string {
  const say = useWords()
  const formats = useFormats()
  const free = plan.state === 'trial' ? (plan.trialMessagesLeft ?? 0) : 0
  const count = free + balance.messagesLeft
  return say('messagesLeft', { count, text: formats.number(count) })
}
