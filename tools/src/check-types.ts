import { checkPackage } from './checks/types.ts'
import { root } from './root.ts'
import { complain, say } from './terminal/report.ts'
import { listPackages } from './workspace/packages.ts'

const packages = listPackages(process.argv[2] ?? root)
const problems = await Promise.all(packages.map(({ directory }) => checkPackage(directory)))
const found = problems.filter((problem) => problem !== undefined)

for (const problem of found) complain(problem)
if (packages.length === 0) complain('No package was found.')
if (found.length > 0 || packages.length === 0) process.exitCode = 1
else say(`${packages.length} packages have no type error.`)
