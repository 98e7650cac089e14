import type { Page } from 'playwright/test'

import { expect, newPhoneNumber, signIn, test } from '../support/test.ts'

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

/** Goes on within the page: without site data a reload signs out. */
async function open(page: Page, name: string): Promise<void> {
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name }).click()
  await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible()
}

test('with site data blocked a visit works as any other, until it is reloaded', async ({
  page,
}) => {
  await page.addInitScript(blockSiteData)
  await page.goto('/')
  await page.goto('/login')
  const authorization = page
    .waitForRequest((request) => request.url().endsWith('/api/auth/stats'))
    .then((request) => request.headerValue('authorization'))
  await signIn(page, newPhoneNumber())
  await page.getByRole('radio', { name: 'Today' }).click()
  await expect(page.getByRole('button', { name: 'Live' })).toBeVisible()
  const headers = { authorization: (await authorization) ?? '' }
  const field = { key: 'service', label: 'Service', type: 'text', order: 0, required: true }
  const job = { name: 'Salon booking', instructions: 'Book.', status: 'active', fields: [field] }
  await page.request.post('/api/jobs', { headers, data: job })
  const message = { from: '+919811000001', name: 'Ravi', text: 'A haircut, please' }
  await page.request.post('/api/dev/simulate/inbound', { headers, data: message })

  await open(page, 'Chats')
  await page.getByRole('link', { name: /Ravi/ }).click()
  await page.getByRole('textbox', { name: 'Reply' }).fill('I will look')
  await page.getByRole('button', { name: 'More about chats' }).click()
  await page.getByRole('menuitem', { name: 'Forms' }).click()
  await page.getByRole('link', { name: 'Salon booking' }).click()
  await page.getByRole('button', { name: 'Columns' }).click()
  await page.getByRole('checkbox', { name: 'Service' }).uncheck()
  await expect(page.getByRole('columnheader', { name: 'Service' })).toHaveCount(0)
  await page.keyboard.press('Escape')

  await open(page, 'Jobs')
  await page.getByRole('link', { name: 'Salon booking' }).click()
  await page.getByLabel('Name', { exact: true }).fill('Salon bookings')
  await page.getByRole('button', { name: /^Save/ }).click()
  await expect(page.getByText(/^Saved/)).toBeVisible()

  await open(page, 'Settings')
  await page.getByLabel('Name', { exact: true }).fill('Asha')
  await open(page, 'Billing')
  await open(page, 'Settings')
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Asha')

  await open(page, 'Chats')
  await page.getByRole('link', { name: /Ravi/ }).click()
  await expect(page.getByRole('textbox', { name: 'Reply' })).toHaveValue('I will look')
  await page.getByRole('button', { name: 'Sign out' }).click()
  await expect(page).toHaveURL('/login')
})
