import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'

import { chromium, type LaunchOptions } from 'playwright'

import { installPackages, isDebian, programOf } from './debian-packages.ts'
import { print } from './terminal.ts'

type Browser = Pick<LaunchOptions, 'channel' | 'executablePath'>

/** Debian's packages by their programs; certificates of tests are made by openssl. */
const packages = {
  'chromium-headless-shell': 'chromium-headless-shell',
  chromium: 'chromium',
  openssl: 'openssl',
}
const hint = ', or name a Chromium with CHROMIUM_PATH'

/**
 * The browsers of the tests, which depend on the system alone, not on what else is installed: most run
 * in the headless shell, which is faster, but only a whole Chromium has notifications and a microphone.
 */
export function chooseBrowsers(): { shell: Browser; whole: Browser } {
  const configured = process.env['CHROMIUM_PATH']
  if (configured) return { shell: at(configured), whole: at(configured) }
  if (isDebian()) {
    return { shell: at(programOf('chromium-headless-shell')), whole: at(programOf('chromium')) }
  }
  // Playwright's own, which other systems have no package of.
  return { shell: {}, whole: { channel: 'chromium' } }
}

/** Installs what the tests need where that is possible; throws one sentence where something is missing. */
export function prepareBrowsers(): void {
  const { shell, whole } = chooseBrowsers()
  if (shell.executablePath === undefined) {
    if (!existsSync(chromium.executablePath()))
      throw new Error(
        `The browser tests need Chromium: run "npx playwright install chromium"${hint}.`,
      )
  } else if (!process.env['CHROMIUM_PATH']) {
    installPackages(packages, hint)
  }
  for (const path of new Set([shell, whole].map(pathOf))) print(`${versionOf(path)} (${path})`)
}

const at = (executablePath: string): Browser => ({ executablePath })
const pathOf = ({ executablePath = chromium.executablePath() }: Browser): string => executablePath

/** What a browser says of itself; throws where it does not start. */
function versionOf(path: string): string {
  const { error, status, stdout, stderr } = spawnSync(path, ['--version'], { encoding: 'utf8' })
  if (error === undefined && status === 0) return stdout.trim()
  throw new Error(`${path} does not start: ${error?.message ?? stderr.trim()}`)
}
