import type { PlanState } from '@errand/contract/billing/summary'
import { Badge, type Tone } from '@errand/shared-ui'

import { useWords } from '../words/words.ts'

const tones: Record<PlanState, Tone> = {
  trial: 'info',
  active: 'success',
  low: 'warning',
  grace: 'warning',
  exhausted: 'danger',
}

/** The plan's state in a word. */
export function PlanBadge({ state }: { state: PlanState }) {
  const say = useWords()
  return <Badge tone={tones[state]}>{say(`plan_${state}`)}</Badge>
}
