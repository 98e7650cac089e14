import type { Reporter, SerializedError, TestModule } from 'vitest/node'

import { describeFailure, writeReport } from './report-file.ts'

/** Counts for `npm test`, with what failed beside the tests too. */
export default class VitestReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], errors: readonly SerializedError[]): void {
    const tests = modules.flatMap((module) => [...module.children.allTests()])
    const count = (state: string) => tests.filter((test) => test.result().state === state).length
    const failures = [
      ...tests.flatMap((test) =>
        test.result().state === 'failed'
          ? [failureOf(`${placeOf(test.module)} › ${test.fullName}`, test.result().errors)]
          : [],
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
      skipped: count('skipped') + count('pending'),
      failures,
    })
  }
}

const placeOf = ({ project, relativeModuleId }: TestModule): string =>
  `${project.name} › ${relativeModuleId}`

const failureOf = (where: string, errors: readonly SerializedError[] = []): string =>
  describeFailure(where, errors.flatMap(linesOf).join('\n'))

function linesOf({ message, stack = message, diff, cause }: SerializedError): string[] {
  const told = typeof diff === 'string' ? [stack, diff] : [stack]
  return cause === undefined ? told : [...told, `Caused by: ${cause.message}`]
}
