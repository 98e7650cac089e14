import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { extname, join, relative } from 'node:path'
import { promisify } from 'node:util'

import { expect, test, type Page } from 'playwright/test'

import { accessibilityFaults, expectNoSidewaysScrolling } from '../support/pages.ts'
import { cachedBuild } from '../support/releases.ts'

const sharedUi = join(import.meta.dirname, '..', '..', 'shared-ui')
const origin = 'http://catalogue.localhost'

// The policy of the product's documents, with the nonce of the catalogue's build.
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'nonce-catalogue'",
  "font-src 'self'",
  "img-src 'self' data:",
  "require-trusted-types-for 'script'",
  'trusted-types catalogue',
].join('; ')

const types: Record<string, string> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.woff2': 'font/woff2',
}

let dist = ''

test.beforeAll(async () => {
  dist = await cachedBuild({ name: 'catalogue', version: sourceHash() }, async (folder) => {
    const rsbuild = join(sharedUi, 'node_modules/@rsbuild/core/bin/rsbuild.js')
    const args = [rsbuild, 'build', '--root', 'catalogue', '--dist-path', folder]
    await promisify(execFile)(process.execPath, args, { cwd: sharedUi })
  })
})

/** Of everything that the catalogue is built from. */
function sourceHash(): string {
  const files = globSync('{catalogue,src}/**/*.*', { cwd: sharedUi })
    .filter((name) => !name.includes('/dist/'))
    .map((name) => join(sharedUi, name))
  const hash = createHash('sha256')
  for (const file of [...files.toSorted(), join(sharedUi, '../pnpm-lock.yaml')])
    hash.update(relative(sharedUi, file)).update('\0').update(readFileSync(file)).update('\0')
  return hash.digest('hex').slice(0, 12)
}

/** Opens the catalogue; gives back what the browser refused or complained of. */
async function open(page: Page, look: { dir?: 'rtl'; theme: 'light' | 'dark' }): Promise<string[]> {
  const complaints: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text())
  })
  page.on('pageerror', ({ message }) => complaints.push(message))
  await page.route(`${origin}/**`, async (route) => {
    const { pathname } = new URL(route.request().url())
    const name = pathname === '/' ? '/index.html' : pathname
    if (name === '/favicon.ico') return route.fulfill({ status: 204 })
    return route.fulfill({
      body: await readFile(join(dist, name)),
      contentType: types[extname(name)] ?? 'application/octet-stream',
      headers: { 'content-security-policy': policy },
    })
  })
  await page.goto(`${origin}/`)
  if (look.dir === 'rtl') await page.getByRole('radio', { name: 'العربية' }).check()
  await page.getByRole('radio', { name: look.theme === 'dark' ? 'Dark' : 'Light' }).check()
  await expect(page.getByRole('heading', { name: 'Catalogue' })).toBeVisible()
  return complaints
}

/** What axe calls serious or worse, with the elements. */
async function seriousFaults(page: Page, within = 'html'): Promise<unknown[]> {
  // The library's guards pass the focus on: none ever keeps it.
  const without = ['[data-base-ui-focus-guard]']
  const faults = await accessibilityFaults(page, { within, without })
  return faults.filter(({ impact }) => impact === 'serious' || impact === 'critical')
}

for (const { name, width, ...look } of [
  { name: 'light', width: 1440, theme: 'light' },
  { name: 'phone, dark and right to left', width: 360, theme: 'dark', dir: 'rtl' },
] as const) {
  test(`axe finds no serious faults in the components: ${name}`, async ({ page }) => {
    await page.setViewportSize({ width, height: 800 })
    const complaints = await open(page, look)

    expect(await seriousFaults(page)).toEqual([])
    await expectNoSidewaysScrolling(page)
    expect(complaints).toEqual([])
  })
}

test('floating components open, have no faults and return the focus', async ({ page }) => {
  const complaints = await open(page, { theme: 'light' })
  const floating = [
    ['Actions for Greeter', 'menu'],
    ['Popover', 'dialog'],
    ['Dialog', 'dialog'],
    ['Sheet', 'dialog'],
    ['Confirmation', 'dialog'],
    ['Command palette', 'dialog'],
    ['Shortcut sheet', 'dialog'],
  ] as const
  for (const [name, role] of floating) {
    const button = page.getByRole('button', { name, exact: true })
    await button.focus()
    await page.keyboard.press('Enter')
    await expect(page.getByRole(role)).toBeVisible()
    expect(await seriousFaults(page, '[role=menu], dialog[open], [role=dialog]'), name).toEqual([])
    await page.keyboard.press('Escape')
    await expect(page.getByRole(role)).toBeHidden()
    await expect(button).toBeFocused()
  }
  expect(complaints).toEqual([])
})
