import * as z from 'zod/mini'

import { trimmedText } from './text-schemas.ts'

/** A time of the day by a clock of 24 hours, `17:00`. */
export const clockSchema = z
  .string()
  .check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/, { error: 'Enter a time as HH:mm.' }))

const pauseSchema = z.object({ from: clockSchema, to: clockSchema })

const openingDay = {
  day: z.int().check(z.gte(0), z.lte(6)),
  open: z.boolean(),
  from: clockSchema,
  to: clockSchema,
}

/** A member by itself, as `from` and `to` are the whole day's to pages that know no break. */
const openingDaySchema = z.object({ ...openingDay, pause: z.optional(pauseSchema) })

/** Without `pause` the day keeps its break, as pages of earlier releases send none; `null` ends it. */
const openingDayChangeSchema = z.object({
  ...openingDay,
  pause: z.optional(z.nullable(pauseSchema)),
})

const closedDatesSchema = z.object({
  from: z.iso.date(),
  to: z.iso.date(),
  label: z.optional(trimmedText(60)),
})

/** When the business is open, and what is said when it is not. */
export const hours = {
  enabled: z.boolean(),
  days: z.array(openingDaySchema).check(z.length(7)),
  closedDates: z.array(closedDatesSchema).check(z.maxLength(100)),
  awayMessage: trimmedText(1000),
}

/** Stricter than `hours`: values stored by earlier releases are shown as they are. */
export const hoursChange = {
  ...hours,
  days: z.array(openingDayChangeSchema).check(z.length(7), (days) => {
    for (const [index, day] of days.value.entries()) {
      const isAgain = days.value.findIndex((other) => other.day === day.day) < index
      if (isAgain) days.issues.push(customIssue(days.value, [index, 'day'], duplicate))
      // A closed day's times do not matter; an end before the start is after midnight.
      if (!day.open) continue
      const wrong = wrongEndOfPause(day)
      if (day.from === day.to) days.issues.push(customIssue(days.value, [index, 'to'], noTime))
      else if (wrong !== undefined)
        days.issues.push(customIssue(days.value, [index, 'pause', wrong], outside))
    }
  }),
  closedDates: hours.closedDates.check((dates) => {
    for (const [index, { from, to }] of dates.value.entries()) {
      if (from > to) dates.issues.push(customIssue(dates.value, [index, 'to'], tooEarly))
    }
  }),
}

/** Which end of a day's break is not between its opening and closing, or not after the other end. */
export function wrongEndOfPause({
  from,
  to,
  pause,
}: Pick<z.output<typeof openingDayChangeSchema>, 'from' | 'to' | 'pause'>):
  | 'from'
  | 'to'
  | undefined {
  if (pause === undefined || pause === null) return undefined
  // What is before the opening by the clock is after midnight.
  const inOrder = (clock: string) => `${clock < from ? 1 : 0} ${clock}`
  const [begin, end, closing] = [pause.from, pause.to, to].map(inOrder) as [string, string, string]
  if (pause.from === from || begin >= closing) return 'from'
  return end <= begin || end >= closing ? 'to' : undefined
}

const duplicate = { code: 'duplicate', message: 'Each day of the week once.' }
const noTime = { code: 'no_time', message: 'Must not be the same as the start.' }
const tooEarly = { code: 'too_early', message: 'Must not be before the start.' }
const outside = {
  code: 'outside_hours',
  message: 'The break must be between opening and closing, and end after its start.',
}

function customIssue(
  input: unknown,
  path: (string | number)[],
  { code, message }: typeof duplicate,
): z.core.$ZodRawIssue {
  return { code: 'custom', input, path, message, params: { code } }
}
