import type { Page } from 'playwright/test'

import { expect, newPhoneNumber, signIn, test } from '../support/test.ts'

const navigation = (page: Page) => page.getByRole('navigation', { name: 'Main' })
const nameField = (page: Page) => page.getByLabel('Name', { exact: true })

test('a new owner signs in, creates, changes and deletes a job, and signs out', async ({
  page,
}) => {
  await page.goto('/')
  await page.getByRole('link', { name: 'Sign in' }).first().click()
  await signIn(page, newPhoneNumber())
  const toast = page.getByText('Welcome to the product! Your account has been created.')
  await expect(toast).toBeVisible()
  const { width } = page.viewportSize() ?? { width: 0 }
  // At the top right; it comes in smaller than it is.
  await expect(async () => {
    const box = await toast.boundingBox()
    expect(box?.y).toBeLessThan(60)
    expect((box?.x ?? 0) + (box?.width ?? 0)).toBeGreaterThan(width - 60)
  }).toPass({ intervals: [50] })
  await expect(page).toHaveURL('/dashboard')

  await navigation(page).getByRole('link', { name: 'Jobs' }).click()
  await page.getByRole('link', { name: 'New job' }).first().click()
  await nameField(page).fill('Salon booking')
  await page.getByRole('textbox', { name: 'Instructions' }).fill('Book. Be friendly.')
  await page.getByRole('button', { name: 'Add field' }).click()
  await page.getByLabel('Label').fill('Date and time')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.waitForURL(/\/jobs\/job_[^/]+\/edit$/)
  expect(await page.evaluate(() => sessionStorage.length), 'no draft of a saved job').toBe(0)

  await page.reload()
  await expect(nameField(page)).toHaveValue('Salon booking')
  await nameField(page).fill('Salon booking in Pune')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Job saved').first()).toBeVisible()
  await navigation(page).getByRole('link', { name: 'Jobs' }).click()
  const jobs = page.getByRole('list', { name: 'Jobs' })
  await expect(jobs.getByRole('link', { name: 'Salon booking in Pune' })).toBeVisible()

  await page.getByRole('button', { name: 'Actions for Salon booking in Pune' }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await expect(page.getByText('Job deleted')).toBeVisible()
  await expect(jobs).toBeHidden()

  await page.getByRole('button', { name: 'Sign out' }).click()
  await expect(page.getByText('Logged out successfully')).toBeVisible()
  await page.goto('/jobs')
  await expect(page).toHaveURL('/login?next=%2Fjobs')
})

test('an account is deleted after typing DELETE, and its number gets a new account', async ({
  owner: { page, phoneNumber },
}) => {
  await page.goto('/settings')
  await page.getByLabel('Name').fill('Asha')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText(/^Saved/)).toBeVisible()

  await page.getByRole('link', { name: 'Account and data' }).click()
  await page.getByRole('button', { name: 'Delete account' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox').fill('DELETE')
  await dialog.getByRole('button', { name: 'Delete account' }).click()
  await expect(page.getByText('Account deleted successfully')).toBeVisible()
  await page.waitForURL('/login')

  await signIn(page, phoneNumber)
  await expect(
    page.getByText('Welcome to the product! Your account has been created.'),
  ).toBeVisible()
  await page.getByRole('link', { name: 'Settings' }).click()
  await expect(page.getByLabel('Name')).toHaveValue('')
})

test('an unsaved job survives a reload until it is discarded or its owner signs out', async ({
  owner: { page },
}) => {
  page.on('dialog', (dialog) => void dialog.accept())
  await page.goto('/jobs/new')
  await nameField(page).fill('Half a job')
  await expect(page.getByText('Not saved yet')).toBeVisible()

  await page.reload()
  await expect(page.getByText('Your unsaved changes are back.')).toBeVisible()
  await expect(nameField(page)).toHaveValue('Half a job')
  await page.getByRole('button', { name: 'Discard them' }).click()
  await expect(nameField(page)).toHaveValue('')
  expect(await page.evaluate(() => sessionStorage.length)).toBe(0)

  await nameField(page).fill('Another half')
  await page.getByRole('button', { name: 'Sign out' }).click()
  await page.waitForURL('/login')
  expect(await page.evaluate(() => sessionStorage.length)).toBe(0)
})

/** A browser that keeps nothing for sites: even to name what would keep it throws. */
function blockSiteData(): void {
  const refusal = () => new DOMException('Access is denied for this document.', 'SecurityError')
  for (const name of ['localStorage', 'sessionStorage', 'indexedDB']) {
    Object.defineProperty(window, name, {
      get: () => {
        throw refusal()
      },
    })
  }
  LockManager.prototype.request = () => Promise.reject(refusal())
  LockManager.prototype.query = () => Promise.reject(refusal())
  Object.defineProperty(document, 'cookie', { get: () => '', set: () => {} })
}

test('with site data blocked the pages work until a reload', async ({ page }) => {
  // Within the page: without site data a reload signs out.
  const open = async (name: string) => {
    await navigation(page).getByRole('link', { name }).click()
    await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible()
  }
  await page.addInitScript(blockSiteData)
  await page.goto('/login')
  await signIn(page, newPhoneNumber())
  await expect(page.getByRole('button', { name: 'Live' })).toBeVisible()
  await open('Chats')
  await open('Settings')
  const businessName = page.getByLabel('Business name')
  await businessName.fill('Asha Salon')
  await open('Jobs')
  await page.getByRole('link', { name: 'New job' }).first().click()
  await nameField(page).fill('Salon bookings')
  await page.getByRole('button', { name: /^Save/ }).click()
  await expect(page.getByText(/^Saved/)).toBeVisible()
  await open('Billing')
  await open('Settings')
  await expect(businessName).toHaveValue('Asha Salon')
  await page.getByRole('button', { name: 'Sign out' }).click()
  await expect(page).toHaveURL('/login')
})
