import { Temporal } from 'temporal-polyfill'

import type { Cursor, Rule } from './cursor.ts'
import type { StepKind } from './steps.ts'

interface SaidDate {
  day: number | undefined
  month: number | undefined
  year?: number | undefined
}

/** The day of a date, with a year that is near; none where the calendar has none. */
function dateOf({ context }: Cursor, { day, month, year }: SaidDate) {
  if (day === undefined || month === undefined) return undefined
  const today = context.now.toPlainDate()
  const century = year === undefined || year > 99 ? 0 : year > 50 ? 1900 : 2000
  const date = Temporal.PlainDate.from({ year: (year ?? today.year) + century, month, day })
  if (date.day !== day || date.month !== month) return undefined
  // What is past for long is of the next year.
  const isOver = year === undefined && date.until(today).days > 45
  return { day: isOver ? date.add({ years: 1 }) : date }
}

/** `5/12` is of December or of May, as people write there. */
const inOrder = ({ context }: Cursor, first: number, second: number): SaidDate =>
  context.isDayFirst || first > 12 ? { day: first, month: second } : { day: second, month: first }

/** Whether the number before is none of a time or an amount. */
const endsNumber = (c: Cursor): boolean =>
  !c.is(['oclock', 'h', 'counted']) && !c.is('joined', 1) && (!c.is('part') || leadsHour(c))

/** Whether the part of the day here is that of the hour behind it: `abends um 8`, `evening 7`. */
function leadsHour(c: Cursor): boolean {
  const ahead = c.is(['at', 'dayCue'], 1) ? 2 : 1
  return c.is('hour', ahead) && !c.is(['counted', 'noun'], ahead + 1)
}

const separators: StepKind[] = ['.', '/', '-']

/** `2026-12-05`, `5.12.2026`, `5/12/26` */
const readFullDate: Rule = (c) => {
  const [written, , month, , day] = c.row('year', separators, 'day', separators, 'day')
  if (written !== undefined) return dateOf(c, { year: written, month, day })
  if (c.is('joined')) return undefined
  const [first = 0, , second = 0, , year] = c.row('day', separators, 'day', separators, 'anyYear')
  const isMore = c.is('joined', 1)
  return year === undefined || isMore
    ? undefined
    : dateOf(c, { ...inOrder(c, first, second), year })
}

/** `5.12.`, `am 5.12`, `Friday 5/12`, `5/12`; but `5.30` is a time, and `24/7` neither. */
const readShortDate: Rule = (c) => {
  const isCued =
    c.isAfter(['dayCue', 'weekday', 'until', 'at'], ',') || c.context.isDayAsked === true
  const [first, , second = 0] = c.is('joined') ? [] : c.row('day', ['.', '/'], 'day')
  if (first === undefined) return undefined
  const isDotted = c.is('.', -2)
  const isClosed = c.is('.') && !c.is('joined', 1)
  const isDate = (isClosed || c.isAfter('dayCue')) && !c.isAfter('at')
  const isSure = isDotted ? isDate || (isCued && c.is('oddMonth', -1)) : isCued
  const isNumber = isDotted && !c.is('joined', -1)
  if (isClosed && isSure) c.skip(1, '.')
  if (isNumber || !(isClosed || endsNumber(c)) || (!isSure && (isDotted || c.is('noun'))))
    return undefined
  const read = dateOf(c, inOrder(c, first, second))
  // Nobody books half a year ahead in two numbers alone.
  const isFar = read !== undefined && c.context.now.toPlainDate().until(read.day).days > 180
  return isFar && !isSure ? undefined : read
}

/** `the first Monday of December`, `last Friday of the month`, `दिसंबर का पहला सोमवार` */
const readNthWeekday: Rule = (c) => {
  const before = c.isAfter('day', 'ordinal', 'link') ? undefined : takeMonth(c)
  c.skip(2, 'link')
  const [written] = c.is('digits') ? c.row('day', ['ordinal', '.']) : []
  const nth = written ?? c.take('nth')
  const weekday = nth === undefined ? undefined : c.seek('weekday', 1, 'link')
  const month = weekday === undefined ? undefined : (before ?? takeMonth(c))
  if (nth === undefined || weekday === undefined || month === undefined) return undefined
  const { now } = c.context
  const dayIn = ({ day: first }: { day: Temporal.PlainDate }) => {
    const last = first.add({ months: 1 }).subtract({ days: 1 })
    const start = nth > 0 ? first.add({ weeks: nth - 1 }) : last.subtract({ days: 6 })
    const day = start.add({ days: (weekday - start.dayOfWeek + 7) % 7 })
    return day.month === first.month ? { day } : undefined
  }
  const read = dayIn(month)
  // Of a month without a name the next one is meant, where its day is over.
  const isOver = read && !month.isNamed && Temporal.PlainDate.compare(read.day, now) < 0
  return isOver ? dayIn({ day: month.day.add({ months: 1 }) }) : read
}

/** The first day of the month that is named: `of December`, `of the month`, `next month`. */
function takeMonth(c: Cursor) {
  const month = c.seek('month', 2, 'link', 'in')
  const named = dateOf(c, { day: 1, month, year: month && c.seek('year', 1, 'link') })
  if (named !== undefined) return { ...named, isNamed: true }
  const start = c.at
  if (c.seek('monthWord', 3, 'link', 'in', 'next') === undefined) return undefined
  c.skip(1, 'next')
  const isNext = c.passed('next', start)
  const first = c.context.now.toPlainDate().with({ day: 1 })
  return { day: first.add({ months: isNext ? 1 : 0 }), isNamed: isNext }
}

/** `5 December`, `the 5th of Dec 2026`; of `4 to 7 December` and `between 4 and 7 December` the fourth. */
const readDayMonth: Rule = (c) => {
  const isBetween = c.isAfter('between')
  c.skip(1, 'dayCue')
  const day = c.take('day')
  if (day === undefined) return undefined
  const end = c.at
  const monthBehind = () => c.seek('month', 3, ...separators, 'ordinal', 'link', 'dayWord')
  const month = monthBehind()
  if (month !== undefined)
    return dateOf(c, { day, month, year: c.seek('year', 2, ...separators, 'link') })
  if (!isBetween && c.seek('until', 2, '.', 'ordinal', 'link') === undefined) return undefined
  const last = c.seek('day', 3, '.', 'ordinal', 'link', 'dayCue')
  const read = dateOf(c, { day, month: monthBehind() })
  c.at = end
  return last === undefined || day >= last ? undefined : read
}

/** `Dec 5`, `December 5th, 2026` */
const readMonthDay: Rule = (c) => {
  const month = c.take('month')
  const day = month && c.seek('day', 2, '.', 'dayCue')
  const isOrdinal = c.skip(1, 'ordinal') > 0
  if (day === undefined || c.is(':') || !(isOrdinal || endsNumber(c))) return undefined
  return dateOf(c, { day, month, year: c.seek('year', 1, ',') })
}

/** `Christmas`, which a date beside it names better. */
const readFeast: Rule = (c) => {
  const [month, day] = isDated(c) ? [] : (c.word('date')?.split('-').map(Number) ?? [])
  return dateOf(c, { month, day })
}

/** Whether a date stands near, and not as another choice. */
const isDated = (c: Cursor): boolean =>
  [-1, 1].some((step) => {
    const near = [0, 1, 2, 3, 4, 5, 6, 7].map((count) => c.steps[c.from + step * count])
    const stop = near.findIndex((one) => one?.kinds.has('dated') || one?.kinds.has('either'))
    return near[stop]?.kinds.has('dated') === true
  })

/** How many days there are to the next weekday of that name; today is said in another way. */
const daysTo = ({ context: { now } }: Cursor, weekday: number): number =>
  (weekday - now.dayOfWeek + 7) % 7 || 7

const dayIn = ({ context: { now } }: Cursor, days: number) => ({
  day: now.toPlainDate().add({ days }),
  ...(days < 0 && { isPast: true }),
})

/** `in 3 days`, `Montag in einer Woche`, `3 दिन बाद`, `aaj se do din baad`, `10 days from now` */
const readDaysAhead: Rule = (c) => {
  const weekday = c.take('weekday')
  const base = weekday === undefined ? c.take('days') : daysTo(c, weekday)
  const isSince = base !== undefined && c.skip(1, 'pastBehind') > 0
  const isIn = c.skip(1, 'in') > 0
  if (isIn) c.skip(1, 'link')
  const isSpelled = !c.is('digits')
  const isPair = isIn && c.is('pair')
  const count = isPair ? 1 : c.take('few')
  const inclusive = c.steps[c.at]?.kinds.get('inclusive') ?? 0
  const unit = c.take('unit')
  const isAhead = isIn ? !c.is('pastBehind') : c.take('fromNow') !== undefined
  if (count === undefined || unit === undefined || !isAhead) return undefined
  if (base !== undefined && !isIn && !isSince) return undefined
  // `Huit jours` are a week and `quince días` two, as today counts, too.
  const isInclusive = count > 1 && count <= Number(inclusive) && count % 7 === 1
  const days = count * unit - (isInclusive ? 1 : 0)
  // `Dienstag in 3 Tagen` is a day that has to be a Tuesday itself.
  if (weekday !== undefined && !isSince && days % 7 !== 0) return undefined
  const read = dayIn(c, (base ?? 0) + days)
  // In figures some count that way, and some do not.
  const isUnclear = isInclusive && !isSpelled && base === undefined
  return { ...read, ...(isUnclear && { other: read.day.add({ days: 1 }) }) }
}

/** `a week on Monday`, `two weeks today`, `Monday week`, `today week` */
const readWeeksAhead: Rule = (c) => {
  const isBefore = !c.is(['weekday', 'days'])
  const count = isBefore ? (c.take('few') ?? (c.take('article') === undefined ? 0 : 1)) : 1
  const takeDay = () => {
    const weekday = c.seek('weekday', isBefore ? 3 : 0, 'at', 'in', 'dayCue', 'link')
    // `For a week today` begins today.
    return weekday === undefined
      ? c.isAfter('link')
        ? undefined
        : c.take('days')
      : daysTo(c, weekday)
  }
  const first = isBefore ? 0 : takeDay()
  const weeks = c.is('weekUnit') ? c.take('unit') : undefined
  const base = isBefore && weeks !== undefined ? takeDay() : first
  if (count === 0 || weeks === undefined || base === undefined) return undefined
  return dayIn(c, base + count * weeks)
}

/** `tomorrow`, `samedi en huit` */
const readDays: Rule = (c) => {
  const weekday = c.is('weekday') && c.is('weeks', 1) ? c.take('weekday') : undefined
  const days = c.take('days')
  return days === undefined ? undefined : dayIn(c, days + (weekday ? daysTo(c, weekday) : 0))
}

/** `the 25th`, `am 25.`, `25 tarikh`, `from the 4th to 7`; `Friday 4` is at four, unless that day is a Friday. */
const readDayOfMonth: Rule = (c) => {
  const back = c.is('until', -1) ? (c.is('ordinal', -2) ? 3 : 2) : 0
  const since = back > 0 ? c.steps[c.at - back]?.when?.day : undefined
  const weekday = c.steps[c.at - (c.is(',', -1) ? 2 : 1)]?.kinds.get('weekday')
  const isNear = c.isAfter(['at', 'weekday']) || c.context.isDayAsked === true
  const isCued = c.skip(1, 'dayCue') > 0 || since !== undefined
  if (c.is('joined') || !c.is('digits')) return undefined
  const number = c.take('day')
  if (number === undefined) return undefined
  const isWord = c.skip(1, 'dayWord') > 0
  const isOrdinal = c.skip(1, 'ordinal') > 0
  const isClosed = !isOrdinal && c.is('.') && !c.is('joined', 1) && c.skip(1, '.') > 0
  const isSure = isWord || isCued || (isNear && isOrdinal)
  if (!(isSure || weekday !== undefined) || !(isWord || isClosed || endsDay(c))) return undefined
  const from = since ?? c.context.now.toPlainDate()
  const day = [0, 1, 2]
    .map((months) => from.with({ day: 1 }).add({ months }).with({ day: number }))
    .find((one) => one.day === number && Temporal.PlainDate.compare(one, from) >= 0)
  return day !== undefined && (isSure || weekday === `${day.dayOfWeek}`) ? { day } : undefined
}

/** Whether a number that is a day can end here. */
const endsDay = (c: Cursor): boolean =>
  !c.is(['noun', 'month', 'halfAfter']) &&
  !(c.is([':', '.', '/', ',']) && c.is('joined', 1)) &&
  !(c.is('digits') && !c.is(['oclock', ':', 'h'], 1)) &&
  endsNumber(c)

/** `Friday next week`, `nächste Woche Freitag`, `Friday the week after next` */
const readWeekdayOfWeek: Rule = (c) => {
  const first = c.take('weekday')
  if (first !== undefined) c.skip(2, 'link')
  const start = c.at
  c.skip(1, 'next', 'afterNext')
  if (c.take('weekUnit') === undefined) return undefined
  c.skip(1, 'next', 'afterNext')
  const weekday = first ?? c.seek('weekday', 2, 'link')
  const isAfterNext = c.passed('afterNext', start)
  if (weekday === undefined || !(isAfterNext || c.passed('next', start))) return undefined
  const weeks = (weekday > c.context.now.dayOfWeek ? 1 : 0) + (isAfterNext ? 1 : 0)
  return { ...dayIn(c, daysTo(c, weekday) + 7 * weeks), isWeekday: !isAfterNext }
}

/** `Friday`, `next Friday`, `the Friday after next`, `in two Fridays` */
const readWeekday: Rule = (c) => {
  const isIn = !c.is('at') && c.skip(1, 'in') > 0
  const count = isIn ? c.take('few') : 1
  c.skip(1, 'next', 'afterNext')
  const weekday = c.take('weekday')
  c.skip(1, 'next', 'afterNext')
  if (weekday === undefined || count === undefined || count > 4 || isDated(c)) return undefined
  const weeks = count - 1 + (c.passed('afterNext', c.from) ? 1 : 0)
  return { ...dayIn(c, daysTo(c, weekday) + 7 * weeks), isWeekday: weeks === 0 }
}

/** `not this Friday but the next`, `is shukravar nahi, agle` */
const readWeekdayBehindNot: Rule = (c) => {
  const isDenied = c.take('not') !== undefined
  const weekday = c.seek('weekday', 2, 'any')
  c.skip(1, 'next')
  if (weekday === undefined || !(isDenied || c.take('not') !== undefined)) return undefined
  const next = c.seek('next', 3, 'any')
  const isMore = c.is(['weekday', 'days', 'unit', 'monthWord', 'digits', 'noun'])
  return next === undefined || isMore ? undefined : dayIn(c, daysTo(c, weekday) + 7)
}

/** What says a day, the surest first. */
export const dayRules: readonly Rule[] = [
  readNthWeekday,
  readFullDate,
  readShortDate,
  readDayMonth,
  readMonthDay,
  readFeast,
  readWeekdayBehindNot,
  readWeeksAhead,
  readDaysAhead,
  readDays,
  readDayOfMonth,
  readWeekdayOfWeek,
  readWeekday,
]
