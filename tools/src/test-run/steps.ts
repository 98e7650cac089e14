import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { complain } from '../terminal/report.ts'
import { oneFailed, onePassed, type Counts } from './counts.ts'
import { describeFailure, readReport, reportVariable } from './report-file.ts'
import { runCaptured, runStreamed, type Command } from './run.ts'

/** Runs one gate; says something only when it fails. */
export async function runGate(name: string, gate: Command): Promise<Counts> {
  const { code, output } = await runCaptured(gate)
  if (code === 0) return onePassed
  complain(`\n${name} failed\n${output}`)
  return oneFailed(describeFailure(`It ended with code ${code}`, output))
}

/** Runs Vitest on the projects that the patterns name, on all files or on those whose path has one of these parts. */
export async function runVitest(
  name: string,
  projects: string[],
  files: string[] = [],
): Promise<Counts> {
  const file = join(tmpdir(), `${name}.json`)
  const code = await runStreamed({
    file: 'vitest',
    args: [
      'run',
      ...files,
      ...projects.map((project) => `--project=${project}`),
      '--reporter=default',
      '--reporter=./tools/src/test-run/vitest-reporter.ts',
    ],
    env: { [reportVariable]: file },
  })
  return readReport(file, code)
}

/** Builds every app whose source has changed. */
export async function runBuild(): Promise<Counts> {
  const code = await runStreamed({ file: process.execPath, args: ['tools/src/build.ts'] })
  return code === 0 ? onePassed : oneFailed(`It ended with code ${code}.`)
}

/** Runs the journeys in a browser. */
export async function runBrowser(chromium: string): Promise<Counts> {
  const file = join(tmpdir(), 'browser.json')
  const code = await runStreamed({
    file: 'playwright',
    args: [
      'test',
      '--config',
      'e2e/playwright.config.ts',
      '--project',
      'product',
      '--reporter',
      'list,./tools/src/test-run/playwright-reporter.ts',
    ],
    env: { CHROMIUM_PATH: chromium, [reportVariable]: file },
  })
  return readReport(file, code)
}
