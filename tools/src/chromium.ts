import { spawnSync } from 'node:child_process'
import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'

import { chromium } from 'playwright'

import { print } from './terminal.ts'

/** The headless shell first: it takes two thirds of Chromium's time. */
const programs = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
]

/** Installs the tests' browser if none is found and installing is possible. */
export function ensureChromium(): void {
  if ((findChromium() ?? installChromium()) !== undefined) return
  throw new Error('The browser tests need Chromium: install it, or name one with CHROMIUM_PATH.')
}

/** The browser in which every command runs tests. */
export function findChromium(): string | undefined {
  const configured = process.env['CHROMIUM_PATH']
  if (configured !== undefined && configured !== '') {
    if (isExecutable(configured)) return configured
    throw new Error(`CHROMIUM_PATH names no program: ${configured}`)
  }
  const downloaded = chromium.executablePath()
  return isExecutable(downloaded) ? downloaded : findProgram(programs)
}

/** Installs the package of Debian or Ubuntu, if this process may. */
function installChromium(): string | undefined {
  if (process.getuid?.() !== 0 || findProgram(['apt-get']) === undefined) return undefined
  print('Installing Chromium for the browser tests')
  const apt = (...args: string[]) =>
    spawnSync('apt-get', [...args, '-y', '-qq'], {
      stdio: ['ignore', 'ignore', 'inherit'],
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    })
  apt('update')
  // Ubuntu has no headless shell.
  apt('install', '--no-install-recommends', 'chromium-headless-shell')
  if (findChromium() === undefined) apt('install', '--no-install-recommends', 'chromium')
  return findChromium()
}

/** The first of these programs that is on the PATH. */
function findProgram(names: string[]): string | undefined {
  const folders = (process.env['PATH'] ?? '').split(delimiter)
  return names.flatMap((name) => folders.map((folder) => join(folder, name))).find(isExecutable)
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}
