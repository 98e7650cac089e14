import * as z from 'zod/mini'

import type { Named, Recipient } from './recipients.ts'

const envelopeSchema = z.object({
  object: z.literal('whatsapp_business_account'),
  entry: z.array(
    z.object({
      id: z.string(),
      changes: z.array(z.object({ field: z.string(), value: z.record(z.string(), z.unknown()) })),
    }),
  ),
})
export type Envelope = z.output<typeof envelopeSchema>

const metadataSchema = z.object({ phone_number_id: z.string() })

/** What a webhook is about, before anything in it is believed; nothing when it is none of ours. */
export function readEnvelope(text: string): Envelope | undefined {
  try {
    const parsed = z.safeParse(envelopeSchema, JSON.parse(text))
    return parsed.success ? parsed.data : undefined
  } catch {
    return undefined
  }
}

/** The number that a change is about; events of a whole account name none. */
function numberOf(value: Record<string, unknown>): string | undefined {
  const parsed = z.safeParse(metadataSchema, value['metadata'])
  return parsed.success ? parsed.data.phone_number_id : undefined
}

/** All that a webhook names: numbers where it can, else accounts. */
export function namedIn({ entry }: Envelope): Named {
  const numbers = new Set<string>()
  const accounts = new Set<string>()
  for (const { id, changes } of entry) {
    for (const { value } of changes) {
      const number = numberOf(value)
      if (number === undefined) accounts.add(id)
      else numbers.add(number)
    }
  }
  return { numbers: [...numbers].toSorted(), accounts: [...accounts].toSorted() }
}

/** What a webhook tells of one number and its account: an app may serve several owners at once. */
export function partFor(
  { object, entry }: Envelope,
  { phoneNumberId, wabaId }: Pick<Recipient, 'phoneNumberId' | 'wabaId'>,
): Envelope {
  const parts = entry.map(({ id, changes }) => ({
    id,
    changes: changes.filter(({ value }) => {
      const number = numberOf(value)
      return number === undefined ? id === wabaId : number === phoneNumberId
    }),
  }))
  return { object, entry: parts.filter(({ changes }) => changes.length > 0) }
}
