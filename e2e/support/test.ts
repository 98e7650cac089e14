import { randomInt } from 'node:crypto'

import type { Settings } from '@errand/contract/settings'
import { test as base, expect, type Page } from 'playwright/test'

import { confirmNumber, lastCode, storedSession } from './identity.ts'
import { identityOrigin, origin } from './product.ts'

export { expect, lastCode }

/** A new owner, signed in in a browser of their own; no page is open yet. */
export interface Owner {
  page: Page
  phoneNumber: string
  /** What the owner's own pages ask the api, asked by the test without a screen. */
  api: OwnersApi
}

export interface OwnersApi {
  ask: <Answer>(method: 'GET' | 'POST' | 'PUT', path: string, body?: object) => Promise<Answer>
  /** Changes some of the owner's settings. */
  changeSettings: (change: (settings: Settings) => Record<string, object>) => Promise<void>
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
    await use({ page, phoneNumber, api: await signInByApi(page, phoneNumber, baseURL) })
  },
})

/** The browser's own line about an answer of 4xx or 5xx, or a lost request: tests ask for those. */
const isExpected = (text: string): boolean => text.startsWith('Failed to load resource:')

/** Drops the errors that a planted fault leaves in the console; what a policy refused is none of them. */
export function dropPlantedErrors(errors: string[]): void {
  expect(errors.filter((text) => /Content Security|TrustedType/.test(text))).toEqual([])
  errors.length = 0
}

/** Leaves a browser as a sign-in on the login page leaves it, without opening a page. */
export async function signInByApi(
  page: Page,
  phoneNumber: string,
  at = origin,
): Promise<OwnersApi> {
  const identity = await confirmNumber(phoneNumber)
  const headers = { authorization: `Bearer ${identity.idToken}` }
  const send = async (method: string, path: string, data?: object, more = {}) => {
    const options = { method, headers: { ...headers, ...more }, ...(data && { data }) }
    const answer = await page.request.fetch(`${at}${path}`, options)
    if (!answer.ok())
      throw new Error(`${method} ${path}: ${answer.status()} ${await answer.text()}`)
    return answer
  }
  const profile = '/api/auth/profile'
  const known = await page.request.get(`${at}${profile}`, { headers })
  if (!known.ok()) await send('POST', profile, { phoneNumber, email: '', name: '' })
  await page.context().setStorageState(storedSession(identity, at))
  return {
    ask: async (...call) => (await send(...call)).json(),
    async changeSettings(change) {
      const answer = await (await send('GET', profile)).json()
      const { settings } = (answer as { user: { settings: Settings } }).user
      await send('PUT', '/api/auth/settings', { settings: change(settings) })
    },
  }
}

let count = 0
const processDigits = String(randomInt(10_000)).padStart(4, '0')
const worker = (process.env['TEST_WORKER_INDEX'] ?? '').padStart(2, '0')

/** A number that nobody has used: an Indian mobile number. */
export function newPhoneNumber(): string {
  count += 1
  return `+919${processDigits}${worker}${String(count).padStart(3, '0')}`
}

/** Enters number and code on the login page that is open. */
export async function signIn(
  page: Page,
  phoneNumber: string,
  identity = identityOrigin,
): Promise<void> {
  await askForCode(page, phoneNumber)
  // Six digits are enough; nobody has to press the button.
  await page.getByLabel('Verification code').fill(await lastCode(phoneNumber, identity))
  await page.waitForURL((url) => url.pathname !== '/login')
}

/** Enters the number and waits for the second step. */
export async function askForCode(page: Page, phoneNumber: string): Promise<void> {
  await page.getByLabel('Phone number').fill(phoneNumber)
  await page.getByRole('button', { name: 'Send code' }).click()
  await expect(page.getByLabel('Verification code')).toBeVisible()
}

/** The live stream of the page is there: it hears of what happens from now on. */
export const expectLive = (page: Page): Promise<void> =>
  expect(page.getByRole('button', { name: 'Live' })).toBeVisible()
