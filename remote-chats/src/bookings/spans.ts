import type { BookingItem } from '@errand/contract/chats/bookings'

import { addDays, minutesOf } from '../data/days.ts'

const dayMinutes = 24 * 60

type Spanning = Pick<BookingItem, 'day' | 'time' | 'endDay' | 'endTime' | 'durationMinutes'>

/** Where a booking ends: on that day, at that minute of it; at its end where no time is known. */
function endOf({ day, time, endDay = day, endTime, durationMinutes }: Spanning) {
  if (endTime !== undefined) return { day: endDay, minute: minutesOf(endTime) }
  if (time === undefined || endDay > day || durationMinutes === undefined)
    return { day: endDay, minute: dayMinutes }
  const minutes = minutesOf(time) + durationMinutes
  const days = Math.floor(minutes / dayMinutes)
  return { day: addDays(day, days), minute: minutes - days * dayMinutes }
}

/** The last day that a booking is on; midnight belongs to the day before. */
export function lastDayOf(booking: Spanning): string {
  const { day, minute } = endOf(booking)
  return minute === 0 && day > booking.day ? addDays(day, -1) : day
}

export const isOnDay = (booking: Spanning, day: string): boolean =>
  booking.day <= day && day <= lastDayOf(booking)

/** Whether a booking is shown above the hours: it has no time, or goes on for more than a day. */
export function isAllDay(booking: Spanning): boolean {
  const { day, time, endDay = day, endTime } = booking
  if (time === undefined) return true
  if (endDay === day) return false
  return endTime === undefined || endDay > addDays(day, 1) || endTime > time
}

/** The minutes of one day that a booking with a time takes; without an end none are known. */
export function minutesOn(
  booking: Spanning,
  day: string,
): { start: number; end: number | undefined } {
  const { day: lastDay, minute } = endOf(booking)
  const start = day === booking.day ? minutesOf(booking.time ?? '00:00') : 0
  const hasEnd = booking.endTime !== undefined || booking.durationMinutes !== undefined
  return { start, end: hasEnd ? (day === lastDay ? minute : dayMinutes) : undefined }
}
