import type { Page } from 'playwright/test'

import { aContact } from '../support/contacts.ts'
import { expectAccessible, tabTo } from '../support/pages.ts'
import { expect, expectLive, test } from '../support/test.ts'

test('the palette and two-key shortcuts open pages, and dialogs return the focus', async ({
  owner: { page },
}) => {
  await page.setViewportSize({ width: 360, height: 780 })
  await page.goto('/dashboard')
  await expectLive(page)
  await tabTo(page, page.getByRole('button', { name: 'Live' }))
  await expect(page.getByRole('tooltip', { name: 'Updates appear instantly.' })).toBeVisible()
  await expectAccessible(page)
  const search = page.getByRole('button', { name: 'Search' })
  await tabTo(page, search)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog', { name: 'Commands' }).getByRole('combobox')).toBeFocused()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(search).toBeFocused()
  await page.keyboard.press('?')
  const help = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  await expect(help).toContainText('Billing')
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(help).toBeHidden()
  await expect(search).toBeFocused()

  const navigation = page.getByRole('navigation', { name: 'Main' })
  for (const link of await navigation.getByRole('link').all()) {
    await tabTo(page, link)
    await expect(link).toBeInViewport({ ratio: 1 })
  }
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: 'Search or run a command' }).fill('new job')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/jobs/new')
  await page.locator('main').focus()
  await expect(async () => {
    // They lead there when one follows the other soon enough.
    for (const key of ['g', 's']) await page.keyboard.press(key)
    await expect(page).toHaveURL('/settings', { timeout: 5000 })
  }).toPass()
})

test('S11: tabs of one browser share one stream of events', async ({
  owner: { page },
  context,
}) => {
  await page.goto('/dashboard')
  await expectLive(page)
  const streams: string[] = []
  context.on('request', (request) => {
    if (request.url().endsWith('/api/events')) streams.push(request.url())
  })
  const other = await context.newPage()
  await other.goto('/settings')
  await expectLive(other)
  expect(streams).toEqual([])

  await page.close()
  await expect.poll(() => streams.length).toBe(1)
  await expectLive(other)
})

test('Errand can be installed as an app', async ({ page }) => {
  await page.goto('/')
  const href = await page.locator('link[rel=manifest]').getAttribute('href')
  const answer = await page.request.get(href ?? '')
  expect(answer.headers()['content-type']).toContain('application/manifest+json')
  const manifest = (await answer.json()) as { icons: { src: string; purpose?: string }[] }
  expect(manifest).toMatchObject({ id: '/', start_url: '/dashboard', display: 'standalone' })
  expect(manifest.icons.some(({ purpose }) => purpose === 'maskable')).toBe(true)
  for (const { src } of manifest.icons) {
    const icon = await page.request.get(new URL(src, answer.url()).href)
    expect(icon.headers()['content-type']).toBe('image/png')
  }
})

interface Notice {
  title: string
  body: string
}

/**
 * A browser without push that allows notifications, whose owner looks at something else: each page
 * keeps its own.
 */
function lookAway(): void {
  const shown: (Notice & { press: () => void })[] = []
  class Shown extends EventTarget {
    static permission = 'granted'
    close(): void {}
    constructor(title: string, { body }: { body: string }) {
      super()
      shown.push({ title, body, press: () => this.dispatchEvent(new Event('click')) })
    }
  }
  Object.assign(window, { Notification: Shown, shown })
  Reflect.deleteProperty(window, 'PushManager')
  Object.defineProperty(Document.prototype, 'visibilityState', { get: () => 'hidden' })
  Document.prototype.hasFocus = () => false
}

test('a chat that needs the owner is notified once across tabs, and a click opens it', async ({
  owner: { page, api },
  context,
}) => {
  await api.changeSettings(({ notifications }) => ({
    notifications: { ...notifications, desktop: true },
  }))
  const [ravi, meera] = [aContact(api, 'Ravi'), aContact(api, 'Meera')]
  await context.addInitScript(lookAway)
  const other = await context.newPage()
  const tabs = [page, other]
  await page.goto('/dashboard')
  await other.goto('/jobs')
  for (const tab of tabs) await expectLive(tab)
  const shownBy = async (tab: Page) =>
    tab.evaluate(() =>
      (Object(window).shown as Notice[]).map(({ title, body }) => ({ title, body })),
    )
  const shown = async () => (await Promise.all(tabs.map(shownBy))).flat()
  // The code that notifies comes when the page has nothing better to do.
  await expect(async () => {
    await meera('Hello?')
    expect(await shown()).not.toEqual([])
  }).toPass()

  await ravi('Is anybody there?')
  const ofRavi = async () => (await shown()).filter(({ title }) => title === 'Ravi')
  const body = 'Handed over to you\nIs anybody there?'
  await expect.poll(ofRavi).toEqual([{ title: 'Ravi', body }])
  // Both tabs have heard of it by now.
  for (const tab of tabs) await expect(tab).toHaveTitle(/^\(2\) /)
  expect(await ofRavi()).toHaveLength(1)

  for (const tab of tabs) {
    await tab.evaluate(() => {
      for (const { title, press } of Object(window).shown) if (title === 'Ravi') press()
    })
  }
  const opened = () => tabs.filter((tab) => /\/chats\?session=ses_/.test(tab.url())).length
  await expect.poll(opened).toBe(1)
})
