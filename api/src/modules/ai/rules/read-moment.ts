import { defaultDates, type JobField } from '@errand/contract/job-field'
import { Temporal } from 'temporal-polyfill'

import { isOpenOn, zonedAt } from '../../../platform/period/opening-hours.ts'
import { listPositionsIn } from '../../answers/numbers/ordinal-words.ts'
import { dawn } from './clock-rules.ts'
import { asksForDate, valueOf, whensOf, type BurstReader, type BurstReading } from './reader.ts'
import { isTaken, namesField, type Found, type ScannedMessage } from './scanned-message.ts'
import type { When } from './steps.ts'
import { says, tokensOf } from './text.ts'
import { isLongAgo } from './when.ts'

/** A day, a time, or both, of which one may have been said before. */
export function findWhen(
  scanned: ScannedMessage,
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
  const free = scanned.whens.filter(
    (when) =>
      !isTaken(scanned, when) &&
      (takesAnyDay(field) || !when.isPast) &&
      (isAsked || !isSmallTalk(when, scanned, reader)) &&
      // A day long ago is a date of birth, and a day to come none.
      (!hasBoth ||
        when.day === undefined ||
        isLongAgo(when.day, reader.now) === takesAnyDay(field)),
  )
  const offered = isAsked ? offeredByPosition(scanned, reader) : []
  // `Not tomorrow but the day after`
  const days = daysOf(field, [...meantOf(free, 'day', scanned), ...offered.filter(hasDay)], {
    scanned,
    reader,
    isKnown: valueOf(field, reader, reading) !== undefined,
  })
  const dates = fields.filter((one) => asksForDate(one.field) && !takesAnyDay(one.field))
  const isRefused = dates.length === 1 && dates[0]?.state === 'invalid'
  const ask = (choice: When, ...taken: readonly When[]) => {
    const [one = '', other = ''] = choicesOf(choice).map(({ day, clock }) =>
      day === undefined ? clockText(clock) : day.toString(),
    )
    reading.unclear = { field, one, other }
    scanned.taken.push(...taken)
    return undefined
  }
  // Of two days of one message the first is where it begins; for a moment the last one counts.
  const unclear = dates.length < 2 ? days.find(({ other }) => other !== undefined) : undefined
  const chosen = unclear ?? (type === 'date' && !isRefused ? days[0] : days.at(-1))
  const dayAt = chosen && { ...chosen, day: offeredByWeekday(chosen, reader) }
  if (unclear !== undefined && type !== 'time') return ask(unclear, ...days)
  if (type === 'date')
    return dayAt && { start: dayAt.start, end: dayAt.end, value: dayAt.day?.toString() }
  const isSure = type === 'datetime' || isAsked || scanned.whens.some(hasDay)
  const clocks = [...meantOf(free, 'clock', scanned), ...offered.filter(hasClock)].filter(
    ({ isVague }) => isSure || isVague !== true,
  )
  const clockAt = clocks.find(({ otherClock }) => otherClock !== undefined) ?? clocks.at(-1)
  if (clockAt?.otherClock !== undefined) return ask(clockAt, ...days, clockAt)
  if (type === 'time') return clockAt && { ...clockAt, value: clockText(clockAt.clock) }
  const parts = [dayAt, clockAt].filter((one) => one !== undefined)
  if (parts.length === 0) return undefined
  const before = momentBefore(field, reader, reading)
  // The other half may have been left in doubt before.
  if (dayAt === undefined && before.doubt !== undefined) return ask(before.doubt, ...clocks)
  const start = Math.min(...parts.map((part) => part.start))
  const end = Math.max(...parts.map((part) => part.end))
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
  scanned.taken.push({ start, end })
  return undefined
}

const takesAnyDay = ({ validation, label }: JobField): boolean =>
  (validation?.dates ?? defaultDates(label)) === 'any'

const clockText = (clock?: Temporal.PlainTime) => clock?.toString({ smallestUnit: 'minute' }) ?? ''
const hasDay = ({ day }: When): boolean => day !== undefined
const hasClock = ({ clock }: When): boolean => clock !== undefined

/** `it is cold today`: a day that nobody asked for, and nothing else of a booking. */
function isSmallTalk(
  { day, isWeekday, start, end }: When,
  scanned: ScannedMessage,
  reader: BurstReader,
): boolean {
  if (day?.equals(reader.now.toPlainDate()) !== true || isWeekday === true) return false
  const clause = scanned.clauses.find((one) => one.start <= start && end <= one.end)
  const isTimed = scanned.whens.some(({ clock }) => clock !== undefined)
  return clause !== undefined && !isTimed && !says(clause.tokens, reader.words.request)
}

/** `Arrival on the 28th`: the days of a field are those that it is named beside, and no other field. */
function daysOf(
  field: JobField,
  days: readonly When[],
  { scanned, reader, isKnown }: { scanned: ScannedMessage; reader: BurstReader; isKnown: boolean },
): readonly When[] {
  const dates = reader.request.fields.filter(({ field: { type } }) => type === 'date')
  if (field.type !== 'date' || dates.length < 2) return days
  const all = scanned.whens.filter(({ day }) => day !== undefined)
  const named = new Map(
    all.map((when, index) => {
      const before = scanned.text.slice(all[index - 1]?.end ?? 0, when.start)
      const part = (before.split(/[,;\n]/).at(-1) ?? '') + scanned.text.slice(when.start, when.end)
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
  scanned: ScannedMessage,
): readonly When[] {
  const has = (when: When) => when[part] !== undefined && when.isRefused !== true
  const isMeant = (when: When) => has(when) && when.isDenied !== true
  return free.filter(scanned.whens.some(isMeant) ? isMeant : has)
}

/** Both days, or both times, of which either may be meant; none of what is clear. */
function choicesOf({ day, other, clock, otherClock }: Partial<When>): Partial<When>[] {
  if (day !== undefined && other !== undefined) return [{ day }, { day: other }]
  return clock !== undefined && otherClock !== undefined ? [{ clock }, { clock: otherClock }] : []
}

/** The day or the time that was said last before; only the last few messages may hold it. */
function saidBefore({ request, ...reader }: BurstReader, part: 'day' | 'clock'): When | undefined {
  const { timeZone } = request.business
  const messages = request.history.filter(({ author }) => author === 'contact').slice(-6)
  for (const one of messages.toReversed()) {
    const now = zonedAt(one.at, timeZone).toPlainDateTime()
    const said = whensOf(one, { ...reader, request, now }).filter(
      (when) => when[part] !== undefined && !when.isPast && when.isDenied !== true,
    )
    if (said.length > 0) return said.find((when) => choicesOf(when).length > 0) ?? said.at(-1)
  }
  return undefined
}

/** Of two days that were in doubt the one whose weekday is said now. */
const offeredByWeekday = (
  { day, isWeekday }: When,
  reader: BurstReader,
): Temporal.PlainDate | undefined =>
  (isWeekday === true
    ? choicesOf(saidBefore(reader, 'day') ?? {}).find(
        (one) => one.day?.dayOfWeek === day?.dayOfWeek,
      )
    : undefined
  )?.day ?? day

/** `The second one`: the day or the time in that place of the two that were asked about. */
function offeredByPosition({ text }: ScannedMessage, reader: BurstReader): When[] {
  const [place, ...others] = listPositionsIn(text)
  if (place === undefined || others.length > 0) return []
  const choices = (['day', 'clock'] as const)
    .map((part) => choicesOf(saidBefore(reader, part) ?? {}))
    .find(({ length }) => length > 0)
  const chosen = choices?.at(place > 0 ? place - 1 : place)
  return chosen === undefined ? [] : [{ start: 0, end: text.length, isPast: false, ...chosen }]
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
  const said = saidBefore(reader, 'day')
  const clock = saidBefore(reader, 'clock')
  const at = clock?.otherClock === undefined ? clock : undefined
  if (said?.other !== undefined) return { doubt: said, at, isHalf: true, isAfterMidnight: false }
  const isOver = said?.day && Temporal.PlainDate.compare(said.day, now.toPlainDate()) < 0
  return {
    day: isOver ? undefined : said?.day,
    at,
    isHalf: true,
    isAfterMidnight: false,
  }
}
