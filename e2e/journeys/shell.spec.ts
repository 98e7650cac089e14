import type { Page } from 'playwright/test'

import { expectAccessibleInEachTheme } from '../support/accessible.ts'
import { pressTogether } from '../support/keyboard.ts'
import { expect, test } from '../support/test.ts'

/** The shell is there, and hears of what happens. */
const expectLive = (page: Page) => expect(page.getByRole('button', { name: 'Live' })).toBeVisible()

/** Puts the page into another language, by its owner's settings. */
async function speak(page: Page, language: string): Promise<void> {
  await page.goto('/settings#appearance')
  await page.locator('select').selectOption(language)
  await page.locator('form button[type=submit]').click()
  await expect(page.locator('html')).toHaveAttribute('lang', language)
}

const sections = ['profile', 'business', 'hours', 'whatsapp', 'smtp', 'assistant', 'messages']
const moreSections = ['inbox', 'replies', 'notifications', 'billing', 'appearance', 'account']
const everyPage = [
  '/',
  '/nowhere',
  '/dashboard',
  ...[...sections, ...moreSections].map((section) => `/settings#${section}`),
  '/jobs',
  '/jobs/new',
  '/chats',
  '/chats/forms',
  '/billing',
]

test('the palette leads anywhere, by keyboard alone, and gives the focus back', async ({
  owner: { page },
}) => {
  await page.goto('/dashboard')
  await expectLive(page)
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox').fill('billing')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/billing')

  await page.keyboard.press('Control+k')
  await page.getByRole('combobox').fill('new job')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/jobs/new')
})

test('two keys go to a page, ? lists them, and they can be switched off', async ({
  owner: { page },
}) => {
  await page.goto('/dashboard')
  await expectLive(page)
  await pressTogether(page, ['g', 's'], '/settings')

  await page.locator('main').focus()
  await page.keyboard.press('?')
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toContainText('Billing')
  await page.keyboard.press('Escape')

  await page.goto('/settings#appearance')
  await page.getByRole('switch', { name: 'Single letters are shortcuts' }).click()
  await page.locator('main').focus()
  await page.keyboard.press('g')
  await page.keyboard.press('d')
  await expect(page).toHaveURL('/settings#appearance')
})

test('a chosen theme and language are there before anything is painted, on every page', async ({
  owner: { page },
}) => {
  await page.goto('/settings#appearance')
  await page.getByRole('radio', { name: 'Dark' }).check()
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  await speak(page, 'ar')

  await page.addInitScript(() => {
    new PerformanceObserver((list) => {
      const { dir, dataset } = document.documentElement
      for (const { name } of list.getEntries())
        Object.assign(window, { [name]: `${dir} ${dataset['theme']}` })
    }).observe({ type: 'paint', buffered: true })
  })
  await page.goto('/dashboard')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('لوحة المعلومات')
  await expect
    .poll(() => page.evaluate(() => Object(window)['first-contentful-paint']))
    .toBe('rtl dark')
})

test('every page is accessible from right to left, in light and dark', async ({
  owner: { page },
}) => {
  // Twenty pages in one test.
  test.slow()
  await speak(page, 'ar')
  for (const path of everyPage) {
    await test.step(path, async () => {
      await page.goto(path)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await expectAccessibleInEachTheme(page)
    })
  }
})

test('without a network the page says so, and catches up once it is back', async ({
  owner: { page },
  context,
}) => {
  await page.goto('/dashboard')
  await expectLive(page)
  await context.setOffline(true)
  await expect(page.getByText('You are offline.')).toBeVisible()
  await context.setOffline(false)
  await expect(page.getByText('You are offline.')).toBeHidden()
  await expectLive(page)
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

test('it can be installed', async ({ page }) => {
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
