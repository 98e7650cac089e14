import { randomInt } from 'node:crypto'

import { test as base, expect, type Page } from 'playwright/test'

import { lastCode } from './identity.ts'
import { identityOrigin, origin } from './product.ts'
import { signInByApi } from './session.ts'

export { expect, lastCode }

/** A new owner, signed in in a browser of their own; no page is open yet. */
export interface Owner {
  page: Page
  phoneNumber: string
}

/** A test whose page must stay without errors in the console, and without policy violations. */
export const test = base.extend<{ owner: Owner; consoleErrors: string[] }>({
  consoleErrors: [
    async ({ page }, use) => {
      const errors: string[] = []
      page.on('console', (message) => {
        if (message.type() === 'error') errors.push(message.text())
      })
      page.on('pageerror', (error) => errors.push(error.message))
      await use(errors)
      expect(errors.filter((text) => !isExpected(text))).toEqual([])
    },
    { auto: true },
  ],
  owner: async ({ page, baseURL }, use) => {
    const phoneNumber = newPhoneNumber()
    await signInByApi(page.context(), { phoneNumber, origin: baseURL ?? origin })
    await use({ page, phoneNumber })
  },
})

/** The browser's own line about an answer of 4xx or 5xx, or a lost request: tests ask for those. */
const isExpected = (text: string): boolean => text.startsWith('Failed to load resource:')

let count = 0
const ofProcess = String(randomInt(10_000)).padStart(4, '0')
const worker = (process.env['TEST_WORKER_INDEX'] ?? '').padStart(2, '0')

/** A number that nobody has used: an Indian mobile number. */
export function newPhoneNumber(): string {
  count += 1
  return `+919${ofProcess}${worker}${String(count).padStart(3, '0')}`
}

/** Enters number and code on the login page that is open. */
export async function signIn(
  page: Page,
  phoneNumber: string,
  identity = identityOrigin,
): Promise<void> {
  await askForCode(page, phoneNumber)
  await page.getByLabel('Verification code').fill(await lastCode(phoneNumber, identity))
  // Six digits are enough; the button is for whoever wants one.
  await page.waitForURL((url) => url.pathname !== '/login')
}

/** Enters the number and waits for the second step. */
export async function askForCode(page: Page, phoneNumber: string): Promise<void> {
  await page.getByLabel('Phone number').fill(phoneNumber)
  await page.getByRole('button', { name: 'Send code' }).click()
  await expect(page.getByLabel('Verification code')).toBeVisible()
}
