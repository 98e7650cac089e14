import type { Preferences } from '@errand/contract/settings'
import { Temporal } from 'temporal-polyfill'

type Hours = Preferences['business']['hours']

/** Whether the shop is open then, by the clock of where it is; always, if nobody said when. */
export function isOpenAt(hours: Hours, timeZone: string, at: Date): boolean {
  if (!hours.enabled) return true
  const now = Temporal.Instant.fromEpochMilliseconds(at.getTime()).toZonedDateTimeISO(timeZone)
  const date = now.toPlainDate()
  const clock = now.toPlainTime().toString({ smallestUnit: 'minute' })
  // What began yesterday may last past midnight.
  const yesterday = date.subtract({ days: 1 })
  return [
    { date, isWithin: ({ from, to }: Day) => from <= clock && (clock < to || to < from) },
    { date: yesterday, isWithin: ({ from, to }: Day) => to < from && clock < to },
  ].some((opened) => {
    const day = dayOf(hours, opened.date)
    return day !== undefined && opened.isWithin(day)
  })
}

type Day = Hours['days'][number]

/** The hours of a day on which the shop opens at all. */
function dayOf(hours: Hours, date: Temporal.PlainDate): Day | undefined {
  const iso = date.toString()
  if (hours.closedDates.some(({ from, to }) => from <= iso && iso <= to)) return undefined
  // Sunday is 0 here and 7 there.
  return hours.days.find(({ day, open }) => open && day === date.dayOfWeek % 7)
}

/** When it is quiet no longer, if the moment is within the quiet hours. */
export function quietUntil(
  quiet: Preferences['notifications']['quietHours'],
  timeZone: string,
  at: Date,
): Date | undefined {
  if (quiet === null || quiet.from === quiet.to) return undefined
  const now = Temporal.Instant.fromEpochMilliseconds(at.getTime()).toZonedDateTimeISO(timeZone)
  const clock = now.toPlainTime().toString({ smallestUnit: 'minute' })
  const { from, to } = quiet
  const isQuiet = from < to ? from <= clock && clock < to : from <= clock || clock < to
  if (!isQuiet) return undefined
  const end = now.withPlainTime(Temporal.PlainTime.from(to))
  const next = Temporal.ZonedDateTime.compare(end, now) > 0 ? end : end.add({ days: 1 })
  return new Date(next.epochMilliseconds)
}
