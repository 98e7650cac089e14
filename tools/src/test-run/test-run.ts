import { complain, elapsed, messageOf, say } from '../terminal/report.ts'
import { addCounts, oneFailed, type Counts } from './counts.ts'
import { describeSlowest } from './outcome.ts'

interface Step {
  name: string
  seconds: number
  counts: Counts
}

/** Steps, one after the other or at once, and how they ended; none hides another one. */
export class TestRun {
  readonly #steps: Step[] = []
  readonly #since = performance.now()

  /** Runs a step, to the end and without an exception. */
  async step(name: string, work: () => Promise<Counts>): Promise<void> {
    say(`\n▸ ${name}`)
    await this.silentStep(name, work)
  }

  /** The same without a headline, for steps that run at once. */
  async silentStep(name: string, work: () => Promise<Counts>): Promise<void> {
    const since = performance.now()
    // Listed when it starts: of steps that run at once, any may be the first to end.
    const step: Step = { name, seconds: 0, counts: oneFailed('It has not ended.') }
    this.#steps.push(step)
    step.counts = await work().catch((error: unknown) => {
      complain(messageOf(error))
      return oneFailed(messageOf(error))
    })
    step.seconds = (performance.now() - since) / 1000
  }

  get counts(): Counts {
    return addCounts(this.#steps.map(({ counts }) => counts))
  }

  /** The seconds of each step. */
  get times(): Record<string, number> {
    return Object.fromEntries(this.#steps.map(({ name, seconds }) => [name, seconds]))
  }

  /** Whatever failed, then a line for each step: the end of a long output is what people see. */
  summary(): string {
    const failures = this.#steps.flatMap(({ name, counts }) =>
      counts.failures.map((failure) => `✗ ${name}: ${failure}\n`),
    )
    const { outcomes } = this.counts
    const slowest = outcomes.length > 0 ? [`${describeSlowest(outcomes)}\n`] : []
    return [...slowest, ...failures, this.#table(), '', `Tested in ${elapsed(this.#since)}.`].join(
      '\n',
    )
  }

  #table(): string {
    const width = Math.max(...this.#steps.map(({ name }) => name.length))
    const lines = this.#steps.map(({ name, seconds, counts: { passed, failed, skipped } }) => {
      const mark = failed > 0 ? '✗' : '✓'
      const figures = [passed, failed, skipped].map((count) => String(count).padStart(6))
      return `${mark} ${name.padEnd(width)}  ${`${seconds.toFixed(1)} s`.padStart(8)} ${figures.join(' ')}`
    })
    const heading = `  ${'step'.padEnd(width)}  ${'time'.padStart(8)} passed failed skipped`
    return [heading, ...lines].join('\n')
  }
}
