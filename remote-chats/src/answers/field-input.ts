import type { JobField } from '@errand/contract/job-field'

import { fromLocalTime, toLocalTime } from '../clock/zoned-time.ts'

/** What is typed into the control of a field. */
export type Typed = string | string[]

const numeric = new Set<JobField['type']>(['number', 'integer', 'currency', 'rating'])

/** An answer as the control of its field shows it. */
export function toTyped(value: unknown, { type }: Pick<JobField, 'type'>): Typed {
  if (type === 'multi_select') return Array.isArray(value) ? value.map(String) : []
  if (value === null || value === undefined) return ''
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  return type === 'datetime' ? toLocalTime(new Date(text)) : text
}

/** What was typed as an answer; nothing is `null`, which clears it. */
export function fromTyped(typed: Typed, { type }: Pick<JobField, 'type'>): unknown {
  if (Array.isArray(typed)) return typed.length === 0 ? null : typed
  const text = typed.trim()
  if (text === '') return null
  if (numeric.has(type)) return Number(text)
  if (type === 'boolean') return text === 'true'
  if (type === 'datetime') return fromLocalTime(text).toISOString()
  return text
}
