import type { BrowserContext, Page } from 'playwright/test'

import { expect, newPhoneNumber, signIn, test } from '../support/test.ts'

const byName = (one: { name: string }, other: { name: string }): number =>
  one.name.localeCompare(other.name)

/** What a browser keeps; what differs between any two owners is its length, or its kind. */
async function kept(context: BrowserContext): Promise<unknown> {
  const { cookies, origins } = await context.storageState({ indexedDB: true })
  const comparable = {
    cookies: cookies.toSorted(byName).map((cookie) => ({
      ...cookie,
      value: cookie.value.length,
      expires: cookie.expires > 0,
    })),
    origins,
  }
  return JSON.parse(JSON.stringify(comparable), (_key, value: unknown) => {
    if (typeof value === 'number') return 'a number'
    if (typeof value !== 'string') return value
    return /^(\+91)?\d{9,}$|^\d{4}-\d\d-\d\d$|^[\w-]{20,}|^ey/.test(value)
      ? `${value.length} characters`
      : value
  })
}

async function openDashboard(page: Page): Promise<void> {
  await page.goto('/dashboard')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Live' })).toBeVisible()
}

test('an owner who was signed in by the api has what a sign-in on the page leaves', async ({
  owner,
  browser,
}) => {
  const other = await browser.newContext()
  const page = await other.newPage()
  await page.goto('/login')
  await signIn(page, newPhoneNumber())
  for (const tab of [page, owner.page]) {
    await openDashboard(tab)
    // Kept once the settings have come, which the page does not wait for.
    await tab.waitForFunction(() => localStorage.getItem('errand:look') !== null)
  }

  expect(await kept(owner.page.context())).toEqual(await kept(other))
  await other.close()
})
