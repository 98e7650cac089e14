import { test as base, expect, type Page } from 'playwright/test'

import { identityOrigin, project } from './product.ts'

export { expect }

/** An owner in a browser of his own. */
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
  owner: async ({ page }, use) => {
    const phoneNumber = newPhoneNumber()
    await page.goto('/login')
    await signIn(page, phoneNumber)
    await page.waitForURL('/dashboard')
    await use({ page, phoneNumber })
  },
})

/** The browser's own line about an answer of 4xx or 5xx, or a lost request: tests ask for those. */
const isExpected = (text: string): boolean => text.startsWith('Failed to load resource:')

let count = 0

/** A number that nobody has used: an Indian mobile number. */
export function newPhoneNumber(): string {
  count += 1
  const digits = `${Date.now() % 1_000_000}${String(process.pid % 100).padStart(2, '0')}${count}`
  return `+919${digits.padStart(9, '8').slice(-9)}`
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

interface SentCode {
  phoneNumber: string
  code: string
}

/** The code that the identity emulator sent last to this number. */
export async function lastCode(phoneNumber: string, identity = identityOrigin): Promise<string> {
  const url = `${identity}/emulator/v1/projects/${project}/verificationCodes`
  const answer = await fetch(url, { headers: { authorization: 'Bearer owner' } })
  const { verificationCodes } = (await answer.json()) as { verificationCodes: SentCode[] }
  const sent = verificationCodes.findLast((entry) => entry.phoneNumber === phoneNumber)
  if (sent === undefined) throw new Error('No code was sent')
  return sent.code
}
