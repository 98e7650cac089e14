import type { Preferences } from '@errand/contract/settings'
import { Temporal } from 'temporal-polyfill'

/** The end of the quiet hours, if the time is within them. */
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
