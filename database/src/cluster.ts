import { spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import {
  chownSync,
  existsSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'

import { majorVersion, run } from './server-programs.ts'
import type { ServerUser } from './server-user.ts'

/** The role that owns the databases. */
export const owner = 'errand'

const createPassword = (): string => randomBytes(32).toString('base64url')

/** Makes the files of a server, with a password. */
export async function createCluster(
  programs: string,
  folder: string,
  user: ServerUser,
): Promise<void> {
  const password = join(folder, 'password')
  writeFileSync(password, createPassword(), { mode: 0o600 })
  if (user !== undefined) chownSync(password, user.uid, user.gid)
  // Renamed when complete: an interrupted start leaves nothing that looks like a database.
  for (const name of readdirSync(folder).filter((entry) => entry.startsWith('data.new'))) {
    rmSync(join(folder, name), { recursive: true, force: true, maxRetries: 3 })
  }
  const draft = join(folder, `data.new-${randomBytes(4).toString('hex')}`)
  const making = run(
    join(programs, 'initdb'),
    [
      `--pgdata=${draft}`,
      `--username=${owner}`,
      `--pwfile=${password}`,
      '--auth=scram-sha-256',
      '--encoding=UTF8',
      // The same order of texts on every machine.
      '--locale=C',
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8',
      '--no-instructions',
    ],
    { ...user, cwd: folder },
  )
  const end = () => making.child.kill('SIGKILL')
  process.once('exit', end)
  await making
  process.off('exit', end)
  renameSync(draft, join(folder, 'data'))
}

/** Throws one sentence where another version has made the files. */
export function refuseOtherVersion(folder: string): void {
  const version = readFileSync(join(folder, 'data/PG_VERSION'), 'utf8').trim()
  if (version === majorVersion) return
  throw new Error(
    `The database in ${folder} was made by PostgreSQL ${version}, and this is ${majorVersion}: run the earlier version of Errand, or move the folder away.`,
  )
}

/** Gives a folder of `nobody` another user, and a password that no other process has read. */
export async function takeFromNobody(
  programs: string,
  folder: string,
  user: NonNullable<ServerUser>,
): Promise<void> {
  const data = join(folder, 'data')
  if (existsSync(data)) {
    const password = createPassword()
    const draft = join(folder, 'password.new')
    writeFileSync(draft, password, { mode: 0o600 })
    const { uid, gid } = statSync(folder)
    const input = `alter role ${owner} password '${password}'\n`
    const args = ['--single', '-D', data, 'postgres']
    const options = { uid, gid, cwd: folder, input, encoding: 'utf8' } as const
    const { status, stderr } = spawnSync(join(programs, 'postgres'), args, options)
    if (status !== 0) throw new Error(`PostgreSQL changed no password: ${stderr}`)
    renameSync(draft, join(folder, 'password'))
  }
  // The folder itself comes last: what is interrupted is done again.
  await run('chown', ['-R', `${user.uid}:${user.gid}`, folder])
}
