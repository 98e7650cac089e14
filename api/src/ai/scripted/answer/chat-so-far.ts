import type { JobField } from '@errand/contract/job-field'

import { askedFields } from '../../../form-data/collected.ts'
import { readAnswer } from '../../../form-data/read-answer.ts'
import type { Refused } from '../../../form-data/reading.ts'
import type { TurnRequest } from '../../turn.ts'
import type { Found, Heard, Surroundings } from './heard.ts'

/** What was understood of one field. */
export interface Understood {
  field: JobField
  /** As `readAnswer` takes it. */
  said: unknown
  evidence: string
  /** As it would be kept, or why it cannot be. */
  value?: unknown
  refused?: Refused
}

/** A chat while its last messages are read. */
export interface Chat {
  request: TurnRequest
  surroundings: Surroundings
  /** What was asked for last: one field, or all of them. */
  asked: readonly JobField[]
  byKey: Map<string, Understood>
}

/** Words alone could be the answer. */
export const isFreeText = ({ type }: JobField): boolean =>
  type === 'text' || type === 'long_text' || type === 'address'

/** What was found, as it would be kept. */
export function understand(
  field: JobField,
  { text }: Heard,
  found: Found,
  { place }: Surroundings,
): Understood {
  const evidence = text.slice(found.start, found.end)
  const reading = readAnswer(field, found.value, place)
  return { field, said: found.value, evidence, ...reading }
}

/** The fields that there are as things stand, with what was said in this burst. */
export function openFields({ request, byKey }: Chat): JobField[] {
  const states = request.fields
  const values = Object.fromEntries([
    ...states.flatMap(({ field, value }) => (value === undefined ? [] : [[field.key, value]])),
    ...Array.from(byKey, ([key, { value }]) => [key, value]),
  ])
  const fields = states.map(({ field }) => field)
  return askedFields(fields, values)
}

/** It is answered already, now or before. */
export const isKnown = ({ key }: JobField, { request, byKey }: Chat): boolean =>
  byKey.has(key) ||
  request.fields.some(({ field, value }) => field.key === key && value !== undefined)
