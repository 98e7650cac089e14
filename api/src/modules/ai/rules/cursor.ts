import type { ClockContext, Step, StepKind, When } from './steps.ts'

/** Reads a day or a time from where the cursor stands, and leaves it behind what was read. */
export type Rule = (c: Cursor) => Partial<When> | undefined

/** A step, with the day or time that it was read for. */
export type ReadStep = Step & { when?: When }

/** A place among the steps of a message from which a rule reads on. */
export class Cursor {
  readonly steps: readonly ReadStep[]
  readonly from: number
  readonly context: ClockContext
  at: number

  constructor(steps: readonly ReadStep[], from: number, context: ClockContext) {
    this.steps = steps
    this.from = from
    this.at = from
    this.context = context
  }

  /** Whether the step here, or one further on or back, is one of these kinds. */
  is(kinds: StepKind | readonly StepKind[], ahead = 0): boolean {
    const has = this.steps[this.at + ahead]?.kinds
    if (has === undefined) return false
    return typeof kinds === 'string' ? has.has(kinds) : kinds.some((kind) => has.has(kind))
  }

  /** Whether the step in front of the rule's first is one of these, or the one before such a small one. */
  isAfter(kinds: StepKind | readonly StepKind[], ...small: StepKind[]): boolean {
    const back = this.from - this.at - 1
    return this.is(kinds, back) || (this.is(small, back) && this.is(kinds, back - 1))
  }

  /** What the step here is as one of these kinds, and goes on. */
  word(...kinds: StepKind[]): string | undefined {
    const step = this.steps[this.at]
    const kind = kinds.find((one) => step?.kinds.has(one))
    if (kind !== undefined) this.at += 1
    return kind && step?.kinds.get(kind)
  }

  /** As `word`, of a kind that is a number. */
  take(...kinds: StepKind[]): number | undefined {
    const word = this.word(...kinds)
    return word === undefined ? undefined : Number(word)
  }

  /** Goes on over at most so many steps of these kinds, and counts them. */
  skip(most: number, ...kinds: StepKind[]): number {
    let count = 0
    for (; count < most && this.is(kinds); count += 1) this.at += 1
    return count
  }

  /** As `skip`, but no further than to one of the kinds that are looked for. */
  skipTo(sought: readonly StepKind[], most: number, ...others: StepKind[]): number {
    let count = 0
    for (; count < most && !this.is(sought) && this.is(others); count += 1) this.at += 1
    return count
  }

  /** The number of the next step of a kind behind at most so many others; without it the cursor stays. */
  seek(kind: StepKind, most: number, ...others: StepKind[]): number | undefined {
    const start = this.at
    this.skipTo([kind], most, ...others)
    const found = this.take(kind)
    if (found === undefined) this.at = start
    return found
  }

  /** The numbers of steps of these kinds in a row; without one of them the cursor stays. */
  row(...kinds: (StepKind | readonly StepKind[])[]): number[] {
    if (!kinds.every((kind, index) => this.is(kind, index))) return []
    return kinds.map((kind) => this.take(...[kind].flat()) ?? 0)
  }

  /** Whether a step from that place on to here is of this kind. */
  passed(kind: StepKind, from: number): boolean {
    return this.steps.slice(from, this.at).some(({ kinds }) => kinds.has(kind))
  }
}
