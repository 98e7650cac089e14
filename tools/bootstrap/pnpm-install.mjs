import { spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

import { installFailure } from './install-failure.mjs'
import { progressLine } from './progress-line.mjs'

/**
 * `pnpm install` of exactly what the lockfile says, quiet but for one line of progress.
 * @param {string} root
 */
export async function installPackages(root) {
  const progress = progressLine('Installing packages (the first time takes about a minute)')
  /** @type {string[]} */
  const output = []
  const code = await new Promise((resolve, reject) => {
    const child = spawnPnpm(root)
    child.once('error', reject)
    child.once('close', resolve)
    for (const stream of [child.stdout, child.stderr]) {
      createInterface({ input: stream }).on('line', (line) => {
        output.push(line)
        const count = /resolved (\d+).*added (\d+)/.exec(line)
        if (count) progress.show(`${count[2]} of ${count[1]}`)
      })
    }
  })
  progress.end(code === 0 ? 'Packages installed' : '')
  if (code !== 0) throw new Error(installFailure(output))
}

/** @param {string} root */
function spawnPnpm(root) {
  const [file, ...before] = pnpmCommand(root)
  return spawn(
    file,
    [...before, 'install', '--frozen-lockfile', '--reporter=append-only', '--config.color=never'],
    {
      cwd: root,
      stdio: ['ignore', 'pipe', 'pipe'],
      // In production mode pnpm would leave out the tools; CI keeps it from asking questions.
      env: { ...process.env, ...quickRetries, CI: 'true', NODE_ENV: 'development' },
      // The commands of npm are .cmd files on Windows; nothing here comes from outside.
      shell: process.platform === 'win32',
    },
  )
}

/**
 * The pinned pnpm: the one in node_modules when it is there, fetched by npm when it is not.
 * @param {string} root
 * @returns {[string, ...string[]]}
 */
function pnpmCommand(root) {
  const { packageManager } = readJson(join(root, 'package.json'))
  const own = join(root, 'node_modules', 'pnpm', 'package.json')
  const launcher = join(root, 'node_modules', '.bin', 'pnpm')
  if (
    existsSync(own) &&
    existsSync(launcher) &&
    `pnpm@${readJson(own).version}` === packageManager
  ) {
    return [launcher]
  }
  return ['npx', '--yes', packageManager]
}

/** @param {string} file */
const readJson = (file) => JSON.parse(readFileSync(file, 'utf8'))

// Left alone, both wait more than a minute before they admit that there is no network.
const retries = { retries: '2', retry_mintimeout: '500', retry_maxtimeout: '2000' }
const quickRetries = Object.fromEntries(
  Object.entries(retries).flatMap(([name, value]) => [
    [`npm_config_fetch_${name}`, value],
    [`pnpm_config_fetch_${name}`, value],
  ]),
)
