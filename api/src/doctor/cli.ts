import { readFileSync } from 'node:fs'
import { parseEnv, styleText } from 'node:util'

import { Command } from 'commander'

import { examine } from './examine.ts'
import type { Finding } from './finding.ts'

const marks: Record<
  Finding['status'],
  { sign: string; color: 'green' | 'yellow' | 'red' | 'gray' }
> = {
  ok: { sign: '✓', color: 'green' },
  warning: { sign: '!', color: 'yellow' },
  failed: { sign: '✗', color: 'red' },
  missing: { sign: '–', color: 'gray' },
}

async function run({ envFile, json }: { envFile?: string; json?: true }): Promise<void> {
  const given = envFile === undefined ? {} : readFile(envFile)
  const findings = await examine({ ...given, ...process.env }, fetch)
  process.stdout.write(json ? `${JSON.stringify({ findings }, null, 2)}\n` : show(findings))
  if (findings.some(({ status }) => status === 'failed')) process.exitCode = 1
}

function readFile(path: string): NodeJS.ProcessEnv {
  try {
    return parseEnv(readFileSync(path, 'utf8'))
  } catch (cause) {
    throw new Error(`${path} cannot be read.`, { cause })
  }
}

function show(findings: Finding[]): string {
  return findings
    .map(({ service, status, sentence }) => {
      const { sign, color } = marks[status]
      return `${styleText(color, sign)} ${service.padEnd(10)}  ${sentence}\n`
    })
    .join('')
}

const program = new Command('doctor')
  .description(
    'Tests every service that the settings name with real calls, and says of each in a sentence what is wrong. Ends with 1 when one fails.',
  )
  .option('--env-file <path>', 'settings beside those of the environment, which come first')
  .option('--json', 'for programs')
  .action(run)

try {
  await program.parseAsync()
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = 1
}
