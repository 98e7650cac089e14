import { draftedFieldSchema, type DraftedField } from '../../ai/drafts.ts'
import { tidyFields } from './tidy-fields.ts'

/** What a page hears while a draft is written. */
type DraftEvent =
  | { event: 'delta'; data: { path: string; text: string } }
  | { event: 'field'; data: { index: number; field: ReturnType<typeof tidyFields>[number] } }

/** A draft so far, of whatever kind. */
type Growing = Readonly<Record<string, unknown>>

/**
 * Tells what is new in a draft that grows: the text that was added, and each field once the next one
 * has begun, because until then it may still change.
 */
export function followDraft(): (part: Growing) => DraftEvent[] {
  const told = new Map<string, string>()
  let fieldsTold = 0
  return (part) => {
    const events: DraftEvent[] = []
    for (const [key, text] of Object.entries(part)) {
      const before = told.get(key) ?? ''
      if (typeof text !== 'string' || text === before || !text.startsWith(before)) continue
      told.set(key, text)
      events.push({ event: 'delta', data: { path: `/${key}`, text: text.slice(before.length) } })
    }
    const complete = completeFields(part)
    const fields = tidyFields(complete)
    for (const [index, field] of fields.entries()) {
      if (index >= fieldsTold) events.push({ event: 'field', data: { index, field } })
    }
    fieldsTold = Math.max(fieldsTold, fields.length)
    return events
  }
}

/** Up to the first that is not what was asked for: what is not mended by the end is told then. */
function completeFields({ fields }: Growing): DraftedField[] {
  const complete: DraftedField[] = []
  for (const field of Array.isArray(fields) ? fields.slice(0, -1) : []) {
    const parsed = draftedFieldSchema.safeParse(field)
    if (!parsed.success) break
    complete.push(parsed.data)
  }
  return complete
}
