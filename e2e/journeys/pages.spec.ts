import AxeBuilder from '@axe-core/playwright'
import type { Page } from 'playwright/test'

import { expect, test } from '../support/test.ts'

const publicPages = ['/', '/login', '/nowhere']
const ownersPages = [
  '/dashboard',
  '/settings',
  '/jobs',
  '/jobs/new',
  '/chats',
  '/billing',
  '/jobs/no/such',
]

async function expectAccessible(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  const { violations } = await new AxeBuilder({ page }).analyze()
  expect(violations.map(({ id, nodes }) => ({ id, on: nodes.map(({ html }) => html) }))).toEqual([])
}

async function expectNoSidewaysScrolling(page: Page): Promise<void> {
  const overflow = () => document.documentElement.scrollWidth - document.documentElement.clientWidth
  expect(await page.evaluate(overflow)).toBe(0)
}

for (const colorScheme of ['light', 'dark'] as const) {
  for (const width of [360, 1280]) {
    test(`every page is accessible and fits: ${colorScheme}, ${width} px`, async ({ owner }) => {
      const { page } = owner
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      await page.setViewportSize({ width, height: 780 })
      for (const path of [...publicPages, ...ownersPages].filter((name) => name !== '/login')) {
        await test.step(path, async () => {
          await page.goto(path)
          await expectAccessible(page)
          await expectNoSidewaysScrolling(page)
        })
      }
    })
  }
}

for (const colorScheme of ['light', 'dark'] as const) {
  test(`the login is accessible and fits a phone: ${colorScheme}`, async ({ page }) => {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await page.setViewportSize({ width: 360, height: 780 })
    await page.goto('/login')
    await expectAccessible(page)
    await expectNoSidewaysScrolling(page)
  })
}

test('an unknown route is the 404 page, with ways on', async ({ page }) => {
  const response = await page.goto('/no/such/page')

  expect(response?.status()).toBe(404)
  await expect(page.getByRole('heading', { name: 'Page Not Found' })).toBeVisible()
  await expect(page.getByText("The page you're looking for doesn't exist.")).toBeVisible()
  await expect(page.getByRole('link', { name: 'Dashboard' })).toHaveAttribute('href', '/dashboard')
  await page.getByRole('link', { name: 'Go Home' }).click()
  await expect(page).toHaveURL('/')
})

test('the whole way from landing to a sent code works by keyboard', async ({ page }) => {
  await page.goto('/')
  await page.getByRole('link', { name: 'Sign in' }).first().focus()
  await page.keyboard.press('Enter')
  await page.getByLabel('Phone number').focus()
  await page.keyboard.type('98765 43210')
  await page.keyboard.press('Enter')

  await expect(page.getByLabel('Verification code')).toBeFocused()
})
