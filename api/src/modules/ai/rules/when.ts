import { Temporal } from 'temporal-polyfill'

import { isOpenOn } from '../../../platform/period/opening-hours.ts'
import { stepsOf, type ClockContext, type When } from './steps.ts'
import { says, type Token } from './text.ts'

/** What the named steps of a pattern mean. */
type Meaning = (
  said: Partial<Record<string, string>>,
  clockwork: ClockContext,
) => Partial<When> | undefined

/** The day of a date; none where the calendar has none. */
const dateOf: Meaning = ({ first, second, feast, year, last, soon, ...said }, clockwork) => {
  const today = clockwork.now.toPlainDate()
  // `5/12` is of December or of May, as people write there.
  const pair = clockwork.isDayFirst || Number(first) > 12 ? [second, first] : [first, second]
  const named = first === undefined ? [said['month'], said['day']] : pair
  const [month = 0, day = 0] = (feast?.split('-') ?? named).map(Number)
  const century = Number(year) > 99 ? 0 : Number(year) > 50 ? 1900 : 2000
  const inYear = year === undefined ? today.year : century + Number(year)
  const date = Temporal.PlainDate.from({ year: inYear, month, day })
  // Of `4 to 7 December` this is the fourth.
  if (date.day !== day || date.month !== month || day >= Number(last ?? 32)) return undefined
  // What is past for long is of the next year.
  const isOver = year === undefined && date.until(today).days > 45
  const read = isOver ? date.add({ years: 1 }) : date
  // Nobody books half a year ahead in two numbers alone: `24/7`, `size 5/6`.
  return soon !== undefined && today.until(read).days > 180 ? undefined : { day: read }
}

/** The next day of that number; `Friday 4` is at four, unless that day is a Friday. */
const dayOfMonth: Meaning = ({ day, since, weekday }, { now }) => {
  const from = since ? Temporal.PlainDate.from(since) : now.toPlainDate()
  const found = [0, 1, 2]
    .map((months) =>
      from
        .with({ day: 1 })
        .add({ months })
        .with({ day: Number(day) }),
    )
    .find((one) => one.day === Number(day) && Temporal.PlainDate.compare(one, from) >= 0)
  const isMeant = weekday === undefined || found?.dayOfWeek === Number(weekday)
  return found !== undefined && isMeant ? { day: found } : undefined
}

/** `tomorrow`, `Monday`, `in 3 days`, `Monday week`, `a week on Monday`, `Friday next week` */
const daysAhead: Meaning = ({ weekday, nextUnit, week, ...said }, { now }) => {
  const { days = 0, count = week === undefined ? 0 : 1, unit = week ?? 1 } = said
  const more = Number(days) + Number(count) * Number(unit)
  // Who means today says so.
  const toWeekday = weekday === undefined ? 0 : (Number(weekday) - now.dayOfWeek + 7) % 7 || 7
  const isNextWeek = nextUnit === '7' && Number(weekday) > now.dayOfWeek
  const day = now.toPlainDate().add({ days: toWeekday + more + (isNextWeek ? 7 : 0) })
  return { day, isWeekday: toWeekday > 0 && more === 0, ...(more < 0 && { isPast: true }) }
}

/** Before this hour it is still the night of the day before. */
export const dawn = 5

/** The hour in the half of the day that is said, or else in which the business is open. */
const clockOf: Meaning = (said, { hours, now }) => {
  const { named, compact, near, nearBehind, before = near ?? nearBehind, last, lastPart } = said
  if (named !== undefined) {
    const clock = Temporal.PlainTime.from(named)
    return { clock, isNight: clock.hour < dawn }
  }
  const { hour = compact?.slice(0, -2), minute = compact?.slice(-2), half = 0, more = 0 } = said
  // Of `from 2 to 4 pm` both are in the same half.
  const { part = before ?? (Number(hour) < Number(last) ? lastPart : undefined) } = said
  const minutes = Number(minute ?? half) + Number(more)
  const clock = new Temporal.PlainTime(Number(hour) % 24).add({ minutes })
  const isVague = said['vague'] !== undefined && part === undefined
  const isWritten = hour?.startsWith('0') === true && minute !== undefined && part === undefined
  if (Number(hour) > 12 || Number(hour) === 0 || isWritten) return { clock, isVague }
  const other = clock.add({ hours: 12 })
  const [early, late] = clock.hour < 12 ? [clock, other] : [other, clock]
  // Twelve of a night and the hours behind it are of the day that follows.
  const isNight = part === 'night' && early.hour < dawn
  if (part !== undefined)
    return { clock: part === 'am' || isNight ? early : late, isVague, isNight }
  const [isEarly, isLate] = [early, late].map((one) =>
    [0, 1, 2, 3, 4, 5, 6].some((days) => isOpenOn(hours, now.add({ days }).withPlainTime(one))),
  )
  // Nobody comes at five in the morning without saying so.
  const isMorning = isEarly === isLate ? early.hour >= 8 : isEarly
  return {
    clock: isMorning ? early : late,
    isVague,
    isNight: isMorning === true && early.hour < dawn,
  }
}

/** `In two hours`, `in half an hour`, `in 1 hour 30 minutes`, `in an hour and a half` */
const clockAhead: Meaning = ({ count, half, spell, more, moreSpell, plus, extra }, { now }) => {
  const times = half === undefined ? Number(count ?? 1) : 0.5
  const rest = plus === undefined ? Number(extra ?? 0) : Number(spell) / 2
  const minutes = times * Number(spell) + Number(more ?? 0) * Number(moreSpell ?? 0) + rest
  const at = now.add({ minutes: Math.round(minutes) })
  return { day: at.toPlainDate(), clock: at.toPlainTime().round('minute') }
}

const sameTime: Meaning = () => ({ isSameTime: true })
const meanings = new Map(
  Object.entries({ dateOf, dayOfMonth, daysAhead, clockAhead, clockOf, sameTime }),
)

/**
 * What days and times look like, the surest first: a word is the kind of a step, `name:kind` keeps
 * its value, a sign stands in quotes, `_` is any step, the rest is a RegExp's. A line with a meaning
 * is a pattern, the others are parts of those behind them.
 */
const grammar = rulesOf(`
  sep = ('-'|'/'|'.')
  noHour = (?!oclock|part|'h'|counted|_ joined)
  oddDot = '.'(?=joined)(?=oddMonth)
  first = (?!joined) first:day
  dateOf = year:year sep month:day sep day:day
  dateOf = first sep second:day sep year:anyYear (?!_ joined)
  dateOf = (?<!at) first '.'(?=joined) second:day ('.'(?!joined)|(?<=dayCue _ _ _)) noHour
  dateOf = ((?<=(dayCue|weekday|until|at) ','?)|(?=dayAsked)) first ('/'|oddDot) second:day noHour '.'?
  dateOf = first soon:'/' second:day noHour (?!noun)
  spelled = (count:few|article|link)
  rest = ((link|',')? more:few moreSpell:spell|link article? plus:halfOf|extra:halfAfter spell?)?
  clockAhead = (?!at) in link? spelled spell:spell rest (?!pastBehind)
  clockAhead = in link? (half:halfOf (article|link|'-')?|(?=alone)) spell:spell rest (?!pastBehind)
  clockAhead = (half:halfOf|count:few) spell:spell rest (?!at) in
  toMonth = ('.'|'/'|'-'|ordinal|link|dayWord){0,3}
  dateOf = dayCue? day:day (?=('.'|ordinal|link){0,2} until link{0,2} last:day toMonth month:month)
  dateOf = (?<=between dayCue?) day:day (?=('.'|ordinal|link|dayCue){0,3} last:day toMonth month:month)
  dateOf = dayCue? day:day toMonth month:month (('.'|'/'|'-'|link){0,2} year:year)?
  dateOf = month:month '.'? dayCue? day:day ordinal? (?!':') noHour (','? year:year)?
  dateOf = (?<!dated _{0,7}) feast:date (?!_{0,7} dated)
  daysAhead = (weekday:weekday|days:days)? in link? count:few unit:unit (?!pastBehind)
  daysAhead = count:few (?=dayWord) unit:unit
  daysAhead = (count:few|article) (?=weekUnit) week:unit (at|in|dayCue|link){0,3} weekday:weekday
  daysAhead = weekday:weekday (?=weekUnit) week:unit
  daysAhead = (weekday:weekday (?=weeks))? days:days
  aDay = (?!joined) (?=digits) day:day
  noDay = (?!noun|month|halfAfter|(':'|'.'|'/'|',') joined|digits (?!oclock|':'|'h')) noHour
  dayOfMonth = (dayCue|(?<=since:taken ordinal? until)) aDay (ordinal|'.')? noDay
  dayOfMonth = ((?<=at|weekday)|(?=dayAsked)) aDay ordinal noDay
  dayOfMonth = aDay dayWord
  dayOfMonth = (?<=weekday:weekday ','?) aDay '.'? noDay
  and = (link|','){0,2}
  daysAhead = weekday:weekday and (?=next unit|unit next) next? nextUnit:unit next?
  daysAhead = (?=next unit|unit next) next? nextUnit:unit next? and weekday:weekday
  daysAhead = (?<!dated _{0,7}) next? weekday:weekday next? (?!_{0,7} dated)
  near = (?<=(near:part _{0,3})?) at{0,2}
  dotMinutes = '.'(?=joined)(?=(?!oddMonth) _|_ (oclock|part))
  minutes = (':'(?=joined)|dotMinutes|('h'|oclock)(?!minute (counted|noun)))
  someHour = (?!joined) (hour:hour (minutes minute:minute)?|compact:compact)
  end = (?=(_{0,2} nearBehind:part)?)
  tail = oclock? more:halfAfter? oclock? ((at|dayCue)? part:part)? end
  other = (?!counted|month|ordinal|until|digits|(':'|'.'|'/'|','|'-') joined)
  toHour = (until|(?<=oclock|part) at) at? last:hour (minutes minute)?
  clockOf = near someHour oclock? halfAfter? part:part? toHour (oclock|lastPart:part)
  clockOf = near ((?<=at)|(?=_ (oclock|':'))) someHour oclock? part? toHour (?!counted|noun|ordinal)
  clockOf = named:clock (?!(','|at){0,2} hour)
  clockOf = near ((?!taken) before:part (at|dayCue|',')?)? at{0,2} half:half someHour tail
  clockOf = (?!taken) before:part (at|dayCue|',')? at{0,2} someHour tail
  clockOf = near (?!joined) hour:hour minutes minute:minute tail
  clockOf = near someHour (?=oclock|halfAfter|(at|dayCue)? part) tail
  clockOf = near (?<=vague:at) ((?!one) hour:hour|(?=hourAsked) compact:compact (?!noun)) other end
  bare = near (?!joined) (?=digits)
  asked = ((?=hourAsked)|(?=hourOpen)(?!_ noun))
  clockOf = bare (?<=taken ','?) asked (hour:hour|compact:compact) other end
  clockOf = bare asked hour:hour (?=','? taken) end
  words = ((?!number) _){0,2}
  clockOf = bare (?=hourAsked) (?<=^ words) hour:hour other (?=words $)
  sameTime = sameTime
`)

/** The patterns of a grammar, with what they mean. */
function rulesOf(text: string): [RegExp, Meaning][] {
  const parts = new Map<string, string>()
  const rules: [RegExp, Meaning][] = []
  for (const [, name = '', line = ''] of text.matchAll(/^ *(\w+) = (.*)$/gm)) {
    const shape = line.replaceAll(/\b[a-z]\w*\b(?!:)/gi, (word) => parts.get(word) ?? word)
    const meaning = meanings.get(name)
    if (meaning === undefined) parts.set(name, shape)
    else rules.push([pattern(shape), meaning])
  }
  return rules
}

/** A pattern of steps as they are written for it: `<0;days=1;link=;>`. */
function pattern(shape: string): RegExp {
  const step = (_: string, name: string | undefined, kind: string) =>
    `(?:<[^<>]*;${kind.replace(/\W(?=')/, '\\$&')}=${name ? `(?<${name}>[^;]*)` : '[^;]*'};[^<>]*>)`
  return new RegExp(
    shape.replaceAll(/(?:(\w+):)?([a-z]\w*|_|'.')/gi, step).replaceAll(' ', ''),
    'g',
  )
}

/** Whether a day is rather one of birth than one that was missed. */
export const isLongAgo = (day: Temporal.PlainDate, now: Temporal.PlainDateTime): boolean =>
  Temporal.PlainDate.compare(day, now.toPlainDate().subtract({ months: 6 })) < 0

/** All days and times of a message, in the order in which they stand there. */
export function whensIn(tokens: readonly Token[], clockwork: ClockContext): When[] {
  const steps = stepsOf(tokens, clockwork)
  const has = (at: number, kind: string) => steps[at]?.kinds.has(kind) === true
  const isPast = (from: number, to: number) =>
    has(from - 1, 'pastBefore') ||
    has(from - 2, 'pastBefore') ||
    // `से` is since, and also until.
    (has(to, 'pastBehind') && !(has(to, 'until') && has(to + 1, 'number'))) ||
    // `kal` is yesterday and tomorrow: the rest of the sentence tells.
    (has(from, 'eitherWay') && steps.slice(to, to + 8).some(({ kinds }) => kinds.has('was')))
  const isSmall = (at: number) => ['at', 'dayCue', 'part'].some((kind) => has(at, kind))
  const denialOf = (from: number, last: number) => {
    let before = from - 1
    while (isSmall(before)) before -= 1
    // `6 not 5`: what follows at once is denied.
    let next = last + 2
    while (isSmall(next)) next += 1
    const isNext = ['hour', 'day', 'weekday', 'days'].some((kind) => has(next, kind))
    // A `no` of its own may deny what was said before, and not the day behind it.
    const isNo = has(before, 'no') && !has(last + 1, 'not')
    const isSo = has(before, 'not') || (has(last + 1, 'not') && !isNext)
    return { isDenied: isSo, isRefused: isSo && !isNo }
  }
  // `Friday, 5 December`, where the fifth is a Saturday: the Friday beside it may be meant.
  const otherDay = (day: Temporal.PlainDate, from: number, last: number) => {
    let [before, behind] = [from - 1, last + 1]
    while (has(before, 'dayCue') || has(before, "','")) before -= 1
    while (has(behind, "','")) behind += 1
    const said = [before, behind].flatMap((at) => steps[at]?.kinds.get('weekday') ?? [])
    const [weekday] = said
    if (weekday === undefined || said.includes(String(day.dayOfWeek))) return undefined
    const ahead = (Number(weekday) - day.dayOfWeek + 7) % 7
    return day.add({ days: ahead > 3 ? ahead - 7 : ahead })
  }
  const found: When[] = []
  let left = steps
    .map(({ kinds }, at) => `<${at};${Array.from(kinds, (kind) => `${kind.join('=')};`).join('')}>`)
    .join('')
  for (const [shape, meaning] of grammar)
    // The last one first, so that the others stay where they are.
    for (const { 0: text, index, groups = {} } of Array.from(left.matchAll(shape)).toReversed()) {
      const when = meaning(groups, clockwork)
      if (when === undefined) continue
      const { day, isWeekday } = when
      const places = Array.from(text.matchAll(/<(\d+)/g), ([, place]) => Number(place))
      const [from = 0, last = from] = [places[0], places.at(-1)]
      const { start = 0 } = steps[from] ?? {}
      const denial = denialOf(from, last)
      const around = { isPast: isPast(from, last + 1), ...denial }
      const isClear = day !== undefined && isWeekday !== true && !denial.isDenied
      const isDated = isClear && !isLongAgo(day, clockwork.now)
      const other = isDated ? otherDay(day, from, last) : undefined
      const end = steps[last]?.end ?? 0
      found.push({ ...around, ...when, ...(other && { other }), start, end })
      // `tonight` is a day, and still a part of it.
      const rest = (day === undefined ? [] : ['part', 'clock']).filter((kind) => has(last, kind))
      const kinds = ['_=', `taken=${day?.toString() ?? ''}`, ...(isDated ? ['dated='] : [])]
      const times = rest.map((kind) => `${kind}=${steps[last]?.kinds.get(kind) ?? ''}`)
      const taken = places.map((place) => `<${[place, ...kinds, ...times].join(';')};>`).join('')
      left = left.slice(0, index) + taken + left.slice(index + text.length)
    }
  const all = found.toSorted((one, other) => one.start - other.start)
  const isOpen = says(tokens, clockwork.words.between)
  const [first, second] = all.filter(({ day, isDenied }) => day !== undefined && !isDenied)
  const between = steps.filter(
    ({ start }) => start > (first?.start ?? 0) && start < (second?.start ?? 0),
  )
  // Between two days, or on one or the other, is no day yet.
  if (first?.day && second?.day && !first.day.equals(second.day))
    if (isOpen || between.some(({ kinds }) => kinds.has('either'))) first.other = second.day
  // Between five and six is no time yet.
  return all.filter(({ clock, day }) => !isOpen || clock === undefined || day !== undefined)
}
