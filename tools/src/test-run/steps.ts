import { rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { complain } from '../terminal/report.ts'
import { oneFailed, onePassed, type Counts } from './counts.ts'
import { describeFailure, readReport, reportVariable } from './report-file.ts'
import { runCaptured, runStreamed, type Command } from './run.ts'

const reporter = (runner: string) => `./tools/src/test-run/${runner}-reporter.ts`

/** Runs one gate; says something only when it fails. */
export async function runGate(name: string, gate: Command): Promise<Counts> {
  const { code, output } = await runCaptured(gate)
  if (code === 0) return onePassed
  complain(`\n${name} failed\n${output}`)
  return oneFailed(describeFailure(`It ended with code ${code}`, output))
}

interface Run {
  /** The file in which its report is left. */
  name: string
  args: string[]
  env: Record<string, string>
  /** Only a part is wanted, of which this suite may have nothing. */
  mayBeEmpty: boolean
}

/** The file for a report; that of an earlier round must not be taken for it. */
function newReport(name: string): string {
  const file = join(tmpdir(), `${name}.json`)
  rmSync(file, { force: true })
  return file
}

/** Runs Vitest. */
export async function runVitest({ name, args, env, mayBeEmpty }: Run): Promise<Counts> {
  const file = newReport(name)
  const code = await runStreamed({
    file: 'vitest',
    args: ['run', ...args, `--reporter=${reporter('vitest')}`],
    env: { ...env, [reportVariable]: file },
  })
  return readReport(file, code, mayBeEmpty)
}

/** Builds every app whose source has changed. */
export async function runBuild(): Promise<Counts> {
  const { code, output } = await runCaptured({
    file: process.execPath,
    args: ['tools/src/build.ts'],
  })
  if (code === 0) return onePassed
  complain(output)
  return oneFailed(describeFailure(`It ended with code ${code}`, output))
}

/** Runs the journeys in a browser. */
export async function runBrowser({ name, args, env, mayBeEmpty }: Run): Promise<Counts> {
  const file = newReport(name)
  const code = await runStreamed({
    file: 'playwright',
    args: [
      'test',
      '--config=e2e/playwright.config.ts',
      ...args,
      `--reporter=${reporter('playwright')}`,
    ],
    env: { ...env, [reportVariable]: file },
  })
  return readReport(file, code, mayBeEmpty)
}
