import { execFileSync } from 'node:child_process'
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

/** PostgreSQL refuses to run as root: then its folder's owner runs it, which is `nobody` at first. */
export function serverUser(folder: string): ServerUser {
  if (process.getuid?.() !== 0) return undefined
  const { uid, gid } = statSync(folder, { throwIfNoEntry: false }) ?? { uid: 0, gid: 0 }
  return uid === 0 ? { uid: idOf('-u'), gid: idOf('-g') } : { uid, gid }
}

const idOf = (flag: string) => Number(execFileSync('id', [flag, 'nobody'], { encoding: 'utf8' }))

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
  if (user !== undefined) chownSync(folder, user.uid, user.gid)
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
