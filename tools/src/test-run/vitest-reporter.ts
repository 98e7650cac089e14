import type {
  Reporter,
  SerializedError,
  TestCase,
  TestModule,
  TestSpecification,
} from 'vitest/node'

import type { Outcome } from './outcome.ts'
import { Progress } from './progress.ts'
import { describeFailure, writeReport } from './report-file.ts'

/** Progress and counts for `npm test`, with what failed beside the tests too. */
export default class VitestReporter implements Reporter {
  #progress: Progress | undefined

  onTestRunStart(specifications: readonly TestSpecification[]): void {
    this.#progress = new Progress(specifications.length, 'files')
  }

  onTestCaseResult(test: TestCase): void {
    if (test.result().state === 'failed') this.#progress?.say(`✗ ${nameOf(test)}`)
  }

  onTestModuleEnd(): void {
    this.#progress?.step()
  }

  onTestRunEnd(modules: readonly TestModule[], errors: readonly SerializedError[]): void {
    this.#progress?.end()
    const tests = modules.flatMap((module) => [...module.children.allTests()])
    const outcomes = tests.map(outcomeOf)
    const count = (state: Outcome['state']) =>
      outcomes.filter((outcome) => outcome.state === state).length
    const failures = [
      ...tests.flatMap((test) =>
        test.result().state === 'failed' ? [failureOf(nameOf(test), test.result().errors)] : [],
      ),
      // A file that cannot be loaded, or a hook that throws, fails without a single test.
      ...modules.flatMap((module) =>
        [module, ...module.children.allSuites()].flatMap((part) => {
          const place = part.type === 'suite' ? ` › ${part.fullName}` : ''
          return part.errors().length > 0 ? [failureOf(placeOf(module) + place, part.errors())] : []
        }),
      ),
      ...errors.map((error) => failureOf('beside the tests', [error])),
    ]
    writeReport({
      passed: count('passed'),
      failed: failures.length,
      skipped: count('skipped'),
      failures,
      outcomes,
    })
  }
}

const placeOf = ({ project, relativeModuleId }: TestModule): string =>
  `${project.name} › ${relativeModuleId}`

const nameOf = (test: TestCase): string => `${placeOf(test.module)} › ${test.fullName}`

function outcomeOf(test: TestCase): Outcome {
  const { state } = test.result()
  return {
    name: nameOf(test),
    state: state === 'pending' ? 'skipped' : state,
    ms: test.diagnostic()?.duration ?? 0,
  }
}

const failureOf = (where: string, errors: readonly SerializedError[] = []): string =>
  describeFailure(where, errors.flatMap(linesOf).join('\n'))

function linesOf({ message, stack = message, diff, cause }: SerializedError): string[] {
  const lines = typeof diff === 'string' ? [stack, diff] : [stack]
  return cause === undefined ? lines : [...lines, `Caused by: ${cause.message}`]
}
