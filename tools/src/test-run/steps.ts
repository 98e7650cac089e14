import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { oneFailed, onePassed, type Counts } from './counts.ts'
import { readReport } from './read-report.ts'
import { runCaptured, runStreamed, type Command } from './run.ts'

/** Runs one gate; says something only when it fails. */
export async function runGate(gate: Command): Promise<{ counts: Counts; output: string }> {
  const { code, output } = await runCaptured(gate)
  return code === 0 ? { counts: onePassed, output: '' } : { counts: oneFailed, output }
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
      '--reporter=json',
      `--outputFile.json=${file}`,
    ],
  })
  return readReport(file, code)
}

/** Builds every app whose source has changed. */
export async function runBuild(): Promise<Counts> {
  const code = await runStreamed({ file: process.execPath, args: ['tools/src/build.ts'] })
  return code === 0 ? onePassed : oneFailed
}

/** Runs the journeys in a browser. */
export async function runBrowser(chromium: string): Promise<Counts> {
  const file = join(tmpdir(), 'browser.json')
  const code = await runStreamed({
    file: 'playwright',
    args: ['test', '--config', 'e2e/playwright.config.ts', '--reporter', 'list,json'],
    env: { CHROMIUM_PATH: chromium, PLAYWRIGHT_JSON_OUTPUT_FILE: file },
  })
  return readReport(file, code)
}
