import { isDeepStrictEqual } from 'node:util'

import type { FormData } from '@errand/contract/chats/form-data'

import type { Collected } from './collected.ts'
import { missingKeys } from './progress.ts'

/** The contact has said that all is right; nothing happens while something is missing. */
export function confirm(collected: Collected): Collected {
  const isWhole = collected.status === 'complete' || collected.status === 'corrected'
  return isWhole ? { ...collected, status: 'confirmed' } : collected
}

/** Where a chat's answers stand after a change. */
export function nextStatus(before: Collected, after: Collected): FormData['status'] {
  if (Object.keys(after.values).length === 0) return 'empty'
  if (missingKeys(after.fields, after.values).length > 0) return 'partial'
  if (before.status !== 'confirmed' && before.status !== 'corrected') return 'complete'
  return isDeepStrictEqual(before.values, after.values) ? before.status : 'corrected'
}
