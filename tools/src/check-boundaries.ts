import { findViolations } from './checks/boundaries.ts'
import { root } from './root.ts'
import { complain, say } from './terminal/report.ts'

const { violations, files } = findViolations(process.argv[2] ?? root)

for (const violation of violations) complain(violation)
// A check that looks at nothing must not look like a check that found nothing.
if (files === 0) complain('No source file was found.')
if (violations.length > 0 || files === 0) process.exitCode = 1
else say(`${files} files keep to their boundaries.`)
