import { readBareHour, readClock, readSameTime, readWrittenTime } from './read-clock.ts'
import { readDate, readDayOfMonth } from './read-day.ts'
import { has, stepsOf, type Clockwork, type Read, type StepReader, type When } from './steps.ts'
import { says, type Token } from './text.ts'

/** What is surest goes first; a bare number is the last thing that could be an hour. */
const readers: ((reader: StepReader, index: number) => Read | undefined)[] = [
  readWrittenTime,
  readDate,
  readClock,
  readDayOfMonth,
  readBareHour,
  readSameTime,
]

/** All days and times of a message, in the order in which they stand there. */
export function whensIn(tokens: readonly Token[], clockwork: Clockwork): When[] {
  const steps = stepsOf(tokens, clockwork.words)
  const reader: StepReader = { tokens, steps, clockwork, taken: new Set() }
  const found: Read[] = []
  for (const read of readers) {
    for (const index of steps.keys()) {
      const one = reader.taken.has(index) ? undefined : read(reader, index)
      if (one === undefined) continue
      for (let taken = one.from; taken < one.to; taken += 1) reader.taken.add(taken)
      found.push(one)
    }
  }
  // Of `Thursday the 10th` the date tells more.
  const isDouble = ({ from, when: { isWeekday } }: Read) =>
    isWeekday === true &&
    found.some(
      ({ from: other, when }) =>
        when.day !== undefined && when.isWeekday !== true && Math.abs(other - from) <= 8,
    )
  // Between five and six is no time yet.
  const isOpen = says(tokens, clockwork.words.between)
  return found
    .filter((one) => !isDouble(one) && !(isOpen && one.when.clock !== undefined))
    .toSorted((one, other) => one.from - other.from)
    .map(({ from, to, when }) => ({
      ...when,
      start: steps[from]?.token.start ?? 0,
      end: tokens[(steps[to - 1]?.to ?? 1) - 1]?.end ?? 0,
      isPast: when.isPast ?? isPastAround(reader, from, to),
    }))
}

/** Words like `since` right before or behind it. */
function isPastAround({ steps }: StepReader, from: number, to: number): boolean {
  if ([from - 1, from - 2].some((index) => has(steps[index], 'pastBefore'))) return true
  if (has(steps[to], 'pastBehind')) return true
  // `kal` is yesterday and tomorrow: the rest of the sentence tells.
  const isEither = steps.slice(from, to).some((step) => has(step, 'eitherWay'))
  return isEither && steps.slice(to, to + 8).some((step) => has(step, 'was'))
}
