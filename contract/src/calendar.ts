import * as z from 'zod/mini'

/** The answer of `GET /auth/calendar/state`: whether calendar programs find the bookings, and since when. */
export const calendarStateSchema = z.object({
  calendar: z.nullable(z.object({ createdAt: z.iso.datetime() })),
})
export type CalendarState = z.infer<typeof calendarStateSchema>

/** The answer of `GET`, `POST` and `DELETE /auth/calendar`: the secret address of the bookings. */
export const calendarResponseSchema = z.object({
  calendar: z.nullable(z.object({ url: z.string(), createdAt: z.iso.datetime() })),
})
export type CalendarResponse = z.infer<typeof calendarResponseSchema>
