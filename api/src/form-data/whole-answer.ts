import type { JobField } from '@errand/contract/job-field'

import { boolean, select } from './read-choice.ts'
import type { Place, Reader } from './reading.ts'

/** Neither reader looks at it. */
const anywhere: Place = { timeZone: 'UTC', region: 'IN', locales: [], languages: [] }

/** Whether a text is nothing but an option of some field, or, where a form asks, a yes or a no. */
export function isWholeAnswer(fields: readonly JobField[], text: string): boolean {
  const reads = (reader: Reader, field: JobField) => 'value' in reader(text, field, anywhere)
  return fields.some((field) => reads(boolean, field) || reads(select, field))
}
