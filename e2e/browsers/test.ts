import { test as base, expect } from 'playwright/test'

import { confirmNumber, lastCode } from '../support/identity.ts'
import { origin } from '../support/product.ts'
import { newPhoneNumber, openApi, type OwnersApi } from '../support/test.ts'
import { openFirefox } from './firefox.ts'
import { expectLoaded, expectOnly, expectShown, type Tab } from './tab.ts'
import { openWebKit } from './webkit.ts'

export { expect }

const open = { Firefox: openFirefox, WebKitGTK: openWebKit }

export interface EngineOption {
  engine: keyof typeof open
}

interface Fixtures {
  /** Where the pages come from. */
  edge: string
  tab: Tab
  /** A new owner's number, and the api in the owner's name. */
  owner: { phoneNumber: string; api: OwnersApi }
}

/** A test in a browser that Playwright has no build of; fails on errors of the console. */
export const test = base.extend<Fixtures & EngineOption>({
  engine: ['Firefox', { option: true }],
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads here what a fixture needs
  edge: ({}, use) => use(origin),
  tab: async ({ engine, edge }, use) => {
    const tab = await open[engine](edge)
    await use(tab)
    await tab.close()
    expectOnly(tab, [])
  },
  owner: async ({ request, edge }, use) => {
    const phoneNumber = newPhoneNumber()
    await use({ phoneNumber, api: await apiOf(phoneNumber, request, edge) })
  },
})

/** The api in the name of who has this number. */
export const apiOf = async (
  phoneNumber: string,
  request: Parameters<typeof openApi>[0],
  at = origin,
): Promise<OwnersApi> => openApi(request, await confirmNumber(phoneNumber), at)

/** Signs in on the login page, as people do. */
export async function signIn(tab: Tab, phoneNumber: string): Promise<void> {
  await tab.goto('/login')
  await tab.fill('Phone number', phoneNumber)
  await tab.click('button', 'Send code')
  await expectShown(tab, 'textbox', 'Verification code')
  await tab.fill('Verification code', await lastCode(phoneNumber))
  await expect.poll(() => tab.evaluate(() => location.pathname)).toBe('/dashboard')
  await expectLoaded(tab)
}
