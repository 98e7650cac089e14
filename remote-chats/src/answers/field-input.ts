import type { JobField } from '@errand/contract/job-field'
import { readSettings } from '@errand/shared-ui'

import { fromLocalTime, toLocalTime } from '../clock/zoned-time.ts'

/** What is typed into the control of a field. */
export type Typed = string | string[]

/** An answer as the control of its field shows it; numbers in the words of the page's locale. */
export function toTyped(value: unknown, { type }: Pick<JobField, 'type'>): Typed {
  if (type === 'multi_select') return Array.isArray(value) ? value.map(String) : []
  if (value === null || value === undefined) return ''
  if (typeof value === 'number') {
    return value.toLocaleString(readSettings().locale, {
      useGrouping: false,
      maximumFractionDigits: 20,
    })
  }
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  return type === 'datetime' ? toLocalTime(new Date(text)) : text
}

/**
 * What was typed as an answer; nothing is `null`, which clears it, and what was left as it stood is
 * the answer itself. Numbers go as they were typed: the api alone reads them.
 */
export function fromTyped(
  typed: Typed,
  { type }: Pick<JobField, 'type'>,
  { value, shown }: { value: unknown; shown: Typed },
): unknown {
  if (typed === shown && value !== undefined) return value
  if (Array.isArray(typed)) return typed.length === 0 ? null : typed
  const text = typed.trim()
  if (text === '') return null
  if (type === 'boolean') return text === 'true'
  if (type === 'datetime') return fromLocalTime(text).toISOString()
  return text
}
