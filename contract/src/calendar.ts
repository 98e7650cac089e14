import * as z from 'zod/mini'

/** The answer of `GET`, `POST` and `DELETE /auth/calendar`: the secret address of the bookings, for calendar programs. */
export const calendarResponseSchema = z.object({
  calendar: z.nullable(z.object({ url: z.string(), createdAt: z.iso.datetime() })),
})
export type CalendarResponse = z.infer<typeof calendarResponseSchema>
