import { Temporal } from 'temporal-polyfill'

import { isOpenOn } from '../../../platform/period/opening-hours.ts'
import type { Cursor, Rule } from './cursor.ts'
import type { Step } from './steps.ts'

/** An hour as it was said, with the half of the day if that was said as well. */
interface SaidClock {
  hour: number
  /** With those before or behind it: `quarter to`, `et demie`. */
  minutes: number
  /** The half of the day, and one that is said a few words before. */
  part: string | undefined
  near: string | undefined
  /** `05:30` is no time of the evening. */
  isWritten: boolean
  /** Behind `at`. */
  isAt: boolean
  /** More than a number says that it is a time. */
  isSure: boolean
}

/** Before this hour it is still the night of the day before. */
export const dawn = 5

/** The hour in the half of the day that is said, or else in which the business is open. */
function clockOf({ context: { hours, now } }: Cursor, said: SaidClock, isAfternoon?: boolean) {
  const { hour, minutes, part, isWritten } = said
  const clock = new Temporal.PlainTime(hour % 24).add({ minutes })
  if (hour > 12 || hour === 0 || (isWritten && part === undefined)) return { clock }
  const other = clock.add({ hours: 12 })
  const [early, late] = clock.hour < 12 ? [clock, other] : [other, clock]
  // Twelve of a night and the hours behind it are of the day that follows.
  const isNight = part === 'night' && early.hour < dawn
  if (part !== undefined) return { clock: part === 'am' || isNight ? early : late, isNight }
  const [isEarly, isLate] = [early, late].map((one) =>
    [0, 1, 2, 3, 4, 5, 6].some((days) => isOpenOn(hours, now.add({ days }).withPlainTime(one))),
  )
  // Nobody comes at five in the morning without saying so; of seven or eight both are of one half.
  const isUsual = isAfternoon === undefined ? early.hour >= 8 : !isAfternoon
  const isMorning = isEarly === isLate ? isUsual : isEarly === true
  return { clock: isMorning ? early : late, isNight: isMorning && early.hour < dawn }
}

/** `5`, `5:30`, `5.30`, `5h30`, `5 Uhr 30`, `1730` */
function takeHour(c: Cursor) {
  if (c.is('joined')) return undefined
  const isZero = c.steps[c.at]?.word.startsWith('0') === true
  const compact = c.is('hour') ? undefined : c.take('compact')
  if (compact !== undefined)
    return {
      hour: Math.floor(compact / 100),
      minute: compact % 100,
      isWritten: false,
      isSure: false,
    }
  const hour = c.take('hour')
  if (hour === undefined) return undefined
  const end = c.at
  const isClock = c.is('oddMonth', 1) ? c.is(['oclock', 'part'], 2) : true
  const isSign = c.is([':', '.']) ? c.is('joined', 1) && (c.is(':') || isClock) : true
  const isAmount = c.is(['h', 'oclock']) && c.is(['counted', 'noun'], 2)
  const isMore = isSign && !isAmount && c.skip(1, ':', '.', 'h', 'oclock') > 0
  const minute = isMore ? c.take('minute') : undefined
  if (minute === undefined) c.at = end
  const isSure = minute !== undefined
  return { hour, minute, isWritten: isZero && isSure, isSure }
}

/** `at 5`, `half past five in the evening`, `in the morning at 10`, `5 baje`, `5` */
function takeClock(c: Cursor): SaidClock | undefined {
  const near = partNear(c, -1, -4)
  const before = c.is('taken') ? undefined : c.word('part')
  // The part of `7 pm, 3 haircuts` is that of seven.
  const isOfLast = c.is(',') && c.is('hour', -2)
  if (before !== undefined && !isOfLast) c.skip(1, 'at', 'dayCue', ',')
  c.skip(2, 'at')
  const half = c.take('half')
  const isAt = c.is('at', -1)
  const said = takeHour(c)
  if (said === undefined) return undefined
  const end = c.at
  c.skip(1, 'oclock')
  const more = c.take('halfAfter')
  c.skip(1, 'oclock')
  const isBare = c.at === end && !isAt && !said.isSure
  if (c.is('part', 1)) c.skip(1, 'at', 'dayCue')
  // Of `for 4 in the morning at 10` the part is that of ten.
  const isNext = c.is(['at', 'dayCue', ','], 1) && c.is('hour', 2) && !c.is(['counted', 'noun'], 3)
  const isOfNext = isBare && isNext && c.is('part')
  if (isOfNext) c.at = end
  const part = (isOfNext ? undefined : c.word('part')) ?? before
  const isMarked = c.at > end || ((half ?? before) !== undefined && !c.is('counted'))
  const minutes = (said.minute ?? half ?? 0) + (more ?? 0)
  return { ...said, minutes, part, near, isAt, isSure: said.isSure || isMarked }
}

/** The half of the day that is said nearest, from one step to another. */
function partNear(c: Cursor, from: number, to: number): string | undefined {
  const step = Math.sign(to - from)
  for (let ahead = from; ahead !== to + step; ahead += step) {
    const part = c.steps[c.at + ahead]?.kinds.get('part')
    if (part !== undefined) return part
  }
  return undefined
}

/** As said, or with the half of the day that stands shortly before it or behind it. */
const withPart = (c: Cursor, said: SaidClock): SaidClock => ({
  ...said,
  part: said.part ?? said.near ?? partNear(c, 0, 2),
})

/** Of `from 2 to 4 pm` the first hour; `at 5 or 6` is one of both. */
const readTwoHours: Rule = (c) => {
  const isBehind = c.isAfter('taken', ',')
  const first = takeClock(c)
  if (first === undefined) return undefined
  const isEither = c.skip(1, 'either') > 0
  const isUntil = c.skip(1, 'until') > 0 || (c.is(['oclock', 'part'], -1) && c.is('at'))
  const last = isEither || isUntil ? takeClock(c) : undefined
  if (last === undefined) return undefined
  const isLater = first.hour < last.hour
  const part = first.part ?? first.near ?? (isLater ? last.part : undefined)
  const { isHourAsked, isHourOpen } = c.context
  const isOpen = isHourOpen === true && isBehind
  const isCued =
    first.isAt ||
    first.isSure ||
    (isEither && (last.isAt || isOpen || (isHourAsked === true && isAlone(c))))
  const isAsked = isEither && c.context.isHourAsked === true
  const isAmount =
    c.is(['counted', 'ordinal', 'month']) || (!first.isAt && !isAsked && c.is('noun'))
  if (!last.isSure && (isAmount || !(isCued || isAsked))) return undefined
  const read = clockOf(c, { ...first, part })
  if (!isEither) return read
  const isAfternoon = isLater ? read.clock.hour >= 12 : undefined
  const second = { ...last, part: last.part ?? (isLater ? part : undefined) }
  const { clock } = clockOf(c, second, isAfternoon)
  return clock.equals(read.clock) ? read : { ...read, otherClock: clock }
}

/** `noon`, `midi et demi`, `quarter past midnight`; `mittags um 1` is at one. */
const readNamedClock: Rule = (c) => {
  const half = c.is('halfOf') ? undefined : c.take('half')
  const named = c.word('clock')
  if (named === undefined) return undefined
  const minutes = half ?? c.take('halfAfter') ?? 0
  const hour = [0, 1, 2].find((ahead) => !c.is(['at', ','], ahead)) ?? 2
  if (half === undefined && c.is('hour', hour)) return undefined
  const clock = Temporal.PlainTime.from(named).add({ minutes })
  return { clock, isNight: clock.hour < dawn }
}

/** `half past five in the evening`, `6:30`, `morning at ten`, `6 pm`, `5 baje` */
const readClock: Rule = (c) => {
  const said = takeClock(c)
  return said?.isSure === true ? clockOf(c, withPart(c, said)) : undefined
}

/** `at 5`, `tomorrow 5`, `5 tomorrow`; and `5` alone, where a time was asked for */
const readBareHour: Rule = (c) => {
  const { isHourAsked = false, isHourOpen = false } = c.context
  const isBehind = c.isAfter('taken', ',')
  const isOther = c.isAfter('either') && c.is('number', -2)
  const said = takeClock(c)
  if (said === undefined || said.isSure || isOther) return undefined
  const isCompact = !c.is('hour', -1)
  const isChoice = c.is('either') && c.is(['number', 'at'], 1)
  const isJoined = c.is([':', '.', '/', ',', '-']) && c.is('joined', 1)
  const isMore = isChoice || isJoined || c.is(['counted', 'month', 'ordinal', 'until', 'digits'])
  const read = (isVague = false) => {
    const full = withPart(c, said)
    return { ...clockOf(c, full), isVague: isVague && full.part === undefined }
  }
  const isClock = isCompact ? isHourAsked && !c.is('noun') : !c.is('one', -1)
  if (said.isAt && isClock && !isMore) return read(true)
  const isOpen = c.is('digits', -1) && (isHourAsked || (isHourOpen && !c.is('noun')))
  const isBefore = !isCompact && (c.is('taken') || (c.is(',') && c.is('taken', 1)))
  const others = [...c.steps.slice(0, c.at - 1), ...c.steps.slice(c.at)]
  const isOnly = isHourAsked && isAlone(c) && !others.some(isNumber) && !isCompact
  return isOpen && (isBefore || (((isBehind && !c.is('noun')) || isOnly) && !isMore))
    ? read()
    : undefined
}

/** Whether little else is said. */
const isAlone = ({ steps, from, at }: Cursor): boolean => from <= 2 && steps.length - at <= 2

const isNumber = ({ kinds }: Step): boolean => kinds.has('number')

/** `in two hours`, `in half an hour`, `in 1 hour 30 minutes`, `in an hour and a half`, `2 घंटे में` */
export const readClockAhead: Rule = (c) => {
  const isAt = c.is('at')
  const isIn = c.skip(1, 'in') > 0
  const links = isIn ? c.skipTo(['few', 'halfOf', 'spell'], 2, 'link', 'article') : 0
  const half = c.take('halfOf')
  if (isIn && half !== undefined && !c.is('spell')) c.skip(1, 'article', 'link', '-')
  const isWhole = isIn && c.is('alone')
  const few = half === undefined ? c.take('few') : 0.5
  const count = few ?? (isWhole || (links > 0 && !isAt) ? 1 : undefined)
  const spell = c.take('spell')
  if (count === undefined || spell === undefined) return undefined
  const minutes = count * spell + takeRest(c, spell)
  const isSure = isIn && !c.is('pastBehind') && (!isAt || half !== undefined || isWhole)
  if (!isSure && (isIn || c.skip(1, 'fromNow') === 0)) return undefined
  const at = c.context.now.add({ minutes: Math.round(minutes) })
  return { day: at.toPlainDate(), clock: at.toPlainTime().round('minute') }
}

/** The minutes behind an hour: `30 minutes`, `and a half`, `y media` */
function takeRest(c: Cursor, spell: number): number {
  const start = c.at
  const more = c.seek('few', 1, 'link')
  const unit = more === undefined ? undefined : c.take('spell')
  if (more !== undefined && unit !== undefined) return more * unit
  c.at = start
  if (c.skip(1, 'link') > 0 && c.seek('halfOf', 1, 'article') !== undefined) return spell / 2
  c.at = start
  const minutes = c.take('halfAfter') ?? 0
  if (c.at > start) c.skip(1, 'spell')
  return minutes
}

/** `same time` */
const readSameTime: Rule = (c) =>
  c.take('sameTime') === undefined ? undefined : { isSameTime: true }

/** What says a time, the surest first. */
export const clockRules: readonly Rule[] = [
  readTwoHours,
  readNamedClock,
  readClock,
  readBareHour,
  readSameTime,
]
