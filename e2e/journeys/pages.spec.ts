import type { Page } from 'playwright/test'

import { expectAccessibleInEachTheme, expectNoSidewaysScrolling } from '../support/accessible.ts'
import { expect, test } from '../support/test.ts'

const publicPages = ['/', '/nowhere']
const ownersPages = [
  '/dashboard',
  '/settings',
  '/jobs',
  '/jobs/new',
  '/chats',
  '/billing',
  '/jobs/no/such',
]

for (const width of [360, 1280]) {
  test(`every page is accessible and fits in light and dark: ${width} px`, async ({
    owner: { page },
  }) => {
    await page.setViewportSize({ width, height: 780 })
    for (const path of [...publicPages, ...ownersPages])
      await test.step(path, () => visit(page, path))
  })
}

test('the login is accessible and fits a phone in light and dark', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 780 })
  await visit(page, '/login')
})

async function visit(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expectAccessibleInEachTheme(page)
  await expectNoSidewaysScrolling(page)
}

test('without motion the colours of another theme are there at once', async ({ page }) => {
  await page.goto('/')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    const moving = () =>
      document.getAnimations().filter((animation) => animation instanceof CSSTransition).length
    expect(await page.evaluate(moving)).toBe(0)
  }
})

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
