import type { ProposedBooking } from '@errand/contract/chats/form-data'
import type { Formats } from '@errand/shared-ui'

/** A range of calendar days, both included, as `2026-11-28`. */
export interface Days {
  from: string
  to: string
}

const dayMs = 86_400_000

/** Noon, which is on the same day in nearly every time zone. */
const noonOf = (day: string): Date => new Date(`${day}T12:00:00Z`)

export const addDays = (day: string, count: number): string =>
  new Date(noonOf(day).getTime() + count * dayMs).toISOString().slice(0, 10)

export const listDays = ({ from, to }: Days): string[] => {
  const count = Math.round((noonOf(to).getTime() - noonOf(from).getTime()) / dayMs) + 1
  return Array.from({ length: Math.max(0, count) }, (_, index) => addDays(from, index))
}

/** The first day of the week that a day is in, as the locale counts weeks. */
export function weekStart(day: string, locale: string): string {
  const back = (noonOf(day).getUTCDay() - firstWeekday(locale) + 7) % 7
  return addDays(day, -back)
}

type LocaleWithWeek = Intl.Locale & {
  getWeekInfo?: () => { firstDay: number }
  weekInfo?: { firstDay: number }
}

/** 0 is Sunday; Monday where the browser does not know. */
function firstWeekday(locale: string): number {
  const known = new Intl.Locale(locale).maximize() as LocaleWithWeek
  return (known.getWeekInfo?.() ?? known.weekInfo ?? { firstDay: 1 }).firstDay % 7
}

/** `Fri 28 Nov`, in the page's language. */
export const formatDay = (day: string, formats: Formats, options = shortDay): string =>
  formats.date(noonOf(day), { ...options, timeZone: 'UTC' })

const shortDay: Intl.DateTimeFormatOptions = { weekday: 'short', day: 'numeric', month: 'short' }
export const longDay: Intl.DateTimeFormatOptions = {
  weekday: 'long',
  day: 'numeric',
  month: 'long',
}

/** A time of the business's clock, `17:30`, as the reader writes it. */
export function formatClock(time: string, formats: Formats): string {
  return formats.date(`2000-01-01T${time}:00Z`, { timeStyle: 'short', timeZone: 'UTC' })
}

/** When a booking is, in a line; of a stay, or one whose end is known, both ends. */
export function formatSpan(booking: ProposedBooking, formats: Formats): string {
  const { day, time, endDay, endTime } = booking
  const momentText = (date: string, clock?: string) =>
    [formatDay(date, formats), ...(clock === undefined ? [] : [formatClock(clock, formats)])].join(
      ', ',
    )
  const start = momentText(day, time)
  if (endDay === undefined) return start
  const isSameDay = endDay === day && endTime !== undefined
  return `${start} – ${isSameDay ? formatClock(endTime, formats) : momentText(endDay, endTime)}`
}

/** `17:30` of the minutes since midnight. */
export const clockOf = (minutes: number): string =>
  new Date(minutes * 60_000).toISOString().slice(11, 16)

/** The minutes since midnight of `17:30`. */
export function minutesOf(time: string): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  return hours * 60 + minutes
}
