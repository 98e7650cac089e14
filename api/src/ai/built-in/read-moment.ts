import type { JobField } from '@errand/contract/job-field'
import { Temporal } from 'temporal-polyfill'

import { zonedAt } from '../../period/opening-hours.ts'
import { isTaken, names, type Found, type Heard } from './heard.ts'
import { valueOf, whensOf, type Reader, type Reading } from './reader.ts'
import type { When } from './steps.ts'
import { says, tokensOf } from './text.ts'

/** A day, a time, or both, of which one may have been said before. */
export function findWhen(
  heard: Heard,
  field: JobField,
  reader: Reader,
  reading: Reading,
): Found | undefined {
  const { type } = field
  const isAny = field.validation?.dates === 'any'
  const free = heard.whens.filter(
    (when) =>
      !isTaken(heard, when) && (isAny || !when.isPast) && !isSmallTalk(when, heard, field, reader),
  )
  const days = free.filter(({ day }) => day !== undefined)
  if (type === 'date') {
    // Of two days of one message the first is where it begins; for a moment the last one counts.
    const [first] = days
    return first === undefined || isOfOther(heard, field, reader)
      ? undefined
      : { start: first.start, end: first.end, value: first.day?.toString() }
  }
  const isSure = type === 'datetime' || isAskedFor(field, reader) || days.length > 0
  const clockAt = free.findLast(
    ({ clock, isVague }) => clock !== undefined && (isSure || isVague !== true),
  )
  if (type === 'time')
    return clockAt?.clock === undefined
      ? undefined
      : { start: clockAt.start, end: clockAt.end, value: clockText(clockAt.clock) }
  const dayAt = days.at(-1)
  const parts = [dayAt, clockAt].filter((one) => one !== undefined)
  if (parts.length === 0) return undefined
  const before = momentBefore(field, reader, reading)
  const day = dayAt?.day ?? before.day
  const isTimeKept =
    dayAt === undefined || before.isHalf || free.some(({ isSameTime }) => isSameTime === true)
  const clock = clockAt?.clock ?? (isTimeKept ? before.clock : undefined)
  const start = Math.min(...parts.map((part) => part.start))
  const end = Math.max(...parts.map((part) => part.end))
  if (day !== undefined && clock !== undefined) {
    delete reading.half
    return { start, end, value: `${day.toString()}T${clockText(clock)}` }
  }
  reading.half = { field, day, clock }
  heard.taken.push({ start, end })
  return undefined
}

const isAskedFor = ({ key }: JobField, { asked }: Reader): boolean =>
  asked.some((one) => one.key === key)

/** `it is cold today`: a day that nobody asked for, and nothing else of a booking. */
function isSmallTalk(when: When, heard: Heard, field: JobField, reader: Reader): boolean {
  const isToday = when.day?.equals(reader.now.toPlainDate()) === true && when.isWeekday !== true
  if (!isToday || isAskedFor(field, reader)) return false
  const clause = heard.clauses.find(({ start, end }) => start <= when.start && when.end <= end)
  return (
    clause !== undefined &&
    heard.whens.every(({ clock }) => clock === undefined) &&
    !says(clause.tokens, reader.words.request)
  )
}

/** `arrival on the 28th`: the day is of the field that is named beside it. */
function isOfOther({ text, whens }: Heard, field: JobField, { request }: Reader): boolean {
  const dates = request.fields.map((state) => state.field).filter(({ type }) => type === 'date')
  const parts = whens
    .filter(({ day }) => day !== undefined)
    .map(({ start, end }) => {
      const breaks = [',', ';', '\n'].map((sign) => text.lastIndexOf(sign, start))
      return text.slice(Math.max(...breaks) + 1, end)
    })
  const named = dates.filter((one) => parts.some((part) => names(tokensOf(part), one)))
  return dates.length > 1 && named.length > 0 && !named.includes(field)
}

const clockText = (clock: Temporal.PlainTime): string => clock.toString({ smallestUnit: 'minute' })

/** So many of the messages before may hold the other half. */
const mostBefore = 6

/** The moment that is kept, or the half of one that was said before. */
function momentBefore(field: JobField, reader: Reader, reading: Reading) {
  const { request, now } = reader
  const { timeZone } = request.business
  const { half, byKey } = reading
  const kept = valueOf(field, reader, reading)
  if (typeof kept === 'string') {
    const local = Temporal.Instant.from(kept).toZonedDateTimeISO(timeZone)
    const isHalf = byKey.get(field.key)?.value !== undefined
    return { day: local.toPlainDate(), clock: local.toPlainTime(), isHalf }
  }
  if (half?.field.key === field.key) return { ...half, isHalf: true }
  const earlier = request.history
    .filter(({ author }) => author === 'contact')
    .slice(-mostBefore)
    .flatMap((message) =>
      whensOf(message, { ...reader, now: zonedAt(message.at, timeZone).toPlainDateTime() }),
    )
    .filter(({ isPast }) => !isPast)
  const day = earlier.findLast((when) => when.day !== undefined)?.day
  const clock = earlier.findLast((when) => when.clock !== undefined)?.clock
  const isOver = day !== undefined && Temporal.PlainDate.compare(day, now.toPlainDate()) < 0
  return { day: isOver ? undefined : day, clock, isHalf: true }
}
