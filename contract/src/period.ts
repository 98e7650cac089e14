import * as z from 'zod/mini'

/** A time zone by its IANA name, such as `Asia/Kolkata`. */
export const timeZoneSchema = z.string().check(
  z.maxLength(60),
  z.refine(isTimeZone, {
    error: 'Not a time zone of the IANA list, such as Asia/Kolkata.',
  }),
)

function isTimeZone(name: string): boolean {
  try {
    return Intl.DateTimeFormat('en', { timeZone: name }) !== undefined
  } catch {
    return false
  }
}

/** The query of figures over time: days are those of `tz`, or of the owner's settings without it. */
export const periodQuery = {
  from: z.optional(z.iso.date()),
  to: z.optional(z.iso.date()),
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
