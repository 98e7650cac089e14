import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs'
import { dirname, join, resolve } from 'node:path'

/** The user that PostgreSQL runs as, where it cannot be the one of this process. */
export type ServerUser = { uid: number; gid: number } | undefined

/** Runs nothing else, so that no other process may read what it has. */
const ownUser = 'errand-postgres'

/** PostgreSQL refuses to run as root: then its folder's owner runs it, at first a user of its own. */
export function serverUser(folder: string): ServerUser {
  if (process.getuid?.() !== 0) return undefined
  const { uid, gid } = statSync(folder, { throwIfNoEntry: false }) ?? { uid: 0, gid: 0 }
  if (uid !== 0 && !isNobodys(folder)) return { uid, gid }
  return findUser(ownUser) ?? createOwnUser()
}

/** Whether a folder belongs to `nobody`, as which earlier versions ran it, and whose processes are many. */
export const isNobodys = (folder: string): boolean =>
  process.getuid?.() === 0 && statSync(folder).uid === findUser('nobody')?.uid

function findUser(name: string): { uid: number; gid: number } | undefined {
  const { status, stdout } = spawnSync('id', [name], { encoding: 'utf8' })
  const [, uid, gid] = /^uid=(\d+)\S* gid=(\d+)/.exec(stdout) ?? []
  return status === 0 ? { uid: Number(uid), gid: Number(gid) } : undefined
}

function createOwnUser(): { uid: number; gid: number } {
  const place = ['--no-create-home', '--home-dir', '/nonexistent', '--shell', '/usr/sbin/nologin']
  spawnSync('useradd', ['--system', '--user-group', ...place, ownUser])
  // Another process may have been faster.
  const user = findUser(ownUser)
  if (user !== undefined) return user
  throw new Error(
    `PostgreSQL refuses to run as root, and useradd made no user ${ownUser} for it: make one, start Errand as another user, or set DATABASE_URL.`,
  )
}

/** The folder of the server's files, below the data directory or where its user can enter. */
export function serverFolder(dataDir: string, user: ServerUser): string {
  const folder = join(dataDir, 'postgres')
  if (!existsSync(folder)) {
    // It may be a dangling link.
    rmSync(folder, { force: true })
    if (user === undefined || canEnter(dataDir)) mkdirSync(folder)
    else symlinkSync(mkdtempSync(join(sharedFolder(), 'data-')), folder)
  }
  chmodSync(folder, 0o700)
  if (user !== undefined && statSync(folder).uid === 0) chownSync(folder, user.uid, user.gid)
  return realpathSync(folder)
}

/** A folder for files that the server's user cannot reach in the project, as below `/root`. */
export function sharedFolder(): string {
  const folder = '/var/lib/errand'
  mkdirSync(folder, { recursive: true })
  chmodSync(folder, 0o755)
  return folder
}

/** Whether everybody may enter a folder and those above it. */
export function canEnter(folder: string): boolean {
  const path = resolve(folder)
  const isOpen = (statSync(path).mode & 0o001) !== 0
  return isOpen && (path === dirname(path) || canEnter(dirname(path)))
}
