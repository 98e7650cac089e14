import { randomInt } from 'node:crypto'

import type { Settings } from '@errand/contract/settings'
import { test as base, expect, type APIRequestContext, type Page } from 'playwright/test'

import { confirmNumber, lastCode, storedSession, type Identity } from './identity.ts'
import { identityOrigin, origin } from './product.ts'

export { expect, lastCode }

/** A new owner, signed in in a browser of their own, before any page is opened. */
export interface Owner {
  page: Page
  phoneNumber: string
  /** The api in the owner's name, without a page. */
  api: OwnersApi
}

export interface OwnersApi {
  ask: <Answer>(method: 'GET' | 'POST' | 'PUT', path: string, body?: object) => Promise<Answer>
  /** Changes some of the owner's settings. */
  changeSettings: (change: (settings: Settings) => Record<string, object>) => Promise<void>
}

interface Fixtures {
  owner: Owner
  consoleErrors: string[]
  /** Parts of the addresses at which this test makes requests fail. */
  plantedFailures: string[]
}

/** A test that fails on console errors, failed requests and policy violations. */
export const test = base.extend<Fixtures>({
  // eslint-disable-next-line no-empty-pattern -- Playwright reads the names of fixtures from it
  plantedFailures: async ({}, use) => use([]),
  consoleErrors: [
    async ({ page, plantedFailures }, use) => {
      const errors: string[] = []
      page.on('console', (message) => {
        if (message.type() !== 'error') return
        const { url } = message.location()
        // Only a test takes the network away.
        if (message.text().includes('ERR_INTERNET_DISCONNECTED')) return
        const isPlanted = plantedFailures.some((part) => url.includes(part))
        // The browser's own line does not say which request has failed.
        if (!message.text().startsWith(failedRequest)) errors.push(message.text())
        else if (!isPlanted) errors.push(`${message.text()} ${url}`)
      })
      page.on('pageerror', (error) => errors.push(error.message))
      await use(errors)
      expect(errors).toEqual([])
    },
    { auto: true },
  ],
  owner: async ({ page, baseURL }, use) => {
    const phoneNumber = newPhoneNumber()
    await use({ page, phoneNumber, api: await signInByApi(page, phoneNumber, baseURL) })
  },
})

const failedRequest = 'Failed to load resource:'

/** Drops the console errors of a planted fault; policy violations are never dropped. */
export function dropPlantedErrors(errors: string[]): void {
  expect(errors.filter((text) => /Content Security|TrustedType/.test(text))).toEqual([])
  errors.length = 0
}

/** Signs a browser in without opening a page, with the same result as the login page. */
export async function signInByApi(
  page: Page,
  phoneNumber: string,
  at = origin,
): Promise<OwnersApi> {
  const identity = await confirmNumber(phoneNumber)
  const api = await openApi(page.request, identity, at)
  await page.context().setStorageState(storedSession(identity, at))
  return api
}

/** The api in the name of an account, which gets a profile if it has none. */
export async function openApi(
  request: APIRequestContext,
  { idToken, phoneNumber }: Identity,
  at = origin,
): Promise<OwnersApi> {
  const headers = { authorization: `Bearer ${idToken}` }
  const ask: OwnersApi['ask'] = async (method, path, data) => {
    const answer = await request.fetch(`${at}${path}`, { method, headers, ...(data && { data }) })
    if (!answer.ok())
      throw new Error(`${method} ${path}: ${answer.status()} ${await answer.text()}`)
    return answer.json()
  }
  const profile = '/api/auth/profile'
  const known = await request.get(`${at}${profile}`, { headers })
  if (!known.ok()) await ask('POST', profile, { phoneNumber, email: '', name: '' })
  return {
    ask,
    async changeSettings(change) {
      const { user } = await ask<{ user: { settings: Settings } }>('GET', profile)
      await ask('PUT', '/api/auth/settings', { settings: change(user.settings) })
    },
  }
}

let count = 0
const processDigits = String(randomInt(10_000)).padStart(4, '0')
const worker = (process.env['TEST_WORKER_INDEX'] ?? '').padStart(2, '0')

/** An unused Indian mobile number. */
export function newPhoneNumber(): string {
  count += 1
  return `+919${processDigits}${worker}${String(count).padStart(3, '0')}`
}

/** Enters number and code on the open login page. */
export async function signIn(
  page: Page,
  phoneNumber: string,
  identity = identityOrigin,
): Promise<void> {
  await askForCode(page, phoneNumber)
  // The sixth digit submits the code by itself.
  await page.getByLabel('Verification code').fill(await lastCode(phoneNumber, identity))
  await page.waitForURL((url) => url.pathname !== '/login')
}

/** Enters the number and waits for the second step. */
export async function askForCode(page: Page, phoneNumber: string): Promise<void> {
  await page.getByLabel('Phone number').fill(phoneNumber)
  await page.getByRole('button', { name: 'Send code' }).click()
  await expect(page.getByLabel('Verification code')).toBeVisible()
}

/** Waits for the page's live stream, from which events arrive. */
export const expectLive = (page: Page): Promise<void> =>
  expect(page.getByRole('button', { name: 'Live' })).toBeVisible()
