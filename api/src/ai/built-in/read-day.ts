import { Temporal } from 'temporal-polyfill'

import { has, isHourMark, isPeople, isSmall, markOf, type Read, type StepReader } from './steps.ts'
import { isAt, isStopword } from './text.ts'

/** `tomorrow`, `next friday`, `5 december`, `5/12`, `in 3 days`. */
export function readDate(reader: StepReader, index: number): Read | undefined {
  const { steps, clockwork } = reader
  const today = clockwork.now.toPlainDate()
  const [before, step, next, third] = [-1, 0, 1, 2].map((ahead) => steps[index + ahead])
  const days = markOf(step, 'days')
  if (days !== undefined) {
    const when = { day: today.add({ days: days.value }), ...(days.value < 0 && { isPast: true }) }
    return { from: index, to: index + 1, when }
  }
  const feast = markOf(step, 'date')
  if (feast !== undefined) {
    const [month = 1, day = 1] = feast.text.split('-').map(Number)
    const read = dated(reader, { from: index, to: index + 1 }, { day, month })
    return read === undefined ? undefined : { ...read, when: { ...read.when, isWeekday: true } }
  }
  const written = readNumeric(reader, index) ?? readNamed(reader, index)
  if (written !== undefined) return written
  const unit = markOf(third, 'unit')
  const units = next?.number ?? Infinity
  if (has(step, 'in') && units <= mostUnits && unit !== undefined) {
    const day = today.add({ days: units * unit.value })
    return { from: index, to: index + 3, when: { day } }
  }
  const weekday = markOf(step, 'weekday')
  if (weekday === undefined) return undefined
  // Who means today says so.
  const ahead = (weekday.value - today.dayOfWeek + 7) % 7 || 7
  return {
    from: has(before, 'next') ? index - 1 : index,
    to: has(next, 'next') ? index + 2 : index + 1,
    when: { day: today.add({ days: ahead }), isWeekday: true },
  }
}

/** Nobody books further ahead, in days or in weeks. */
const mostUnits = 400

/** `5/12`, `5.12.2026`, `2026-12-05`. */
function readNumeric(reader: StepReader, index: number): Read | undefined {
  const { steps, clockwork } = reader
  const [one, sign, two, closing, three] = steps.slice(index, index + 5)
  if (one?.digits === undefined || sign === undefined || two?.digits === undefined) return undefined
  if (!/^[/.-]$/.test(sign.sign) || !sign.isGlued || !two.isGlued) return undefined
  const [first, second] = [Number(one.digits), Number(two.digits)]
  const isAgain = closing?.sign === sign.sign
  const third =
    isAgain && three?.isGlued === true && three.digits !== undefined
      ? Number(three.digits)
      : undefined
  if (third !== undefined && first > 1000) {
    const date = { day: third, month: second, year: first }
    return dated(reader, { from: index, to: index + 5 }, date)
  }
  const [day, month] = clockwork.isDayFirst || first > 12 ? [first, second] : [second, first]
  if (third !== undefined) {
    const year = third < 100 ? third + (third > 50 ? 1900 : 2000) : third
    return dated(reader, { from: index, to: index + 5 }, { day, month, year })
  }
  if (sign.sign === '-') return undefined
  const isClosed = sign.sign === '.' && isAgain
  const isLed = has(steps[index - 1], 'dayCue', 'at', 'weekday', 'until')
  if (sign.sign === '.' && !isClosed && !isLed && clockwork.isDayAsked !== true) return undefined
  return dated(reader, { from: index, to: index + (isClosed ? 4 : 3) }, { day, month })
}

/** `5 december`, `december 5th`, `5 de diciembre de 2026`, `4 al 7 de diciembre`. */
function readNamed(reader: StepReader, index: number): Read | undefined {
  const { steps } = reader
  const leading = markOf(steps[index], 'month')
  const day = steps[leading === undefined ? index : index + 1]?.number
  if (day === undefined || day < 1 || day > 31) return undefined
  if (leading !== undefined) {
    const behind = steps[index + 2]
    return behind?.sign === ':' || isHourMark(behind)
      ? undefined
      : dated(reader, { from: index, to: index + 2 }, { day, month: leading.value })
  }
  let at = index + 1
  while (
    at < index + 4 &&
    !has(steps[at], 'month') &&
    (isSmall(steps[at]) || has(steps[at], 'dayCue') || steps[at]?.sign === '.')
  )
    at += 1
  const month = markOf(steps[at], 'month')
  if (month === undefined) return readFirstOfTwo(reader, index, day)
  const yearAt = [at + 1, at + 2].find((one) => {
    const year = steps[one]?.number ?? 0
    return year >= 1900 && year < 2100
  })
  const from = has(steps[index - 1], 'dayCue') ? index - 1 : index
  const year = steps[yearAt ?? -1]?.number
  return dated(reader, { from, to: (yearAt ?? at) + 1 }, { day, month: month.value, year })
}

/** The first of two days of one month. */
function readFirstOfTwo(reader: StepReader, index: number, day: number): Read | undefined {
  const { steps } = reader
  if (!has(steps[index + 1], 'until') && !has(steps[index + 2], 'until')) return undefined
  const second = [index + 2, index + 3, index + 4].find((at) => steps[at]?.number !== undefined)
  const last = second === undefined ? undefined : readNamed(reader, second)?.when.day
  if (last === undefined || day >= last.day) return undefined
  return { from: index, to: index + 1, when: { day: last.with({ day }) } }
}

/** So long ago a day without a year is one that is past, and not one of the next year. */
const justPast = { days: 45 }

/** The day of a date; nothing where the calendar has none. */
function dated(
  { clockwork }: StepReader,
  place: { from: number; to: number },
  { day, month, year }: { day: number; month: number; year?: number | undefined },
): Read | undefined {
  const today = clockwork.now.toPlainDate()
  try {
    const date = { year: year ?? today.year, month, day }
    const first = Temporal.PlainDate.from(date, { overflow: 'reject' })
    const isMeant =
      year !== undefined || Temporal.PlainDate.compare(first, today.subtract(justPast)) >= 0
    return { ...place, when: { day: isMeant ? first : first.add({ years: 1 }) } }
  } catch {
    return undefined
  }
}

/** `the 12th`, `el 12`, `am 12.`, `12 tarikh`: the next one that comes. */
export function readDayOfMonth(reader: StepReader, index: number): Read | undefined {
  const { steps, tokens, clockwork } = reader
  const [before, step, next] = [-1, 0, 1].map((ahead) => steps[index + ahead])
  const number = step?.number
  if (step?.digits === undefined || number === undefined || number < 1 || number > 31)
    return undefined
  const ending = tokens[step.to]
  const isOrdinal = ending?.isGlued === true && /^(?:st|nd|rd|th|º|ª|er|eme)$/.test(ending.word)
  const isBehind = has(next, 'dayWord')
  const weekday = isHourMark(next) ? undefined : markOf(before, 'weekday')
  const isDay =
    has(before, 'dayCue') ||
    isBehind ||
    weekday !== undefined ||
    (has(before, 'until') && reader.taken.has(index - 2)) ||
    (isOrdinal && (clockwork.isDayAsked === true || has(before, 'at')))
  const isOther = step.isGlued || has(next, 'unit', 'month') || isPeople(reader, next)
  if (!isDay || isOther || isCount(reader, index + (isOrdinal ? 2 : 1))) return undefined
  const today = clockwork.now.toPlainDate()
  const day = [0, 1, 2]
    .map((months) => today.with({ day: 1 }).add({ months }))
    .filter((month) => number <= month.daysInMonth)
    .map((month) => month.with({ day: number }))
    .find((one) => Temporal.PlainDate.compare(one, today) >= 0)
  if (day === undefined) return undefined
  // `Friday 4` is at four, unless that day is a Friday.
  if (weekday !== undefined && !isOrdinal && day.dayOfWeek !== weekday.value) return undefined
  const from = has(before, 'dayCue') ? index - 1 : index
  return { from, to: index + (isOrdinal || isBehind ? 2 : 1), when: { day } }
}

/** `the 8 inch`: what stands behind is what there are so many of. */
function isCount({ steps, tokens, clockwork: { words } }: StepReader, index: number): boolean {
  const step = steps[index]
  if (step?.token.kind !== 'word' || step.marks.length > 0 || isStopword(step.token.word))
    return false
  return !isAt(tokens, step.at, words.filler, words.request, words.afterName, words.thanks)
}
