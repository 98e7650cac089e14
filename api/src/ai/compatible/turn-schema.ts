import type { JobField, JobFieldType } from '@errand/contract/job-field'
import { handoffReasons } from '@errand/contract/chats/session'
import * as z from 'zod/mini'

/** Filled in from what came with a message, which no model sees. */
const isAttached = (type: JobFieldType): boolean => type === 'file' || type === 'location'

/**
 * What a model answers with for these fields: one named, nullable member for each, because an open
 * list of answers comes back empty where outputs are strict. Limits are checked by us, afterwards.
 */
export function turnSchemaFor(fields: readonly JobField[]) {
  const asked = fields.filter(({ type }) => !isAttached(type))
  const values = asked.map((field) => [field.key, z.nullable(valueOf(field))] as const)
  const quotes = asked.map(({ key }) => [key, z.nullable(z.string())] as const)
  return z.object({
    reply: z.string(),
    action: z.enum(['continue', 'handoff', 'complete', 'ignore']),
    handoffReason: z.nullable(z.enum(handoffReasons)),
    language: z.string(),
    fields: z.object(Object.fromEntries(values)),
    evidence: z.object(Object.fromEntries(quotes)),
    confidence: z.number(),
  })
}

function valueOf({ type }: JobField): z.core.$ZodType {
  if (type === 'boolean') return z.boolean()
  if (type === 'multi_select') return z.array(z.string())
  // Numbers stay text: `2 lakh` and `1.500` are read by us, and a model must not do sums.
  return z.string()
}
