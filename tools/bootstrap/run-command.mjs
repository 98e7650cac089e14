import { spawn } from 'node:child_process'
import { constants } from 'node:os'
import { delimiter, join } from 'node:path'

import { npmProcess } from './npm-process.mjs'

/** @type {NodeJS.Signals[]} */
const signals = ['SIGINT', 'SIGTERM', 'SIGHUP']

/**
 * Runs `tools/src/<command>.ts` on the Node that the project pins; gives back its exit code.
 * @param {string} root
 * @param {string} command
 * @param {string[]} args
 * @returns {Promise<number>}
 */
export function runCommand(root, command, args) {
  const bin = join(root, 'node_modules', '.bin')
  const node = join(
    root,
    'node_modules',
    'node',
    'bin',
    process.platform === 'win32' ? 'node.exe' : 'node',
  )
  const child = spawn(node, [join(root, 'tools', 'src', `${command}.ts`), ...args], {
    cwd: root,
    // The channel ends with this process, however it ends: the command sees that and stops too.
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    env: { ...process.env, PATH: `${bin}${delimiter}${process.env['PATH'] ?? ''}` },
  })
  for (const signal of signals) process.on(signal, () => child.kill(signal))
  stopWithNpm(() => child.kill('SIGTERM'))
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', (code, signal) =>
      resolve(code ?? 128 + constants.signals[signal ?? 'SIGTERM']),
    )
  })
}

/**
 * A killed npm tells its script nothing.
 * @param {() => void} stop
 */
function stopWithNpm(stop) {
  const npm = npmProcess()
  if (npm === undefined) return
  const timer = setInterval(() => {
    if (isRunning(npm)) return
    clearInterval(timer)
    stop()
  }, 1000)
  timer.unref()
}

/** @param {number} pid */
function isRunning(pid) {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}
