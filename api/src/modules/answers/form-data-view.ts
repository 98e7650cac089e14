import { isDeepStrictEqual } from 'node:util'

import type { Booking, FormData, ProposedBooking } from '@errand/contract/chats/form-data'

import { bookingEndOf } from './booking-time.ts'
import { type FormDataRow, missingKeys, progressOf } from './collected.ts'

/** The answers as the contract shows them. */
export function toFormData(row: FormDataRow): FormData {
  const { id, sessionId, formId, formVersion, status, version, values, meta, suggestions } = row
  const { fields, day, agreedAt, completedAt, updatedAt } = row
  const shown = { id, sessionId, formId, formVersion, status, version, values, meta, suggestions }
  return {
    ...shown,
    ...(day !== null && { booking: toBooking({ ...row, day }) }),
    missing: missingKeys(fields, values),
    ...(agreedAt !== null && { agreedAt: agreedAt.toISOString() }),
    ...(row.proposed !== null && { proposed: toProposed(row, row.proposed) }),
    ...(completedAt !== null && { completedAt: completedAt.toISOString() }),
    updatedAt: updatedAt.toISOString(),
  }
}

/** The answers that a proposal changes; null for one that it removes. */
function toProposed(
  row: FormDataRow,
  { values }: NonNullable<FormDataRow['proposed']>,
): FormData['proposed'] {
  const { values: agreed } = row
  const booking = proposedTime(row)
  const keys = [...new Set([...Object.keys(agreed), ...Object.keys(values)])]
  const changed = keys.filter((key) => !isDeepStrictEqual(agreed[key], values[key]))
  return {
    values: Object.fromEntries(changed.map((key) => [key, values[key] ?? null])),
    ...(booking !== undefined && { booking }),
  }
}

/** The other time that a contact asks for, without a yes so far. */
export function proposedTime({
  fields,
  values,
  proposed,
  ...agreed
}: Pick<FormDataRow, 'fields' | 'values' | 'day' | 'time' | 'proposed'>):
  | ProposedBooking
  | undefined {
  if (proposed === null || proposed.day === null) return undefined
  const { day, time } = proposed
  const end = bookingEndOf(fields, proposed.values)
  const isSame = day === agreed.day && time === agreed.time
  if (isSame && isDeepStrictEqual(end, bookingEndOf(fields, values))) return undefined
  return { day, ...(time !== null && { time }), ...end }
}

type BookedColumns = Pick<
  FormDataRow,
  'fields' | 'values' | 'time' | 'decision' | 'decidedAt' | 'cancelAskedAt'
> & { day: string }

/** When the answers are for, and what the owner has decided, as the contract shows it. */
export const toBooking = ({
  fields,
  values,
  day,
  time,
  decision,
  decidedAt,
  cancelAskedAt,
}: BookedColumns): Booking => ({
  day,
  ...(time !== null && { time }),
  ...bookingEndOf(fields, values),
  ...(decision !== null && { decision }),
  ...(decidedAt !== null && { decidedAt: decidedAt.toISOString() }),
  ...(cancelAskedAt !== null && { cancelAskedAt: cancelAskedAt.toISOString() }),
})

/** A chat's progress; a chat that collects nothing is never complete. */
export function toProgress(
  row: Pick<FormDataRow, 'fields' | 'values'> | null,
): ReturnType<typeof progressOf> {
  if (row === null) return { required: 0, answered: 0, complete: false }
  return progressOf(row.fields, row.values)
}
