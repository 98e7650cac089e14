import type {
  FullConfig,
  Reporter,
  Suite,
  TestCase,
  TestError,
  TestResult,
} from 'playwright/types/testReporter'

import type { Outcome } from './outcome.ts'
import { Progress } from './progress.ts'
import { describeFailure, writeReport } from './report-file.ts'

/** Progress and counts for `npm test`, with what failed beside the tests too. */
export default class PlaywrightReporter implements Reporter {
  #suite: Suite | undefined
  #progress: Progress | undefined
  readonly #errors: TestError[] = []

  onBegin(_config: FullConfig, suite: Suite): void {
    this.#suite = suite
    this.#progress = new Progress(suite.allTests().length, 'tests')
  }

  onTestEnd(test: TestCase, { status }: TestResult): void {
    if (status !== test.expectedStatus) this.#progress?.say(`✗ ${nameOf(test)}`)
    this.#progress?.step()
  }

  onError(error: TestError): void {
    this.#errors.push(error)
  }

  onEnd(): void {
    this.#progress?.end()
    const tests = this.#suite?.allTests() ?? []
    const outcomes = tests.map(outcomeOf)
    const count = (state: Outcome['state']) =>
      outcomes.filter((outcome) => outcome.state === state).length
    const failures = [
      ...tests
        .filter((test) => stateOf(test) === 'failed')
        .map((test) =>
          failureOf(
            nameOf(test),
            test.results.flatMap(({ errors }) => errors),
          ),
        ),
      ...this.#errors.map((error) => failureOf('beside the tests', [error])),
    ]
    writeReport({
      passed: count('passed'),
      failed: failures.length,
      skipped: count('skipped'),
      failures,
      outcomes,
    })
  }

  printsToStdio(): boolean {
    return true
  }
}

const nameOf = (test: TestCase): string => test.titlePath().filter(Boolean).join(' › ')

/** A test that passes at the second try has found a fault. */
const states = {
  expected: 'passed',
  unexpected: 'failed',
  flaky: 'failed',
  skipped: 'skipped',
} as const

const stateOf = (test: TestCase): Outcome['state'] => states[test.outcome()]

function outcomeOf(test: TestCase): Outcome {
  const trace = test.results
    .flatMap(({ attachments }) => attachments)
    .find(({ name }) => name === 'trace')?.path
  return {
    name: nameOf(test),
    state: stateOf(test),
    ms: test.results.reduce((total, { duration }) => total + duration, 0),
    ...(trace !== undefined && { trace }),
  }
}

const failureOf = (where: string, errors: readonly TestError[]): string =>
  describeFailure(
    where,
    errors.map(({ message, stack, value }) => stack ?? message ?? value).join('\n'),
  )
