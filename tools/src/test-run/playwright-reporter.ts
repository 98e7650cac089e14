import type { Reporter, Suite, TestCase, TestError } from 'playwright/types/testReporter'

import { describeFailure, writeReport } from './report-file.ts'

/** Counts for `npm test`, with what failed beside the tests too. */
export default class PlaywrightReporter implements Reporter {
  #suite: Suite | undefined
  readonly #errors: TestError[] = []

  onBegin(_config: unknown, suite: Suite): void {
    this.#suite = suite
  }

  onError(error: TestError): void {
    this.#errors.push(error)
  }

  onEnd(): void {
    const tests = this.#suite?.allTests() ?? []
    const ended = (outcome: ReturnType<TestCase['outcome']>) =>
      tests.filter((test) => test.outcome() === outcome)
    const failures = [
      // A test that passes at the second try has found a fault.
      ...[...ended('unexpected'), ...ended('flaky')].map((test) =>
        failureOf(
          test.titlePath().filter(Boolean).join(' › '),
          test.results.flatMap(({ errors }) => errors),
        ),
      ),
      ...this.#errors.map((error) => failureOf('beside the tests', [error])),
    ]
    writeReport({
      passed: ended('expected').length,
      failed: failures.length,
      skipped: ended('skipped').length,
      failures,
    })
  }

  printsToStdio(): boolean {
    return false
  }
}

const failureOf = (where: string, errors: readonly TestError[]): string =>
  describeFailure(
    where,
    errors.map(({ message, stack, value }) => stack ?? message ?? value).join('\n'),
  )
