import * as z from 'zod/mini'

/** The answer of `GET` and `DELETE /auth/calendar`: whether calendar programs find the bookings, and since when. */
export const calendarStateSchema = z.object({
  calendar: z.nullable(z.object({ createdAt: z.iso.datetime() })),
})
export type CalendarState = z.infer<typeof calendarStateSchema>

/** The answer of `POST /auth/calendar` and `GET /auth/calendar/address`: the secret address of the bookings. */
export const calendarResponseSchema = z.object({
  calendar: z.nullable(z.object({ url: z.string(), createdAt: z.iso.datetime() })),
})
export type CalendarResponse = z.infer<typeof calendarResponseSchema>
