import type { AnswerMeta } from '@errand/contract/chats/form-data'
import type { SessionStatus } from '@errand/contract/chats/session'
import type { JobAnalytics } from '@errand/contract/job-analytics'
import type { JobField } from '@errand/contract/job-field'

import { missingKeys } from '../../form-data/progress.ts'

/** What one chat has collected, and whether it goes on. */
export interface CollectedChat {
  fields: JobField[]
  values: Record<string, unknown>
  meta: Record<string, AnswerMeta>
  status: SessionStatus
}

type Step = JobAnalytics['funnel'][number]

/** How far chats come, field by field: counts one chat after the other. */
export class Funnel {
  readonly #steps: Map<string, Omit<Step, 'attemptsAvg'> & { attempts: number; tried: number }>

  constructor(fields: readonly JobField[]) {
    const ordered = fields.toSorted((one, other) => one.order - other.order)
    this.#steps = new Map(
      ordered.map(({ key, label }) => [key, { ...empty, fieldKey: key, label }]),
    )
  }

  add({ fields, values, meta, status }: CollectedChat): void {
    const [next] = missingKeys(fields, values)
    for (const [key, step] of this.#steps) {
      const answer = Object.hasOwn(meta, key) ? meta[key] : undefined
      const isNext = key === next
      if (answer !== undefined || isNext) step.asked += 1
      if (Object.hasOwn(values, key)) step.answered += 1
      if (isNext && status !== 'active') step.dropOff += 1
      if (answer === undefined) continue
      step.tried += 1
      step.attempts += answer.attempts
      const { corrections, ownerEdits } = readHistory(answer)
      step.corrections += corrections
      step.ownerEdits += ownerEdits
    }
  }

  get steps(): Step[] {
    return [...this.#steps.values()].map(({ attempts, tried, ...step }) => ({
      ...step,
      attemptsAvg: tried === 0 ? null : attempts / tried,
    }))
  }
}

const empty = {
  asked: 0,
  answered: 0,
  dropOff: 0,
  corrections: 0,
  ownerEdits: 0,
  attempts: 0,
  tried: 0,
}

/** An answer that was cleared has no value now; the earlier ones are still there. */
function readHistory({ source, valid, previous = [] }: AnswerMeta) {
  const sources = [...(valid ? [source] : []), ...previous.map((earlier) => earlier.source)]
  const replacing = sources.slice(0, -1)
  return {
    corrections: replacing.filter((one) => one !== 'owner').length,
    ownerEdits: sources.filter((one) => one === 'owner').length,
  }
}
