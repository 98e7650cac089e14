import type { JobField } from '@errand/contract/job-field'
import type { Job } from '@errand/contract/jobs'

import type { Queries } from '../../platform/database/database.ts'
import type { FieldState, TurnRequest } from '../ai/turn.ts'
import { applicableFields, type CollectedAnswers, metaOf } from '../answers/collected.ts'
import { findFormData } from '../answers/form-data.service.ts'
import { declinedRefusal } from '../answers/merge-answers.ts'
import { type AnswerSet, isSettled, nothingAgreed, withProposal } from '../answers/proposals.ts'
import type { MessageRow } from '../chats/rows.ts'

/** The answers of a chat whose job has no fields. */
export const emptyCollected = {
  version: 0,
  fields: [],
  status: 'empty',
  values: {},
  meta: {},
  suggestions: [],
  asked: [],
  ...nothingAgreed,
} satisfies AnswerSet & { version: number }

/** The latest answers of a chat, with a change that is proposed; empty if its job has no fields. */
export async function readCollected(
  queries: Queries,
  sessionId: string,
): Promise<AnswerSet & { version: number }> {
  const row = await findFormData(queries, { sessionId })
  return row === undefined ? emptyCollected : withProposal(row)
}

/** The state of each field of a chat, as the model is told it. Of what is agreed anything may be proposed. */
export const fieldStatesOf = (collected: CollectedAnswers, isAgreed = false): FieldState[] =>
  collected.fields.map((field) => {
    const { key } = field
    const meta = metaOf(collected, key)
    const attempts = meta?.attempts ?? 0
    const isAsked = collected.asked.includes(key)
    const problem = meta?.error === undefined ? {} : { problem: meta.error }
    if (Object.hasOwn(collected.values, key)) {
      const state = meta?.source === 'owner' && !isAgreed ? 'locked' : 'answered'
      return { field, state, value: collected.values[key], attempts, isAsked, ...problem }
    }
    if (meta?.error === declinedRefusal.detail)
      return { field, state: 'declined', attempts, isAsked }
    const state = meta?.error === undefined ? 'missing' : 'invalid'
    return { field, state, attempts, isAsked, ...problem }
  })

/** Moves the fields that were asked again to the end. */
export const askedAfter = (
  { asked, values }: CollectedAnswers,
  asks: readonly string[],
): readonly string[] =>
  asks.length === 0
    ? asked
    : [
        ...asked.filter((key) => !asks.includes(key)),
        ...asks.filter((key) => !Object.hasOwn(values, key)),
      ]

/** Whether all answers are there, but not confirmed by the contact yet. */
export const hasAllAnswers = ({ status }: Pick<CollectedAnswers, 'status'>): boolean =>
  status === 'complete' || status === 'corrected'

/**
 * The phase of a chat. Answers can be confirmed only as shown: the owner may have changed some since.
 * What is agreed stays until a change of it is agreed.
 */
export function phaseOf(
  set: AnswerSet,
  { confirmAtEnd }: Pick<Job['behaviour'], 'confirmAtEnd'>,
  isShown: boolean,
): TurnRequest['phase'] {
  if (isSettled(set) && set.proposed === null) return 'completed'
  return hasAllAnswers(withProposal(set)) && confirmAtEnd && isShown ? 'confirming' : 'collecting'
}

/** The file of a message as the value of an answer. */
export function fileOf({ media }: Pick<MessageRow, 'media'>) {
  if (media === null) return undefined
  const { id, mimeType, bytes, fileName } = media
  return { id, mimeType, bytes, ...(fileName !== undefined && { fileName }) }
}

/** The first open field that asks for a file or a location. */
export const fieldWaitingFor = (
  type: 'file' | 'location',
  { fields, values }: Pick<CollectedAnswers, 'fields' | 'values'>,
): JobField | undefined =>
  applicableFields(fields, values).find((field) => field.type === type && !(field.key in values))

/** Whether a file is an answer already; each file answers one field only. */
export const isFileUsed = (fileId: string, { values }: Pick<CollectedAnswers, 'values'>): boolean =>
  Object.values(values).some((value) => (value as { id?: unknown } | null)?.id === fileId)
