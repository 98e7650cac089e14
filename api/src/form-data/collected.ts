import type { AnswerMeta, AnswerSuggestion, FormData } from '@errand/contract/chats/form-data'
import type { JobField } from '@errand/contract/job-field'

import type { Place } from './reading.ts'

/** What a chat has collected, and the fields that it collects. */
export interface Collected {
  fields: readonly JobField[]
  status: FormData['status']
  values: FormData['values']
  meta: Record<string, AnswerMeta>
  suggestions: AnswerSuggestion[]
}

/** How an answer came about. */
export type Origin = Pick<AnswerMeta, 'messageId' | 'evidence' | 'confidence'>

/** Answers by key; a blank one clears, so what was not spoken of has to be left out. */
export interface NewAnswers {
  answers: Readonly<Record<string, unknown>>
  origins?: Readonly<Record<string, Origin>>
  /** Answers that nothing the contact wrote bears out: they are suggested to the owner. */
  doubtful?: readonly string[] | undefined
  /** What the contact would rather not say; each counts as an attempt. */
  declined?: readonly string[] | undefined
  source: AnswerMeta['source']
  at: Date
  place: Place
}

/** Earlier values that are kept of one answer. */
const keptValues = 20

/** The history of an answer once its value is another one. */
export function previousOf(collected: Collected, key: string): Pick<AnswerMeta, 'previous'> {
  const old = metaOf(collected, key)
  if (old === undefined) return {}
  const earlier = old.previous ?? []
  if (!Object.hasOwn(collected.values, key)) {
    return earlier.length > 0 ? { previous: earlier } : {}
  }
  const last = { value: collected.values[key], at: old.at, source: old.source }
  return { previous: [last, ...earlier].slice(0, keptValues) }
}

/** Where the present answer came from, if there ever was one. */
export const metaOf = ({ meta }: Collected, key: string): AnswerMeta | undefined =>
  Object.hasOwn(meta, key) ? meta[key] : undefined

export const originOf = ({ origins = {} }: NewAnswers, key: string): Origin =>
  (Object.hasOwn(origins, key) ? origins[key] : undefined) ?? {}

export const at = (news: NewAnswers): string => news.at.toISOString()
