/** How a reporter knows what it is part of; see `progressEnvironment`. */
const suiteVariable = 'ERRAND_TEST_SUITE'

interface Suite {
  name: string
  /** What it took last time. */
  expectedSeconds: number
  /** What the suites after it took. */
  laterSeconds: number
}

/** Tells the reporters of a suite what their progress lines say. */
export const progressEnvironment = (suite: Suite): Record<string, string> => ({
  [suiteVariable]: JSON.stringify(suite),
})

const pauseMs = process.stdout.isTTY ? 200 : 15_000

/** Says now and then how far a suite is: one line that is replaced, or a line each 15 s in a log. */
export class Progress {
  readonly #suite = readSuite()
  readonly #startedAt = performance.now()
  readonly #total: number
  readonly #unit: string
  #done = 0
  #shownAt = performance.now()

  constructor(total: number, unit: string) {
    this.#total = total
    this.#unit = unit
  }

  /** One more is done. */
  step(): void {
    this.#done += 1
    if (performance.now() - this.#shownAt < pauseMs) return
    this.#shownAt = performance.now()
    this.#write(this.#describe())
  }

  /** A line that stays. */
  say(text: string): void {
    if (process.stdout.isTTY) process.stdout.write('\r\u001B[K')
    process.stdout.write(`${text}\n`)
  }

  end(): void {
    if (process.stdout.isTTY) process.stdout.write('\r\u001B[K')
  }

  #write(line: string): void {
    if (process.stdout.isTTY) process.stdout.write(`\r\u001B[K${line}`)
    else process.stdout.write(`${line}\n`)
  }

  #describe(): string {
    const { name, expectedSeconds, laterSeconds } = this.#suite
    const share = this.#done / this.#total
    const elapsed = (performance.now() - this.#startedAt) / 1000
    const left = (1 - share) * Math.max(expectedSeconds, elapsed) + laterSeconds
    return `  ${name}: ${this.#done} of ${this.#total} ${this.#unit}, ${clock(elapsed)}, about ${clock(left)} left`
  }
}

function readSuite(): Suite {
  const text = process.env[suiteVariable]
  if (text === undefined) return { name: 'tests', expectedSeconds: 0, laterSeconds: 0 }
  return JSON.parse(text) as Suite
}

/** Minutes and seconds: `2:07`. */
const clock = (seconds: number): string =>
  `${Math.floor(seconds / 60)}:${String(Math.floor(seconds % 60)).padStart(2, '0')}`
