import type { Page } from 'playwright/test'

import { expect, test } from '../support/test.ts'

/** Takes out what the test itself caused, which must be there; anything else still fails it. */
function dropErrors(errors: string[], caused: RegExp): void {
  const others = errors.filter((text) => !caused.test(text))
  expect(others.length).toBeLessThan(errors.length)
  errors.splice(0, errors.length, ...others)
}

const navigation = (page: Page) => page.getByRole('navigation', { name: 'Main' })

test('a remote that is down hurts only its own path, and Retry needs no reload', async ({
  owner: { page },
}) => {
  await page.goto('/dashboard')
  await page.evaluate(() => Object.assign(window, { isSamePage: true }))
  await page.route('**/r/remote-billing/**', (route) => route.abort())

  await navigation(page).getByRole('link', { name: 'Billing' }).click()
  await expect(page.getByRole('heading', { name: 'Billing could not be loaded' })).toBeVisible()

  await navigation(page).getByRole('link', { name: 'Chats' }).click()
  await expect(page.getByRole('heading', { name: 'Chats', level: 1 })).toBeVisible()
  await navigation(page).getByRole('link', { name: 'Billing' }).click()
  await expect(page.getByRole('heading', { name: 'Billing could not be loaded' })).toBeVisible()

  await page.unroute('**/r/remote-billing/**')
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(page.getByRole('heading', { name: 'Billing', level: 1 })).toBeVisible()
  expect(await page.evaluate(() => 'isSamePage' in window)).toBe(true)
})

test('a page of a remote whose code was lost is there at the next try', async ({
  owner: { page },
}) => {
  await page.goto('/jobs')
  await expect(page.getByRole('heading', { name: 'Jobs', level: 1 })).toBeVisible()

  await page.route('**/r/remote-jobs/**', (route) => route.abort())
  await page.getByRole('link', { name: 'New job' }).first().click()
  await expect(page.getByRole('button', { name: 'Retry' })).toBeVisible()
  await expect(navigation(page)).toBeVisible()

  await page.unroute('**/r/remote-jobs/**')
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(page.getByLabel('Name', { exact: true })).toBeVisible()
})

test('a render error shows the error page, and the rest of the shell stays', async ({
  owner: { page },
  consoleErrors,
}) => {
  await page.addInitScript(() => {
    Object.defineProperty(Intl, 'RelativeTimeFormat', {
      get: () => {
        throw new Error('planted')
      },
    })
  })
  await page.goto('/jobs/new')
  await page.getByLabel('Name', { exact: true }).fill('Planted')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.waitForURL(/\/edit$/)
  await navigation(page).getByRole('link', { name: 'Jobs' }).click()

  await expect(page.getByRole('heading', { name: 'Oops! Something went wrong' })).toBeVisible()
  await expect(
    page.getByText('We encountered an unexpected error. Please try refreshing the page.'),
  ).toBeVisible()
  await expect(page.getByRole('button', { name: 'Refresh Page' })).toBeVisible()
  await expect(navigation(page)).toBeVisible()
  dropErrors(consoleErrors, /planted/)
})
