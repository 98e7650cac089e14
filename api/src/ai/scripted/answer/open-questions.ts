import type { JobField } from '@errand/contract/job-field'

import { askedFields, missingKeys } from '../../../form-data/collected.ts'
import type { TurnRequest } from '../../turn.ts'

/** The fields that are still to be asked for; where none is required, those that never were. */
export function openQuestions(
  { fields: states }: Pick<TurnRequest, 'fields'>,
  values: Readonly<Record<string, unknown>>,
): JobField[] {
  const fields = states.map(({ field }) => field)
  const missing = missingKeys(fields, values)
  if (fields.some(({ required }) => required))
    return fields.filter(({ key }) => missing.includes(key))
  const tried = new Set(states.filter(({ attempts }) => attempts > 0).map(({ field }) => field.key))
  return askedFields(fields, values).filter(
    ({ key }) => !tried.has(key) && !Object.hasOwn(values, key),
  )
}
