import { Temporal } from 'temporal-polyfill'

import type { OpeningHours } from '../../period/opening-hours.ts'
import { has, isHourMark, isPeople, isSmall, markOf, type Read, type StepReader } from './steps.ts'

/** An hour that was said, before its half of the day is known. */
interface Hour {
  from: number
  to: number
  hours: number
  minutes: number
  /** With a leading nought it is of 24 hours. */
  isWritten?: boolean
}

/** `10:30`, `20h30`, `10.30`, with what says which half of the day. */
export function readWrittenTime(reader: StepReader, index: number): Read | undefined {
  const { steps } = reader
  const [hour, sign, minute, behind, next] = steps.slice(index, index + 5)
  if (hour?.digits === undefined || sign === undefined || minute?.digits?.length !== 2)
    return undefined
  if (!/^[:.h]$/.test(sign.sign) || !sign.isGlued || !minute.isGlued) return undefined
  const before = steps[index - 1]
  if (hour.isGlued && before?.sign === '.') return undefined
  const [hours, minutes] = [Number(hour.digits), Number(minute.digits)]
  if (hours > 24 || minutes > 59) return undefined
  const isMonth = minutes >= 1 && minutes <= 12 && minutes % 5 !== 0
  const isDate =
    next?.digits !== undefined ||
    (behind?.sign === '.' && behind.isGlued) ||
    (isMonth && !has(before, 'at') && !isHourMark(behind))
  if (sign.sign === '.' && isDate) return undefined
  const isWritten = hour.digits.startsWith('0')
  return finishTime(reader, { from: index, to: index + 3, hours, minutes, isWritten })
}

/** `5 pm`, `5 baje`, `half past 3`, `halb vier`, `a las 8`, `noon`. */
export function readClock(reader: StepReader, index: number): Read | undefined {
  const { steps, taken } = reader
  const [step, next, third] = steps.slice(index, index + 3)
  const [before, earlier] = [steps[index - 1], steps[index - 2]]
  const named = markOf(step, 'clock')
  if (named !== undefined)
    return { from: index, to: index + 1, when: { clock: Temporal.PlainTime.from(named.text) } }
  const half = markOf(step, 'half')
  if (half !== undefined && isHour(next?.number) && !taken.has(index + 1)) {
    const said = { hours: next.number, minutes: half.value }
    return finishTime(reader, { from: index, to: index + 2, ...said })
  }
  if (step === undefined || !isHour(step.number)) return undefined
  const isDecimal =
    /^[.,]$/.test(next?.sign ?? '') && next?.isGlued === true && third?.isGlued === true
  const isInNumber = step.isGlued && /^[.,/:-]$/.test(before?.sign ?? '')
  if (isDecimal || isInNumber) return undefined
  const isClear = isHourMark(next) || has(next, 'halfAfter')
  const isHourSaid =
    isClear ||
    (has(before, 'at') && !has(next, 'unit', 'month') && !isPeople(reader, next)) ||
    (has(before, 'part') && !taken.has(index - 1)) ||
    (has(earlier, 'part') && isSmall(before) && !taken.has(index - 2)) ||
    (isSmall(next) && has(third, 'part'))
  if (!isHourSaid) return undefined
  const isVague = !isClear && partNear(reader, index, index + 1) === undefined
  // `a una habitación`, `a 1 €`
  const isPriced = /^(?:\p{Sc}|%)$/u.test(next?.token.word ?? '')
  if (isPriced || (isVague && step.digits === undefined && step.number === 1)) return undefined
  const read = finishTime(reader, { from: index, to: index + 1, hours: step.number, minutes: 0 })
  return { ...read, when: { ...read.when, isVague } }
}

/** `tomorrow 6`, or `6` where a time was asked for. */
export function readBareHour(reader: StepReader, index: number): Read | undefined {
  const { steps, taken, clockwork } = reader
  const [step, next] = steps.slice(index, index + 2)
  const hours = step?.number
  if (step?.digits === undefined || !isHour(hours) || hours === 0 || isPeople(reader, next))
    return undefined
  if (step.isGlued || (next?.isGlued === true && next.sign !== '')) return undefined
  const isBeside = taken.has(index - 1) || taken.has(index + 1)
  const isAlone =
    steps.length <= 3 && steps.filter(({ number }) => number !== undefined).length === 1
  const { isHourAsked = false, isHourOpen = false } = clockwork
  if (!(isBeside && (isHourAsked || isHourOpen)) && !(isAlone && isHourAsked)) return undefined
  return finishTime(reader, { from: index, to: index + 1, hours, minutes: 0 })
}

/** `at the same time` */
export const readSameTime = ({ steps }: StepReader, index: number): Read | undefined =>
  has(steps[index], 'sameTime')
    ? { from: index, to: index + 1, when: { isSameTime: true } }
    : undefined

const isHour = (number: number | undefined): number is number =>
  number !== undefined && Number.isInteger(number) && number >= 0 && number <= 24

/** Takes what says the half of the day in, before or behind, and decides it where nothing does. */
function finishTime(reader: StepReader, hour: Hour): Read {
  const { steps, taken, clockwork } = reader
  let { from, to, minutes } = hour
  for (const kind of ['halfAfter', 'oclock', 'halfAfter'] as const) {
    const mark = markOf(steps[to], kind)
    if (mark === undefined || (kind === 'halfAfter' && minutes !== 0)) continue
    minutes += mark.value
    to += 1
  }
  const partAt = !has(steps[to], 'part') && isSmall(steps[to]) ? to + 1 : to
  let part = markOf(steps[partAt], 'part')?.text
  if (part !== undefined) to = partAt + 1
  if (has(steps[from - 1], 'at')) from -= 1
  const before = [from - 1, from - 2].find((at) => has(steps[at], 'part') && !taken.has(at))
  if (before !== undefined && (before === from - 1 || isSmall(steps[from - 1]))) {
    part ??= markOf(steps[before], 'part')?.text
    from = before
  }
  part ??= partNear(reader, from, to)
  return { from, to, when: { clock: clockOf({ ...hour, minutes }, part, clockwork.hours) } }
}

/** `tomorrow evening at 6`: somewhere near, and no part of another time. */
function partNear({ steps, taken }: StepReader, from: number, to: number): string | undefined {
  for (let index = Math.max(0, from - 4); index < to + 3; index += 1) {
    const part = taken.has(index) ? undefined : markOf(steps[index], 'part')
    if (part !== undefined) return part.text
  }
  return undefined
}

/** Which half of the day is meant: as it is said, or else when the business is open. */
function clockOf(said: Hour, part: string | undefined, opening: OpeningHours): Temporal.PlainTime {
  const total = said.hours * 60 + said.minutes + 1440
  const [hours, minutes] = [Math.floor(total / 60) % 24, total % 60]
  if (said.hours > 12 || said.hours === 0 || said.isWritten === true)
    return new Temporal.PlainTime(hours, minutes)
  const early = new Temporal.PlainTime(hours % 12, minutes)
  const late = new Temporal.PlainTime((hours % 12) + 12, minutes)
  if (part === 'am') return early
  if (part === 'pm') return late
  const opens = (clock: Temporal.PlainTime) =>
    opening.enabled && opening.days.some(({ open, from, to }) => open && isWithin(clock, from, to))
  if (opens(early) !== opens(late)) return opens(early) ? early : late
  // Nobody comes at five in the morning without saying so.
  return hours % 12 < 8 ? late : early
}

const isWithin = (clock: Temporal.PlainTime, from: string, to: string): boolean => {
  const at = clock.toString({ smallestUnit: 'minute' })
  return from < to ? from <= at && at < to : from <= at || at < to
}
