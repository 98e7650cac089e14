import type { JobField } from '@errand/contract/job-field'
import type { FieldProblem } from '@errand/contract/problem'

import { english } from '../ai/phrases/english.ts'
import type { Phrases } from '../ai/phrases/phrases.ts'
import { problemText, questionAgain, questionFor } from '../ai/phrases/write-question.ts'
import { summaryOf } from '../ai/phrases/write-summary.ts'
import type { Turn, TurnRequest } from '../ai/turn.ts'
import type { Collected } from '../form-data/collected.ts'
import { missingKeys } from '../form-data/progress.ts'
import { isWhole } from './field-states.ts'

interface Said {
  turn: Turn
  request: TurnRequest
  after: Collected
  /** Whether the contact was shown all of `after`. */
  isKnown: boolean
  problems: FieldProblem[]
  /** What is done, whatever the provider wanted. */
  action: Turn['action']
  /** None when nobody has written any in the language of the chat: then the provider's words stand. */
  phrases: Phrases | undefined
}

/** The provider's reply, or ours where it would say something that is not so. */
export function writeReply(said: Said): string {
  const { turn, request, action, phrases } = said
  const { handoffMessage, completionMessage } = request.job
  if (action === 'ignore') return ''
  if (action === 'handoff') return handoffMessage || phrases?.handoff || turn.reply
  if (action === 'complete') {
    return turn.action === 'complete'
      ? turn.reply
      : completionMessage || phrases?.done || turn.reply
  }
  if (phrases !== undefined) return corrected(said, phrases)
  // Better in English than that he confirms what he has not seen.
  const { after, isKnown } = said
  const isUnseen = isWhole(after) && !isKnown && turn.action !== 'continue'
  return isUnseen
    ? summaryOf(after.fields, after.values, { phrases: english, business: request.business })
    : turn.reply
}

function corrected({ turn, request, after, isKnown, problems }: Said, phrases: Phrases): string {
  const [refused] = problems.flatMap((problem) => {
    const field = after.fields.find(({ key }) => problem.pointer.endsWith(`/${key}`))
    return field === undefined ? [] : [{ field, problem }]
  })
  if (refused !== undefined) {
    const { field, problem } = refused
    const isSaid = turn.reply.includes(problemText(toRefused(problem), phrases))
    return isSaid ? turn.reply : questionAgain(field, toRefused(problem), phrases)
  }
  if (isWhole(after) && !isKnown)
    return summaryOf(after.fields, after.values, { phrases, business: request.business })
  const next = nextField(after)
  // It believes to be through, but something is missing.
  if (turn.action === 'complete' && next !== undefined) return questionFor(next, phrases)
  return turn.reply
}

const nextField = ({ fields, values }: Collected): JobField | undefined => {
  const [key] = missingKeys(fields, values)
  return fields.find((field) => field.key === key)
}

const toRefused = ({ code, detail, params }: FieldProblem) => ({
  code,
  detail,
  ...(params !== undefined && { params }),
})
