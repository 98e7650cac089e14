import { casual, en, type ParsedComponents, type ParsedResult } from 'chrono-node'
import { Temporal } from 'temporal-polyfill'

import {
  isTaken,
  longestSaid,
  type Found,
  type Heard,
  type Looking,
  type Span,
  type Surroundings,
  type When,
} from './heard.ts'

type Clock = NonNullable<When['clock']>

/** What completes a day or a time was said in few words. */
const longestBefore = 200

/** A day, in whatever words: `2026-11-22`. */
export function findDate(heard: Heard, looking: Looking): Found | undefined {
  const when = whensIn(heard, looking).find(({ day }) => day !== undefined)
  return when?.day === undefined ? undefined : { ...spanOf(when), value: when.day }
}

/** A time of the day: `17:30`. */
export function findTime(heard: Heard, looking: Looking): Found | undefined {
  const when = whensIn(heard, looking).find(({ clock }) => clock !== undefined)
  return when?.clock === undefined ? undefined : { ...spanOf(when), value: clockText(when.clock) }
}

/** A day and a time, of which one may have been said a message earlier. */
export function findDatetime(heard: Heard, looking: Looking): Found | undefined {
  const whens = whensIn(heard, looking)
  const withDay = whens.find(({ day }) => day !== undefined)
  const withClock = whens.find(({ clock }) => clock !== undefined)
  if (withDay === undefined && withClock === undefined) return undefined
  const isHalf = withDay === undefined || withClock === undefined
  const earlier =
    looking.isAsked && isHalf
      ? heard.before.flatMap((text) => readWhens(text.slice(0, longestBefore), looking))
      : []
  const day = withDay?.day ?? earlier.find((one) => one.day !== undefined)?.day
  const clock = withClock?.clock ?? earlier.find((one) => one.clock !== undefined)?.clock
  const spans = [withDay, withClock].filter((one) => one !== undefined)
  const span = {
    start: Math.min(...spans.map(({ start }) => start)),
    end: Math.max(...spans.map(({ end }) => end)),
  }
  if (day === undefined || clock === undefined) {
    // Half of it: refused as such, so that the other half is asked for.
    return looking.isAsked ? { ...span, value: heard.text.slice(span.start, span.end) } : undefined
  }
  return { ...span, value: `${day}T${clockText(clock)}` }
}

/** Where days and times stand, so that their digits are not taken for anything else. */
export const dateSpans = (heard: Heard, surroundings: Surroundings): Span[] =>
  whensIn(heard, surroundings).map(spanOf)

const spanOf = ({ start, end }: Span): Span => ({ start, end })

const clockText = ({ hour, minute }: Clock): string =>
  `${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')}`

function whensIn(heard: Heard, surroundings: Surroundings): When[] {
  heard.whens ??= readWhens(heard.english.text.slice(0, longestSaid), surroundings).map((when) => ({
    ...when,
    ...heard.english.toSource(when.start, when.end),
  }))
  return heard.whens.filter((when) => !isTaken(heard, when))
}

/** What stands in a text that is English already; all places stay as they are. */
function readWhens(text: string, { now, place, isDayFirst }: Surroundings): When[] {
  const zoned = Temporal.Instant.fromEpochMilliseconds(now.getTime()).toZonedDateTimeISO(
    place.timeZone,
  )
  const reference = { instant: now, timezone: zoned.offsetNanoseconds / 60e9 }
  const reader = isDayFirst ? en.GB : casual
  const parsed = reader.parse(readable(text), reference, { forwardDate: true })
  // Between five and six is no time yet.
  const isRange = /\bbetween\b/i.test(text)
  const whens = parsed
    .map((result) => toWhen(result, text))
    .map(({ clock, ...when }) => ({
      ...when,
      ...(clock !== undefined && !isRange && { clock }),
    }))
  return [...whens, ...monthDays(text, zoned.toPlainDate())].filter(
    ({ day, clock }) => day !== undefined || clock !== undefined,
  )
}

/** What chrono reads wrongly is written otherwise, in as many characters. */
const readable = (text: string): string =>
  text
    // `The day` alone would be today.
    .replaceAll(/\bthe day\b(?! after)/gi, '       ')
    .replaceAll(monthFirst, (_, month: string, gap: string, day: string) => `${day}${gap}${month}`)
    .replaceAll(
      /(?<![\d.])(\d{1,2})\.(\d{1,2})\.?(?![\d.]|\s*[ap]\.?m)/gi,
      (all, day: string, month: string) =>
        Number(month) <= 12 && Number(day) <= 31 ? `${day}/${month}`.padEnd(all.length) : all,
    )
    .replaceAll(/(\d{1,2})h(\d{2})/gi, '$1:$2')
    .replaceAll(/(\d{1,2})(:\d{2})?\s*o'clock/g, (all, hour: string, minute = ':00') =>
      `${hour}${minute}`.padEnd(all.length),
    )

const months =
  'jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?'
const monthFirst = new RegExp(
  `\\b(?<!\\d(?:st|nd|rd|th)?\\s*(?:of\\s+)?)(${months})(\\s+)(\\d{1,2}(?:st|nd|rd|th)?)(?![\\d:]|\\s*[ap]\\.?m)`,
  'gi',
)

/** `the 25th`: the next one that comes. */
function monthDays(text: string, today: Temporal.PlainDate): When[] {
  const pattern = new RegExp(
    `(?:\\b(?:the|on)\\s+)?(?<![\\d/.-])(\\d{1,2})\\s*(?:st|nd|rd|th)\\b(?!\\s*(?:of\\s+)?(?:${months}))(?!\\s*(?:floor|street|cross|main|class|grade))`,
    'gi',
  )
  return Array.from(text.matchAll(pattern), (match) => {
    const wanted = Number(match[1])
    const first = today.with({ day: 1 })
    const found = [0, 1, 2]
      .map((ahead) => first.add({ months: ahead }))
      .filter((month) => wanted >= 1 && wanted <= month.daysInMonth)
      .map((month) => month.with({ day: wanted }))
      .find((day) => Temporal.PlainDate.compare(day, today) >= 0)
    const span = { start: match.index, end: match.index + match[0].length }
    return found === undefined ? span : { ...span, day: found.toString() }
  })
}

function toWhen({ index, text, start }: ParsedResult, whole: string): When {
  const hasDay = start.isCertain('day') || start.isCertain('weekday')
  return {
    start: index,
    end: index + text.length,
    ...(hasDay && { day: dayOf(start) }),
    ...(start.isCertain('hour') && { clock: clockOf(start, whole, text) }),
  }
}

const dayOf = (parts: ParsedComponents): string =>
  [String(parts.get('year')).padStart(4, '0'), two(parts.get('month')), two(parts.get('day'))].join(
    '-',
  )
const two = (value: number | null): string => String(value ?? 1).padStart(2, '0')

/** Nobody books for five in the morning without saying so; the summary shows how it was understood. */
function clockOf(parts: ParsedComponents, whole: string, written: string): Clock {
  const hour = parts.get('hour') ?? 0
  const minute = parts.get('minute') ?? 0
  const isClear = parts.isCertain('meridiem') || hour > 12 || hour === 0 || /\b0\d:/.test(written)
  if (isClear) return { hour, minute }
  const part = /\b(?:morning|afternoon|evening|night)\b/i.exec(whole)?.[0].toLowerCase()
  if (part === 'morning') return { hour: hour % 12, minute }
  if (part === 'night' && hour <= 5) return { hour, minute }
  const isLate = part === undefined ? hour < 8 : true
  return { hour: isLate || hour === 12 ? (hour % 12) + 12 : hour, minute }
}
