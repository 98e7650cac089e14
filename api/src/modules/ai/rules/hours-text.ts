import { Temporal } from 'temporal-polyfill'

import {
  hoursOn,
  isOpenOn,
  nextOpening,
  type OpeningHours,
} from '../../../platform/period/opening-hours.ts'
import { fillBlanks, type Phrases } from '../../phrases/phrases.ts'
import { dayText } from '../language/write-phrases.ts'
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
    from: next.from,
    to: next.to,
  }
  if (day === undefined) {
    const today = isOpenOn(hours, now) ? hoursOn(hours, now.toPlainDate()) : undefined
    const closed = blanks === undefined ? '' : fillBlanks(phrases.closedNow, blanks)
    const state = today === undefined ? closed : fillBlanks(phrases.openNow, { to: today.to })
    return [...(state === '' ? [] : [state]), phrases.hours, ...weekLines(hours, phrases)].join(
      '\n',
    )
  }
  const opened = hoursOn(hours, day)
  if (opened === undefined) {
    const again = blanks === undefined ? '' : fillBlanks(problems['closed_day'] ?? '', blanks)
    return again === '' ? fillBlanks(phrases.closedOn, { day: name(day) }) : again
  }
  const { from, to } = opened
  if (clock === undefined) return fillBlanks(phrases.openOn, { day: name(day), from, to })
  return isOpenOn(hours, day.toPlainDateTime(clock))
    ? fillBlanks(phrases.openAtThatTime, { day: name(day), from, to })
    : fillBlanks(problems['closed_time'] ?? '', { from, to })
}

/** Days with the same hours share a line. */
function weekLines(hours: OpeningHours, { locale, closed }: Phrases): string[] {
  const monday = Temporal.PlainDate.from('2026-11-23')
  const days = [1, 2, 3, 4, 5, 6, 0].flatMap((day, ahead) => {
    const opened = hours.days.find((one) => one.day === day)
    const date = monday.add({ days: ahead })
    const name = date.toLocaleString(locale, { weekday: 'short' })
    return opened === undefined
      ? []
      : [{ name, clock: opened.open ? `${opened.from}–${opened.to}` : closed }]
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
