import { chromium } from 'playwright'

import { say } from '../terminal/report.ts'
import { canInstall, install } from './apt.ts'
import { findProgram, isExecutable } from './find-program.ts'

/** The headless shell first: it is Chromium without windows and needs two thirds of the time. */
const programs = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
]

/** The browser that the tests run in; installs one where that is possible. */
export async function ensureChromium(): Promise<string> {
  const given = process.env['CHROMIUM_PATH']
  if (given !== undefined && given !== '') {
    if (isExecutable(given)) return given
    throw new Error(`CHROMIUM_PATH names no program: ${given}`)
  }
  const found = findChromium()
  if (found !== undefined) return found
  if (canInstall()) {
    say('Installing Chromium for the browser tests')
    await install('chromium-headless-shell')
    if (findChromium() === undefined) await install('chromium')
  }
  const installed = findChromium()
  if (installed !== undefined) return installed
  throw new Error('The browser tests need Chromium: install it, or name one with CHROMIUM_PATH.')
}

function findChromium(): string | undefined {
  const downloaded = chromium.executablePath()
  return isExecutable(downloaded) ? downloaded : findProgram(programs)
}
