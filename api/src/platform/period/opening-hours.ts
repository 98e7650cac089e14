import type { Preferences } from '@errand/contract/settings'
import { Temporal } from 'temporal-polyfill'

export type OpeningHours = Preferences['business']['hours']

/** A time without a break in which the business is open, written as `17:00`. */
export interface OpenRange {
  from: string
  to: string
}

/** A day's hours, before and after its break. */
export const rangesOf = ({ from, to, pause }: OpeningHours['days'][number]): OpenRange[] =>
  pause === undefined
    ? [{ from, to }]
    : [
        { from, to: pause.from },
        { from: pause.to, to },
      ]

/** The hours of a date, none where the business is closed all day. */
export function rangesOn(hours: OpeningHours, date: Temporal.PlainDate): OpenRange[] {
  const iso = date.toString()
  if (hours.closedDates.some(({ from, to }) => from <= iso && iso <= to)) return []
  // Sunday is 0 here and 7 there.
  const found = hours.days.find(({ day, open }) => open && day === date.dayOfWeek % 7)
  return found === undefined ? [] : rangesOf(found)
}

interface Span extends OpenRange {
  start: Temporal.PlainDateTime
  end: Temporal.PlainDateTime
}

/** The same with the days on which they are: what is before the opening by the clock is after midnight. */
function spansOn(hours: OpeningHours, date: Temporal.PlainDate): Span[] {
  const ranges = rangesOn(hours, date)
  const opening = ranges[0]?.from ?? ''
  const atClock = (clock: string) =>
    date.add({ days: clock < opening ? 1 : 0 }).toPlainDateTime(clock)
  return ranges.map(({ from, to }) => ({ from, to, start: atClock(from), end: atClock(to) }))
}

/** Whether the business is open at a moment, in its time zone; always where it has set no hours. */
export function isOpenAt(hours: OpeningHours, timeZone: string, at: Date): boolean {
  return isOpenOn(hours, zonedAt(at, timeZone).toPlainDateTime())
}

/** The same for a local time. */
export const isOpenOn = (hours: OpeningHours, at: Temporal.PlainDateTime): boolean =>
  !hours.enabled || rangeAt(hours, at) !== undefined

/** The hours that a local time is in, which may be yesterday's. */
export function rangeAt(hours: OpeningHours, at: Temporal.PlainDateTime): OpenRange | undefined {
  const date = at.toPlainDate()
  return [date, date.subtract({ days: 1 })]
    .flatMap((one) => spansOn(hours, one))
    .find(
      ({ start, end }) =>
        Temporal.PlainDateTime.compare(start, at) <= 0 &&
        Temporal.PlainDateTime.compare(at, end) < 0,
    )
}

/** `10:00 to 13:00 and 16:00 to 20:00`, in English. */
export const writeRanges = (ranges: readonly OpenRange[]): string =>
  ranges.map(({ from, to }) => `${from} to ${to}`).join(' and ')

/** What is left of the hours of a day. */
export interface Opening {
  date: Temporal.PlainDate
  ranges: [OpenRange, ...OpenRange[]]
}

/** How many days ahead the next opening is looked for. */
const maxDaysAhead = 60

/** The first opening that starts at a local time or later; undefined where the business set no hours. */
export function nextOpening(
  hours: OpeningHours,
  from: Temporal.PlainDateTime,
): Opening | undefined {
  if (!hours.enabled) return undefined
  // Yesterday's hours may go on after a break past midnight.
  for (let ahead = -1; ahead <= maxDaysAhead; ahead += 1) {
    const [first, ...others] = spansOn(hours, from.toPlainDate().add({ days: ahead })).filter(
      ({ start }) => Temporal.PlainDateTime.compare(start, from) >= 0,
    )
    if (first !== undefined) return { date: first.start.toPlainDate(), ranges: [first, ...others] }
  }
  return undefined
}

export const zonedAt = (at: Date, timeZone: string): Temporal.ZonedDateTime =>
  Temporal.Instant.fromEpochMilliseconds(at.getTime()).toZonedDateTimeISO(timeZone)
