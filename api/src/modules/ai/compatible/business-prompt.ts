import { Temporal } from 'temporal-polyfill'

import {
  isOpenOn,
  nextOpening,
  rangesOf,
  rangesOn,
  writeRanges,
  zonedAt,
} from '../../../platform/period/opening-hours.ts'
import { emergencyNumbers } from '../language/emergency-numbers.ts'
import type { Business, TurnRequest } from '../turn.ts'

/** What a model is told of the business, which stays the same. */
export function businessLines(business: Business): string[] {
  const { name, description, website, hours, timeZone } = business
  const emergency = emergencyNumbers(timeZone)
  const days = [1, 2, 3, 4, 5, 6, 0].flatMap((day) => hours.days.filter((one) => one.day === day))
  const opening = days.map((one) => {
    const clock = one.open ? writeRanges(rangesOf(one)) : 'closed'
    return listItem(`${weekdays[one.day] ?? ''}: ${clock}`)
  })
  const closed = hours.closedDates.map(({ from, to, label }) =>
    listItem(
      `${from === to ? from : `${from} to ${to}`}${label === undefined ? '' : ` (${label})`}`,
    ),
  )
  return [
    name === '' ? 'It has not said its name.' : `Name: ${name}`,
    ...(description === '' ? [] : [description]),
    ...(website === '' ? [] : [`Website: ${website}`]),
    ...(hours.enabled
      ? [
          `Opening hours (${timeZone}):`,
          ...opening,
          ...(closed.length === 0 ? [] : ['Closed all day:', ...closed]),
        ]
      : ['Its opening hours are not known to you.']),
    ...(emergency.length === 0 ? [] : [`Emergency numbers: ${emergency.join(', ')}`]),
  ]
}

const weekdays = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday']

/** Models count days badly: so many are named, with their hours. */
const shownDays = 10

/** What the clock says, and what that means for who asks "are you open". */
export function nowLines({
  now,
  business: { timeZone, hours },
}: Pick<TurnRequest, 'now' | 'business'>) {
  const local = zonedAt(now, timeZone).toPlainDateTime()
  const today = local.toPlainDate()
  const days = Array.from({ length: shownDays }, (_, ahead) => {
    const date = today.add({ days: ahead })
    const clock = writeRanges(rangesOn(hours, date)) || 'closed'
    return `${dayName(date)}${hours.enabled ? ` ${clock}` : ''}`
  })
  return [
    `Now it is ${dayName(today)}, ${local.toPlainTime().toString({ smallestUnit: 'minute' })} (${timeZone}).`,
    ...(hours.enabled ? [openingLine(hours, local)] : []),
    `The next days: ${days.join('; ')}.`,
  ]
}

function openingLine(hours: Business['hours'], local: Temporal.PlainDateTime): string {
  if (isOpenOn(hours, local)) return 'The business is open now.'
  const next = nextOpening(hours, local)
  const again = next && ` Next it opens ${dayName(next.date)} at ${next.ranges[0].from}.`
  return `The business is closed now.${again ?? ''}`
}

/** `Saturday 2026-11-21` */
const dayName = (date: Temporal.PlainDate) =>
  `${weekdays[date.dayOfWeek % 7] ?? ''} ${date.toString()}`

export const listItem = (text: string): string => `- ${text}`
