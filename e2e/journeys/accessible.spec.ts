import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'

import type { Page } from 'playwright/test'

import { aContact } from '../support/contacts.ts'
import {
  accessibilityFaults,
  expectNoSidewaysScrolling,
  goTo,
  settingsSections,
} from '../support/pages.ts'
import { productEnvironment, root } from '../support/product.ts'
import { expect, test, type Owner } from '../support/test.ts'

/** Fills the owner's account with jobs, chats and bookings. */
async function seedDemo(phoneNumber: string): Promise<void> {
  const cli = join(root, 'api/dev/demo/cli.ts')
  await promisify(execFile)(process.execPath, [cli, '--phone', phoneNumber, '--chats', '40'], {
    env: { ...process.env, ...productEnvironment },
  })
}

/** What is opened on a page before it is looked at. */
type Opens = (page: Page) => Promise<void>
const dialog = (page: Page) => page.getByRole('dialog')
const expectDialog: Opens = (page) => expect(dialog(page)).toBeVisible()
const byKey =
  (key: string, expectOpen = expectDialog): Opens =>
  async (page) => {
    await page.keyboard.press(key)
    await expectOpen(page)
  }
const expectTemplates: Opens = (page) =>
  expect(page.locator('[data-template]').first()).toBeVisible()
const openFirstBooking: Opens = async (page) => {
  await page.locator('main li button:not([aria-haspopup])').first().click()
  await expectDialog(page)
}

/** Every page that a signed-in owner has, and what opens on it. */
async function listPages({ api }: Owner): Promise<(readonly [path: string, opens?: Opens])[]> {
  const list = async <Item>(path: string): Promise<Item[]> =>
    (await api.ask<{ items: Item[] }>('GET', path)).items
  const [job] = await list<{ id: string }>('/api/jobs?status=active')
  await aContact(api, 'Ravi')('Is anybody there?')
  const [open, ...chats] = await list<{ id: string; formId?: string }>(
    '/api/chats/sessions?limit=20',
  )
  const booked = chats.find(({ formId }) => formId !== undefined)
  if (job === undefined || open === undefined || booked === undefined)
    throw new Error('No demo data')
  const thread = `/chats?session=${open.id}`
  return [
    ['/dashboard'],
    ['/dashboard', byKey('Control+k')],
    ['/settings'],
    ...settingsSections.map((section) => [`/settings#${section}`] as const),
    ['/settings#assistant', (page) => page.locator('main summary').click()],
    ['/nowhere'],
    ['/jobs'],
    ['/jobs/new'],
    [`/jobs/${job.id}/edit`],
    [`/jobs/${job.id}/analytics`],
    [`/jobs?try=${job.id}`, expectDialog],
    ['/chats'],
    [`/chats?session=${booked.id}`],
    [thread],
    [thread, byKey('t', expectTemplates)],
    [thread, byKey('e')],
    [thread, byKey('Shift+?')],
    ['/chats/bookings'],
    ['/chats/bookings', openFirstBooking],
    ['/chats/bookings?view=day'],
    ['/chats/bookings?view=week'],
    [`/chats/bookings/${booked.formId}`],
    ['/billing'],
    ['/billing/buy'],
    ['/billing/history'],
    ['/billing/invoices'],
  ]
}

const looks = [
  { theme: 'dark', language: 'en', width: 1440 },
  { theme: 'light', language: 'ar', width: 360 },
] as const

test('axe finds no faults on any page with data, in dark mode and in Arabic on a phone', async ({
  owner,
}) => {
  const { page, phoneNumber, api } = owner
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await seedDemo(phoneNumber)
  const pages = await listPages(owner)
  for (const { theme, language, width } of looks) {
    await api.changeSettings(() => ({ ui: { theme, language } }))
    await page.setViewportSize({ width, height: 800 })
    await page.goto('/dashboard')
    await expect(page.locator(`html[lang|=${language}][data-theme=${theme}]`)).toHaveCount(1)
    for (const [path, open] of pages) {
      const name = `${path} in ${theme}, ${language}`
      await test.step(name, async () => {
        await goTo(page, path)
        await open?.(page)
        expect.soft(await accessibilityFaults(page), name).toEqual([])
        if (width === 360) await expectNoSidewaysScrolling(page, name)
        if (await dialog(page).isVisible()) await page.keyboard.press('Escape')
        await expect(dialog(page)).toHaveCount(0)
      })
    }
  }
})
