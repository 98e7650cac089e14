import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

/**
 * Runs the work of one process at a time: two installs at once would break each other's files.
 * @param {string} root
 * @param {() => Promise<void>} work
 */
export async function withInstallLock(root, work) {
  const file = join(root, '.install.lock')
  let hasSaidSo = false
  while (!take(file)) {
    if (isAbandoned(file)) {
      rmSync(file, { force: true })
      continue
    }
    if (!hasSaidSo) console.log('Another process is installing the packages; waiting for it.')
    hasSaidSo = true
    await sleep(250)
  }
  try {
    await work()
  } finally {
    rmSync(file, { force: true })
  }
}

/** @param {string} file */
function take(file) {
  try {
    writeFileSync(file, String(process.pid), { flag: 'wx' })
    return true
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false
    throw error
  }
}

/**
 * A killed install leaves its file behind: then the process named in it is gone.
 * @param {string} file
 */
function isAbandoned(file) {
  try {
    const pid = Number(readFileSync(file, 'utf8'))
    // Still being written by its owner.
    if (pid === 0) return false
    process.kill(pid, 0)
    return false
  } catch (error) {
    return codeOf(error) === 'ESRCH'
  }
}

/** @param {unknown} error */
const codeOf = (error) => (error instanceof Error && 'code' in error ? error.code : undefined)
