import * as z from 'zod/mini'

/** A time zone by its IANA name, such as `Asia/Kolkata`. */
export const timeZoneSchema = z.string().check(
  z.maxLength(60),
  z.refine(isTimeZone, {
    error: 'Not a time zone of the IANA list, such as Asia/Kolkata.',
  }),
)

/** What `Intl` takes and PostgreSQL does not, or reads the other way round: `IST`, and `+05:30`. */
const notForDatabase = /^(?:[+-]|(?!utc|gmt|[cemw]et|[emh]st)[a-z]{3}$)/i

function isTimeZone(name: string): boolean {
  if (notForDatabase.test(name)) return false
  try {
    return Intl.DateTimeFormat('en', { timeZone: name }) !== undefined
  } catch {
    return false
  }
}

const firstDay = '2000-01-01'
const lastDay = '2100-12-31'

const isWithinDays = (written: string) => {
  const at = Date.parse(written)
  return at >= Date.parse(firstDay) && at < Date.parse('2101-01-01')
}

const withinDays = (what: string) =>
  z.refine<string>(isWithinDays, {
    error: `Must be a ${what} between ${firstDay} and ${lastDay}.`,
    params: { code: 'out_of_range', min: firstDay, max: lastDay },
  })

/** A day in a query: days outside of this range are typing errors and are refused. */
export const daySchema = z.iso.date({ abort: true }).check(withinDays('day'))

/** A moment in a request, within the same range. */
export const momentSchema = z.iso.datetime({ abort: true }).check(withinDays('moment'))

/** The query of figures over time: days are those of `tz`, or of the owner's settings without it. */
export const periodQuery = {
  from: z.optional(daySchema),
  to: z.optional(daySchema),
  tz: z.optional(timeZoneSchema),
  bucket: z._default(z.enum(['day', 'week']), 'day'),
}

/** The period that figures are about, both days included. */
export const periodSchema = z.object({
  from: z.iso.date(),
  to: z.iso.date(),
  tz: z.string(),
  bucket: z.enum(['day', 'week']),
})
export type Period = z.infer<typeof periodSchema>
