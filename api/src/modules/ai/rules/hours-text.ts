import { Temporal } from 'temporal-polyfill'

import {
  isOpenOn,
  nextOpening,
  rangeAt,
  rangesOf,
  rangesOn,
  type OpeningHours,
} from '../../../platform/period/opening-hours.ts'
import { fillBlanks, type Phrases } from '../../phrases/phrases.ts'
import { dayText, rangesText } from '../language/write-phrases.ts'
import type { When } from './steps.ts'

interface HoursQuestion {
  whens: readonly When[]
  hours: OpeningHours
  phrases: Phrases
  now: Temporal.PlainDateTime
}

/** Whether the business is open on the day or at the time that is asked about, or its whole week. */
export function hoursText({ whens, hours, phrases, now }: HoursQuestion): string {
  const { problems } = phrases
  const day = whens.find((when) => when.day !== undefined)?.day
  const clock = whens.find((when) => when.clock !== undefined)?.clock
  const name = (date: Temporal.PlainDate) => dayText(date.toString(), phrases.locale)
  const next = nextOpening(hours, day?.toPlainDateTime() ?? now)
  const blanks = next && {
    asked: name(day ?? now.toPlainDate()),
    day: name(next.date),
    hours: rangesText(next.ranges, phrases),
  }
  if (day === undefined) {
    const opened = rangeAt(hours, now)
    const closed = blanks === undefined ? '' : fillBlanks(phrases.closedNow, blanks)
    const state = opened === undefined ? closed : fillBlanks(phrases.openNow, { to: opened.to })
    return [...(state === '' ? [] : [state]), phrases.hours, ...weekLines(hours, phrases)].join(
      '\n',
    )
  }
  const ranges = rangesOn(hours, day)
  if (ranges.length === 0) {
    const again = blanks === undefined ? '' : fillBlanks(problems['closed_day'] ?? '', blanks)
    return again === '' ? fillBlanks(phrases.closedOn, { day: name(day) }) : again
  }
  const open = { day: name(day), hours: rangesText(ranges, phrases) }
  if (clock === undefined) return fillBlanks(phrases.openOn, open)
  return isOpenOn(hours, day.toPlainDateTime(clock))
    ? fillBlanks(phrases.openAtThatTime, open)
    : fillBlanks(problems['closed_time'] ?? '', open)
}

/** Days with the same hours share a line. */
function weekLines(hours: OpeningHours, { locale, closed }: Phrases): string[] {
  const monday = Temporal.PlainDate.from('2026-11-23')
  const days = [1, 2, 3, 4, 5, 6, 0].flatMap((day, ahead) => {
    const opened = hours.days.find((one) => one.day === day)
    const date = monday.add({ days: ahead })
    const name = date.toLocaleString(locale, { weekday: 'short' })
    if (opened === undefined) return []
    const ranges = rangesOf(opened).map(({ from, to }) => `${from}–${to}`)
    return [{ name, clock: opened.open ? ranges.join(', ') : closed }]
  })
  const groups: { names: string[]; clock: string }[] = []
  for (const { name, clock } of days) {
    const last = groups.at(-1)
    if (last?.clock === clock) last.names.push(name)
    else groups.push({ names: [name], clock })
  }
  return groups.map(({ names, clock }) => {
    const [first = ''] = names
    return `${names.length > 1 ? `${first}–${names.at(-1) ?? ''}` : first}: ${clock}`
  })
}
