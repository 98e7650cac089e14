import type { Page } from 'playwright/test'

import { recordCalls } from '../support/record-calls.ts'
import { askForCode, expect, lastCode, newPhoneNumber, test } from '../support/test.ts'

const toast = (page: Page, text: string) =>
  page.getByRole('status').filter({ hasText: text }).getByText(text, { exact: true })

/** Answers a call with this status, as the api's machine would without the api. */
const refuse = (page: Page, path: string, method: string, status: number) =>
  page.route(path, (route) =>
    route.request().method() === method ? route.fulfill({ status, body: '' }) : route.fallback(),
  )

async function signInAt(page: Page): Promise<void> {
  const phoneNumber = newPhoneNumber()
  await page.goto('/login')
  await askForCode(page, phoneNumber)
  await page.getByLabel('Verification code').fill(await lastCode(phoneNumber))
}

for (const path of ['/dashboard', '/settings', '/jobs/new', '/jobs/job_1/edit', '/billing']) {
  test(`a signed-out visitor of ${path} comes to the login`, async ({ page }) => {
    await page.goto(path)
    await expect(page).toHaveURL(`/login?next=${encodeURIComponent(path)}`)
    await expect(page.getByLabel('Phone number')).toBeVisible()
  })
}

test('the login has the place of the bot check, and no other page', async ({
  owner: { page },
  context,
}) => {
  await page.goto('/dashboard')
  await expect(page.getByRole('button', { name: 'Sign out' })).toBeVisible()
  await expect(page.locator('#recaptcha-container')).toHaveCount(0)
  await context.clearCookies()
  await page.getByRole('button', { name: 'Sign out' }).click()
  await expect(page.locator('#recaptcha-container')).toHaveCount(1)
})

test('a profile that could not be created is told', async ({ page }) => {
  await refuse(page, '**/api/auth/profile', 'GET', 404)
  await refuse(page, '**/api/auth/profile', 'POST', 500)
  await signInAt(page)
  await expect(toast(page, 'Failed to create user profile. Please try again.')).toBeVisible()
})

test('a profile that could not be loaded is told at sign-in and on each reload', async ({
  page,
}) => {
  await refuse(page, '**/api/auth/profile', 'GET', 500)
  await signInAt(page)
  const text = 'Failed to load user profile. Please refresh the page.'
  await expect(toast(page, text)).toBeVisible()
  await expect(page).toHaveURL('/dashboard')

  await page.reload()
  await expect(toast(page, text)).toBeVisible()
})

test('a profile that could not be created on a reload is told', async ({ owner: { page } }) => {
  await refuse(page, '**/api/auth/profile', 'GET', 404)
  await refuse(page, '**/api/auth/profile', 'POST', 500)
  await page.goto('/dashboard')
  await expect(toast(page, 'Failed to create user profile. Please try again.')).toBeVisible()
})

test('a missing profile is created with empty texts for what is not known', async ({ page }) => {
  const calls = await recordCalls(page)
  await signInAt(page)
  await expect(toast(page, 'Welcome to the product! Your account has been created.')).toBeVisible()
  expect(calls.filter(({ method }) => method === 'POST')).toContainEqual({
    method: 'POST',
    path: '/api/auth/profile',
    body: { phoneNumber: expect.stringMatching(/^\+91/) as unknown, email: '', name: '' },
  })
})

test('a sign-out that failed says so, and of many toasts 20 are kept', async ({
  owner: { page },
}) => {
  await page.goto('/dashboard')
  // Before the session is known, another store would take the place of the broken one.
  await expect(page.getByRole('button', { name: 'Live' })).toBeVisible()
  await page.evaluate(() => {
    IDBObjectStore.prototype.delete = () => {
      throw new Error('planted')
    }
    const told = () =>
      [...document.querySelectorAll('[role=status]')].filter(
        ({ textContent }) => textContent === 'Failed to logout',
      ).length
    const seen = { most: 0 }
    new MutationObserver(() => (seen.most = Math.max(seen.most, told()))).observe(document.body, {
      childList: true,
      subtree: true,
    })
    Object.assign(window, { seen })
  })
  await page.getByRole('button', { name: 'Sign out' }).evaluate((button: HTMLButtonElement) => {
    for (let times = 0; times < 24; times += 1) button.click()
  })
  const told = page.getByText('Failed to logout', { exact: true })
  await expect(told.first()).toBeVisible()
  await expect(told).toHaveCount(0)
  expect(await page.evaluate(() => Object(window).seen.most)).toBe(20)
  await expect(page).toHaveURL('/dashboard')
})

test('an account that could not be deleted is told, and stays', async ({ owner: { page } }) => {
  await refuse(page, '**/api/auth/account', 'DELETE', 500)
  await page.goto('/settings#account')
  await page.getByRole('button', { name: 'Delete account' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox').fill('DELETE')
  await dialog.getByRole('button', { name: 'Delete account' }).click()
  await expect(toast(page, 'Failed to delete account')).toBeVisible()
  await expect(page).toHaveURL('/settings#account')
})

for (const [what, status, text] of [
  ['404', 404, 'The requested resource was not found'],
  ['500', 500, 'Server error. Please try again later.'],
  ['no answer', 0, 'Network error. Please check your connection.'],
] as const) {
  test(`of ${what} to a change the page says what it means`, async ({ owner: { page } }) => {
    await page.goto('/settings')
    await page.route('**/api/auth/settings', (route) =>
      status === 0 ? route.abort() : route.fulfill({ status, body: '' }),
    )
    await page.getByLabel('Name').fill('Asha')
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByRole('alert').getByText(text, { exact: true })).toBeVisible()
    await expect(page.getByLabel('Name')).toHaveValue('Asha')
  })
}

test('on the landing page a 401 ends the session, and leads nowhere', async ({
  owner: { page },
}) => {
  await refuse(page, '**/api/auth/profile', 'GET', 401)
  const scripts: string[] = []
  page.on('request', (request) => {
    if (request.resourceType() === 'script') scripts.push(request.url())
  })
  await page.goto('/')
  await expect.poll(() => page.evaluate(() => document.cookie)).not.toContain('errand_signed_in')
  const before = scripts.length
  await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)))
  // Nor is it on its way to another page, whose code would be asked for first.
  expect(scripts.slice(before)).toEqual([])
  await expect(page).toHaveURL('/')

  await page.getByRole('link', { name: 'Sign in' }).click()
  await expect(page).toHaveURL('/login')
})

test('a page that broke has a button that loads it anew', async ({
  owner: { page },
  consoleErrors,
}) => {
  await page.goto('/settings#appearance')
  await expect(page.getByRole('heading', { name: 'Settings' })).toBeVisible()
  await page.evaluate(() => {
    Object.assign(window, { isBroken: true })
    Object.defineProperty(Intl, 'DisplayNames', { get: () => undefined })
    Object.defineProperty(Intl, 'DateTimeFormat', { get: () => undefined })
  })
  await page.getByRole('link', { name: 'Hours and holidays' }).click()
  await expect(page.getByRole('heading', { name: 'Oops! Something went wrong' })).toBeVisible()
  await expect(
    page.getByText('We encountered an unexpected error. Please try refreshing the page.'),
  ).toBeVisible()
  await page.getByRole('button', { name: 'Refresh Page' }).click()
  await expect(page.getByRole('heading', { name: 'Settings' })).toBeVisible()
  expect(await page.evaluate(() => 'isBroken' in window)).toBe(false)
  consoleErrors.length = 0
})

test('each screen is fetched when it is opened, as script and style of its own', async ({
  owner: { page },
}) => {
  const files: string[] = []
  page.on('request', (request) => files.push(new URL(request.url()).pathname))
  await page.goto('/dashboard')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  // What is fetched ahead is code that each remote begins with, never a screen of it.
  await page
    .getByRole('navigation', { name: 'Main' })
    .getByRole('link', { name: 'Billing' })
    .click()
  await expect(page.getByRole('heading', { name: 'Billing', level: 1 })).toBeVisible()
  const own = files.filter((file) => /^\/r\/remote-billing\/.*\.(js|css)$/.test(file))
  expect(own.some((file) => file.endsWith('.js'))).toBe(true)
  expect(own.some((file) => file.endsWith('.css'))).toBe(true)
})
