import { Temporal } from 'temporal-polyfill'

import { clockRules, readClockAhead } from './clock-rules.ts'
import { Cursor, type ReadStep } from './cursor.ts'
import { dayRules } from './day-rules.ts'
import { stepsOf, type ClockContext, type Step, type StepKind, type When } from './steps.ts'
import { says, type Token } from './text.ts'

/** Whether a day is rather one of birth than one that was missed. */
export const isLongAgo = (day: Temporal.PlainDate, now: Temporal.PlainDateTime): boolean =>
  Temporal.PlainDate.compare(day, now.toPlainDate().subtract({ months: 6 })) < 0

/** All days and times of a message, in the order in which they stand there. */
export function whensIn(tokens: readonly Token[], context: ClockContext): When[] {
  const steps = stepsOf(tokens, context)
  const left: ReadStep[] = [...steps]
  const found: When[] = []
  for (const rule of [readClockAhead, ...dayRules, ...clockRules])
    for (let from = 0; from < left.length; from += 1) {
      const cursor = new Cursor(left, from, context)
      const read = rule(cursor)
      if (read === undefined) continue
      const when = whenAt(steps, from, cursor.at - 1, read)
      const { day, isWeekday = false, isDenied = false } = when
      const isDated = day !== undefined && !isWeekday && !isDenied && !isLongAgo(day, context.now)
      const other = isDated ? otherDay(steps, day, from, cursor.at - 1) : undefined
      if (other !== undefined) when.other ??= other
      found.push(when)
      left.splice(
        from,
        cursor.at - from,
        ...left.slice(from, cursor.at).map(takenBy(when, isDated)),
      )
      from = cursor.at - 1
    }
  const all = found.toSorted((one, other) => one.start - other.start)
  const isOpen = says(tokens, context.words.between)
  markChoice(all, steps, isOpen)
  // Between five and six is no time yet.
  return all.filter(({ clock, day }) => !isOpen || clock === undefined || day !== undefined)
}

/** A day or a time with its place, and whether it is past or denied. */
function whenAt(steps: readonly Step[], from: number, last: number, read: Partial<When>): When {
  const has = (at: number, ...kinds: StepKind[]) =>
    kinds.some((kind) => steps[at]?.kinds.has(kind) === true)
  const isPast =
    has(from - 1, 'pastBefore') ||
    has(from - 2, 'pastBefore') ||
    // `से` is since, and also until.
    (has(last + 1, 'pastBehind') && !(has(last + 1, 'until') && has(last + 2, 'number'))) ||
    // `kal` is yesterday and tomorrow: the rest of the sentence tells.
    (has(from, 'eitherWay') &&
      steps.slice(last + 1, last + 9).some(({ kinds }) => kinds.has('was')))
  const isSmall = (at: number) => has(at, 'at', 'dayCue', 'part')
  let before = from - 1
  while (isSmall(before)) before -= 1
  // `6 not 5`: what follows at once is denied.
  let next = last + 2
  while (isSmall(next)) next += 1
  const isNotBehind = has(last + 1, 'not')
  // A `no` of its own may deny what was said before, and not the day behind it.
  const isNo = has(before, 'no') && !isNotBehind
  const isDenied =
    has(before, 'not') || (isNotBehind && !has(next, 'hour', 'day', 'weekday', 'days'))
  const { start = 0 } = steps[from] ?? {}
  const { end = 0 } = steps[last] ?? {}
  return { isPast, isDenied, isRefused: isDenied && !isNo, ...read, start, end }
}

/** A step that is read already; `tonight` is a day, and still a part of it. */
const takenBy =
  (when: When, isDated: boolean) =>
  (step: ReadStep): ReadStep => {
    if (step.when !== undefined) return step
    const kept = when.day === undefined ? [] : (['part', 'clock'] as const)
    const kinds = new Map<StepKind, string>([
      ['any', ''],
      ['taken', ''],
    ])
    if (isDated) kinds.set('dated', '')
    for (const kind of kept) if (step.kinds.has(kind)) kinds.set(kind, step.kinds.get(kind) ?? '')
    return { ...step, kinds, when }
  }

/** `Friday, 5 December`, where the fifth is a Saturday: the Friday beside it may be meant. */
function otherDay(steps: readonly Step[], day: Temporal.PlainDate, from: number, last: number) {
  const isSmall = (at: number, ...kinds: StepKind[]) =>
    kinds.some((kind) => steps[at]?.kinds.has(kind) === true)
  let [before, behind] = [from - 1, last + 1]
  while (isSmall(before, 'dayCue', ',')) before -= 1
  while (isSmall(behind, ',')) behind += 1
  const said = [before, behind].flatMap((at) => steps[at]?.kinds.get('weekday') ?? [])
  const [weekday] = said
  if (weekday === undefined || said.includes(`${day.dayOfWeek}`)) return undefined
  const ahead = (Number(weekday) - day.dayOfWeek + 7) % 7
  return day.add({ days: ahead > 3 ? ahead - 7 : ahead })
}

/** Between two days, and on one or the other, is no day yet; nor is at one time or the other a time. */
function markChoice(all: readonly When[], steps: readonly Step[], isOpen: boolean): void {
  const isEither = (one: When, other: When) =>
    steps.some(
      ({ kinds, start }) => kinds.has('either') && start > one.start && start < other.start,
    )
  const meant = all.filter(({ isDenied }) => isDenied !== true)
  const [first, second] = meant.filter(({ day }) => day !== undefined)
  if (first?.day && second?.day && !first.day.equals(second.day))
    if (isOpen || isEither(first, second)) first.other = second.day
  const [one, two] = meant.filter(({ clock }) => clock !== undefined)
  if (one?.clock === undefined || two?.clock === undefined || one.clock.equals(two.clock)) return
  // Of `4 friday or saturday at 7` the choice is between the days.
  const isOfDays = all.some(
    ({ day, start }) => day !== undefined && start > one.start && start < two.start,
  )
  if (isEither(one, two) && !isOfDays) one.otherClock ??= two.clock
}
