import { magicNumbers, type Fate } from '../graph/magic-numbers.ts'
import type { MagicNumber } from './phone-page.ts'

/** The numbers at which something goes wrong, for people to choose from. */
export const describeNumbers = (): MagicNumber[] =>
  Object.entries(magicNumbers)
    .map(([ending, fate]) => ({ ending, effect: effectOf(fate) }))
    .toSorted((a, b) => a.ending.localeCompare(b.ending))

function effectOf(fate: Fate): string {
  if (fate.kind === 'answer_lost') return 'Taken, and the answer to the call is lost'
  if (fate.kind === 'fails') return `Taken, then it fails: ${fate.fault.title}`
  if (fate.kind === 'refused') {
    return `Not taken${fate.times === 1 ? ' at first' : ''}: ${fate.fault.title}`
  }
  const { statuses, delayMs } = fate
  if (statuses.length === 0) return 'The phone is off: nothing is told'
  return `Told as ${statuses.join(', ')}${delayMs === undefined ? '' : ', late'}`
}
