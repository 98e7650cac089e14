import type { JobField } from '@errand/contract/job-field'
import type { Job } from '@errand/contract/jobs'
import { eq } from 'drizzle-orm'

import type { Queries } from '../../platform/database/database.ts'
import { formData } from '../../platform/database/schema.ts'
import type { FieldState, TurnRequest } from '../ai/turn.ts'
import { applicableFields, type CollectedAnswers, metaOf } from '../answers/collected.ts'
import { declinedRefusal } from '../answers/merge-answers.ts'
import type { MessageRow } from '../chats/rows.ts'

/** The answers of a chat whose job has no fields. */
export const emptyCollected: CollectedAnswers & { version: number } = {
  version: 0,
  fields: [],
  status: 'empty',
  values: {},
  meta: {},
  suggestions: [],
  asked: [],
}

/** The answers of a chat so far; empty if its job has no fields. */
export async function readCollected(
  queries: Queries,
  sessionId: string,
): Promise<CollectedAnswers & { version: number }> {
  const [row] = await queries.select().from(formData).where(eq(formData.sessionId, sessionId))
  return row ?? emptyCollected
}

/** The state of each field of a chat, as the model is told it. */
export const fieldStatesOf = (collected: CollectedAnswers): FieldState[] =>
  collected.fields.map((field) => {
    const { key } = field
    const meta = metaOf(collected, key)
    const attempts = meta?.attempts ?? 0
    const isAsked = collected.asked.includes(key)
    const problem = meta?.error === undefined ? {} : { problem: meta.error }
    if (Object.hasOwn(collected.values, key)) {
      const state = meta?.source === 'owner' ? 'locked' : 'answered'
      return { field, state, value: collected.values[key], attempts, isAsked, ...problem }
    }
    if (meta?.error === declinedRefusal.detail)
      return { field, state: 'declined', attempts, isAsked }
    const state = meta?.error === undefined ? 'missing' : 'invalid'
    return { field, state, attempts, isAsked, ...problem }
  })

/** Whether all answers are there, but not confirmed by the contact yet. */
export const hasAllAnswers = ({ status }: Pick<CollectedAnswers, 'status'>): boolean =>
  status === 'complete' || status === 'corrected'

/** The phase of a chat. Answers can be confirmed only as shown: the owner may have changed some since. */
export function phaseOf(
  collected: Pick<CollectedAnswers, 'status'>,
  { confirmAtEnd }: Pick<Job['behaviour'], 'confirmAtEnd'>,
  { isShown, wasThrough = false }: { isShown: boolean; wasThrough?: boolean },
): TurnRequest['phase'] {
  if (collected.status === 'confirmed') return 'completed'
  if (!hasAllAnswers(collected)) return 'collecting'
  if (confirmAtEnd) return isShown ? 'confirming' : 'collecting'
  return wasThrough ? 'completed' : 'collecting'
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
