import { defaultDates, type JobField } from '@errand/contract/job-field'
import { Temporal } from 'temporal-polyfill'

import { isOpenOn, zonedAt } from '../../../platform/period/opening-hours.ts'
import { listPositionsIn } from '../../answers/numbers/ordinal-words.ts'
import { asksForDate, valueOf, whensOf, type BurstReader, type BurstReading } from './reader.ts'
import { isTaken, namesField, type Found, type ScannedMessage } from './scanned-message.ts'
import type { When } from './steps.ts'
import { says, tokensOf } from './text.ts'
import { dawn, isLongAgo } from './when.ts'

/** A day, a time, or both, of which one may have been said before. */
export function findWhen(
  heard: ScannedMessage,
  field: JobField,
  reader: BurstReader,
  reading: BurstReading,
): Found | undefined {
  const { type, key } = field
  const isAsked = reader.asked.some((one) => one.key === key)
  const { fields } = reader.request
  const hasBoth = [true, false].every((is) =>
    fields.some((one) => asksForDate(one.field) && takesAnyDay(one.field) === is),
  )
  const free = heard.whens.filter(
    (when) =>
      !isTaken(heard, when) &&
      (takesAnyDay(field) || !when.isPast) &&
      (isAsked || !isSmallTalk(when, heard, reader)) &&
      // A day long ago is a date of birth, and a day to come none.
      (!hasBoth ||
        when.day === undefined ||
        isLongAgo(when.day, reader.now) === takesAnyDay(field)),
  )
  // `Not tomorrow but the day after`
  const offered = isAsked ? offeredByPosition(heard, reader) : []
  const days = daysOf(field, [...meantOf(free, 'day', heard), ...offered], {
    heard,
    reader,
    isKnown: valueOf(field, reader, reading) !== undefined,
  })
  const dates = fields.filter((one) => asksForDate(one.field) && !takesAnyDay(one.field))
  const isRefused = dates.length === 1 && dates[0]?.state === 'invalid'
  // Of two days of one message the first is where it begins; for a moment the last one counts.
  const unclear = dates.length < 2 ? days.find(({ other }) => other !== undefined) : undefined
  const chosen = unclear ?? (type === 'date' && !isRefused ? days[0] : days.at(-1))
  const dayAt = chosen && { ...chosen, day: offeredByWeekday(chosen, reader) }
  if (unclear?.day !== undefined && unclear.other !== undefined && type !== 'time') {
    reading.unclear = { field, one: unclear.day, other: unclear.other }
    heard.taken.push(...days)
    return undefined
  }
  if (type === 'date')
    return dayAt && { start: dayAt.start, end: dayAt.end, value: dayAt.day?.toString() }
  const isSure = type === 'datetime' || isAsked || heard.whens.some(({ day }) => day !== undefined)
  const clockAt = meantOf(free, 'clock', heard).findLast(
    ({ isVague }) => isSure || isVague !== true,
  )
  if (type === 'time') return clockAt && { ...clockAt, value: clockText(clockAt.clock) }
  const parts = [dayAt, clockAt].filter((one) => one !== undefined)
  if (parts.length === 0) return undefined
  const start = Math.min(...parts.map((part) => part.start))
  const end = Math.max(...parts.map((part) => part.end))
  const before = momentBefore(field, reader, reading)
  const isTimeKept = !dayAt || before.isHalf || free.some(({ isSameTime }) => isSameTime)
  const day = dayAt?.day ?? before.day
  const at = clockAt ?? (isTimeKept ? before.at : undefined)
  if (day !== undefined && at?.clock !== undefined) {
    delete reading.half
    const isKept = dayAt === undefined && clockAt !== undefined && before.isAfterMidnight
    const evening = isKept && at.isNight === true ? day.subtract({ days: 1 }) : day
    return { start, end, value: `${dayOf(at, evening, reader).toString()}T${clockText(at.clock)}` }
  }
  reading.half = { field, day, at }
  heard.taken.push({ start, end })
  return undefined
}

const takesAnyDay = ({ validation, label }: JobField): boolean =>
  (validation?.dates ?? defaultDates(label)) === 'any'

const clockText = (clock?: Temporal.PlainTime) => clock?.toString({ smallestUnit: 'minute' })

/** `it is cold today`: a day that nobody asked for, and nothing else of a booking. */
function isSmallTalk(
  { day, isWeekday, start, end }: When,
  heard: ScannedMessage,
  reader: BurstReader,
): boolean {
  if (day?.equals(reader.now.toPlainDate()) !== true || isWeekday === true) return false
  const clause = heard.clauses.find((one) => one.start <= start && end <= one.end)
  const isTimed = heard.whens.some(({ clock }) => clock !== undefined)
  return clause !== undefined && !isTimed && !says(clause.tokens, reader.words.request)
}

/** `Arrival on the 28th`: the days of a field are those that it is named beside, and no other field. */
function daysOf(
  field: JobField,
  days: readonly When[],
  { heard, reader, isKnown }: { heard: ScannedMessage; reader: BurstReader; isKnown: boolean },
): readonly When[] {
  const dates = reader.request.fields.filter(({ field: { type } }) => type === 'date')
  if (field.type !== 'date' || dates.length < 2) return days
  const all = heard.whens.filter(({ day }) => day !== undefined)
  const named = new Map(
    all.map((when, index) => {
      const before = heard.text.slice(all[index - 1]?.end ?? 0, when.start)
      const part = (before.split(/[,;\n]/).at(-1) ?? '') + heard.text.slice(when.start, when.end)
      const of = dates.filter((one) => namesField(tokensOf(part), one.field))
      return [when, of.map((one) => one.field.key)]
    }),
  )
  const own = days.filter((when) => named.get(when)?.includes(field.key))
  if (own.length > 0) return own
  if ([...named.values()].every((keys) => keys.length === 0)) return days
  return isKnown ? [] : days.filter((when) => named.get(when)?.length === 0)
}

/** Those that say a day or a time, without what is denied where there are others. */
function meantOf(
  free: readonly When[],
  part: 'day' | 'clock',
  heard: ScannedMessage,
): readonly When[] {
  const has = (when: When) => when[part] !== undefined && when.isRefused !== true
  const isMeant = (when: When) => has(when) && when.isDenied !== true
  return free.filter(heard.whens.some(isMeant) ? isMeant : has)
}

/** The two days that the last message left in doubt, in the order in which they were asked about. */
function doubtBefore(reader: BurstReader): Temporal.PlainDate[] {
  const last = reader.request.history.findLast(({ author }) => author === 'contact')
  const doubt = last && whensOf(last, reader).find(({ other }) => other !== undefined)
  return [doubt?.day, doubt?.other].filter((day) => day !== undefined)
}

/** Of two days that were in doubt the one whose weekday is said now. */
const offeredByWeekday = (
  { day, isWeekday }: When,
  reader: BurstReader,
): Temporal.PlainDate | undefined =>
  (isWeekday === true
    ? doubtBefore(reader).find(({ dayOfWeek }) => dayOfWeek === day?.dayOfWeek)
    : undefined) ?? day

/** `The second one`: the day in that place of the two that were asked about. */
function offeredByPosition({ text }: ScannedMessage, reader: BurstReader): When[] {
  const [place, ...others] = listPositionsIn(text)
  if (place === undefined || others.length > 0) return []
  const day = doubtBefore(reader).at(place > 0 ? place - 1 : place)
  return day === undefined ? [] : [{ start: 0, end: text.length, day, isPast: false }]
}

/** The day of an hour before dawn: the one that follows the evening that was named, unless nobody is there then. */
function dayOf(
  { clock, isNight }: When,
  day: Temporal.PlainDate,
  { now, request }: BurstReader,
): Temporal.PlainDate {
  if (clock === undefined || clock.hour >= dawn) return day
  const { hours } = request.business
  const next = day.add({ days: 1 })
  const isThisNight = day.equals(now.toPlainDate()) && now.hour < dawn
  const likely = isNight === true && !isThisNight ? [next, day] : [day, next]
  const isFree = (one: Temporal.PlainDate) => {
    const at = one.toPlainDateTime(clock)
    return Temporal.PlainDateTime.compare(at, now) > 0 && isOpenOn(hours, at)
  }
  return likely.find(isFree) ?? likely[0] ?? day
}

/** The moment that is kept, or the half of one that was said before. */
function momentBefore(field: JobField, reader: BurstReader, reading: BurstReading) {
  const { request, now } = reader
  const { half, byKey } = reading
  const { timeZone } = request.business
  const kept = valueOf(field, reader, reading)
  if (typeof kept === 'string') {
    const local = Temporal.Instant.from(kept).toZonedDateTimeISO(timeZone)
    const isHalf = byKey.get(field.key)?.value !== undefined
    const at: When = { start: 0, end: 0, isPast: false, clock: local.toPlainTime() }
    return { day: local.toPlainDate(), at, isHalf, isAfterMidnight: local.hour < dawn }
  }
  if (half?.field.key === field.key) return { ...half, isHalf: true, isAfterMidnight: false }
  // Only the last few messages may hold the other half.
  const earlier = request.history
    .filter(({ author }) => author === 'contact')
    .slice(-6)
    .flatMap((one) => whensOf(one, { ...reader, now: zonedAt(one.at, timeZone).toPlainDateTime() }))
    .filter(({ isPast, isDenied }) => !isPast && isDenied !== true)
  const day = earlier.findLast((when) => when.day !== undefined)?.day
  const at = earlier.findLast((when) => when.clock !== undefined)
  const isOver = day !== undefined && Temporal.PlainDate.compare(day, now.toPlainDate()) < 0
  return { day: isOver ? undefined : day, at, isHalf: true, isAfterMidnight: false }
}
