import { readFileSync } from 'node:fs'
import { parseEnv, parseArgs } from 'node:util'

import { checkServices } from './examine.ts'

// `npm run doctor -- --env-file production.env`: settings of the environment come first.
const { values } = parseArgs({
  options: { 'env-file': { type: 'string' }, json: { type: 'boolean' } },
})
const path = values['env-file']
const given = path === undefined ? {} : parseEnv(readFileSync(path, 'utf8'))
const findings = await checkServices({ ...given, ...process.env })
const marks = { ok: '✓', failed: '✗', missing: '–' }
const lines = findings.map(
  ({ service, status, sentence }) => `${marks[status]} ${service.padEnd(11)}  ${sentence}\n`,
)
process.stdout.write(values.json ? `${JSON.stringify({ findings }, null, 2)}\n` : lines.join(''))
if (findings.some(({ status }) => status === 'failed')) process.exitCode = 1
