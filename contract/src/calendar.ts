import * as z from 'zod/mini'

import { type Answer, call } from './call.ts'

/** The secret address of the bookings. */
const answer = z.object({
  calendar: z.nullable(z.object({ url: z.string(), createdAt: z.iso.datetime() })),
})

/** Whether calendar programs find the bookings, and since when. */
export const readCalendarStateCall = call('GET /auth/calendar/state', {
  answer: z.object({ calendar: z.nullable(z.object({ createdAt: z.iso.datetime() })) }),
})
export const readCalendarCall = call('GET /auth/calendar', { answer })
export const renewCalendarCall = call('POST /auth/calendar', { answer, problems: [413] })
export const endCalendarCall = call('DELETE /auth/calendar', { answer })
export type CalendarResponse = Answer<typeof readCalendarCall>
