import { complain, elapsed, messageOf, say } from '../terminal/report.ts'
import { addCounts, oneFailed, type Counts } from './counts.ts'

interface Step {
  name: string
  time: string
  counts: Counts
}

/** Steps, one after the other or at once, and how they ended; none hides another one. */
export class TestRun {
  readonly #steps: Step[] = []

  /** Runs a step, to the end and without an exception. */
  async step(name: string, work: () => Promise<Counts>): Promise<void> {
    say(`\n▸ ${name}`)
    await this.silentStep(name, work)
  }

  /** The same without a headline, for steps that run at once. */
  async silentStep(name: string, work: () => Promise<Counts>): Promise<void> {
    const since = performance.now()
    // Listed when it begins: of steps that run at once, any may be the first to end.
    const step: Step = { name, time: '', counts: oneFailed('It has not ended.') }
    this.#steps.push(step)
    step.counts = await work().catch((error: unknown) => {
      complain(messageOf(error))
      return oneFailed(messageOf(error))
    })
    step.time = elapsed(since)
  }

  get counts(): Counts {
    return addCounts(this.#steps.map(({ counts }) => counts))
  }

  /** Whatever failed, then a line for each step: the end of a long output is what people see. */
  summary(): string {
    const failures = this.#steps.flatMap(({ name, counts }) =>
      counts.failures.map((failure) => `✗ ${name}: ${failure}\n`),
    )
    return [...failures, this.#table()].join('\n')
  }

  #table(): string {
    const width = Math.max(...this.#steps.map(({ name }) => name.length))
    const lines = this.#steps.map(({ name, time, counts: { passed, failed, skipped } }) => {
      const mark = failed > 0 ? '✗' : '✓'
      const figures = [passed, failed, skipped].map((count) => String(count).padStart(6))
      return `${mark} ${name.padEnd(width)}  ${time.padStart(8)} ${figures.join(' ')}`
    })
    const heading = `  ${'step'.padEnd(width)}  ${'time'.padStart(8)} passed failed skipped`
    return [heading, ...lines].join('\n')
  }
}
