import type { Locator, Page } from 'playwright/test'

import { openCheckout, press as pay } from '../support/checkout.ts'
import { aContact } from '../support/contacts.ts'
import {
  expectAccessible,
  expectNoSidewaysScrolling,
  goTo,
  settingsSections,
} from '../support/pages.ts'
import { expect, test, type Owner } from '../support/test.ts'

const hostsPages = ['/', '/nowhere', '/dashboard']
const remotesPages = [
  '/jobs',
  '/jobs/new',
  '/jobs/no/such',
  '/chats',
  '/chats/bookings',
  '/billing',
  '/billing/buy',
  '/billing/history',
  '/billing/invoices',
]

async function open(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.getByRole('status').filter({ hasText: /^Loading/ })).toHaveCount(0)
}

/** Presses Tab through the page; gives back what can be pressed or filled in and never had the focus. */
async function unreachable(page: Page): Promise<string[]> {
  await page.evaluate(() => {
    const controls =
      'a[href], button:enabled, input:enabled, select:enabled, textarea:enabled, summary'
    const isStop = (element: HTMLElement) =>
      element.tabIndex >= 0 &&
      element.checkVisibility({ visibilityProperty: true }) &&
      element.closest('[inert], [hidden], [aria-hidden=true]') === null
    // Of a group of radios one is a stop, the arrows go to the others.
    const isGrouped = (element: HTMLElement) => element.getAttribute('type') === 'radio'
    const left = new Set(
      [...document.querySelectorAll<HTMLElement>(controls)].filter(
        (element) => isStop(element) && !isGrouped(element),
      ),
    )
    document.addEventListener('focusin', ({ target }) => left.delete(target as HTMLElement))
    const readLeft = () => [...left].filter(({ isConnected }) => isConnected)
    Object.assign(window, { readLeft })
  })
  const read = () =>
    page.evaluate(() =>
      (Object(window).readLeft() as HTMLElement[]).map(({ outerHTML }) => outerHTML.slice(0, 200)),
    )
  let left = await read()
  // More than a day's page has, whose fields for times are three stops each.
  for (let pressed = 0; pressed < 400 && left.length > 0; pressed += 20) {
    for (let times = 0; times < 20; times += 1) await page.keyboard.press('Tab')
    left = await read()
  }
  return left
}

async function expectGood(page: Page, what: string): Promise<void> {
  await expectAccessible(page, what)
  expect(await unreachable(page), `${what} by keyboard`).toEqual([])
}

async function expectGoodPages({ page }: Owner, paths: readonly string[]): Promise<void> {
  for (const path of paths) {
    await test.step(path, async () => {
      await open(page, path)
      await expectGood(page, path)
    })
  }
}

test('every page of the host is accessible and fully reachable by keyboard', async ({
  owner,
  plantedFailures,
}) => {
  plantedFailures.push('/nowhere')
  await expectGoodPages(owner, hostsPages)
})

test('every section of the settings is accessible and fully reachable by keyboard', async ({
  owner: { page },
}) => {
  await open(page, '/settings')
  for (const section of settingsSections) {
    await goTo(page, `/settings#${section}`)
    await expect(page.locator(`a[aria-current=true][href$="#${section}"]`)).toBeVisible()
    await expectGood(page, section)
  }
})

test('every page of the remotes is accessible and fully reachable by keyboard', async ({
  owner,
  plantedFailures,
}) => {
  plantedFailures.push('/jobs/no/such')
  const { page } = owner
  await openCheckout(page)
  await pay(page, 'Pay')
  await expect(page.getByRole('heading', { name: /credit added/ })).toBeVisible()
  await expectGoodPages(owner, [...remotesPages, new URL(page.url()).pathname])
})

test('the login fits a phone, and an unknown route shows the 404 page with links', async ({
  page,
  plantedFailures,
}) => {
  plantedFailures.push('/no/such/page')
  await page.setViewportSize({ width: 360, height: 780 })
  await open(page, '/login')
  await expectAccessible(page)
  await expectNoSidewaysScrolling(page)

  const response = await page.goto('/no/such/page')
  expect(response?.status()).toBe(404)
  await expect(page.getByRole('heading', { name: 'Page Not Found' })).toBeVisible()
  await expect(page.getByText("The page you're looking for doesn't exist.")).toBeVisible()
  await expect(page.getByRole('link', { name: 'Dashboard' })).toHaveAttribute('href', '/dashboard')
  await expect(page.getByRole('navigation')).toHaveCount(0)
  await page.getByRole('link', { name: 'Go Home' }).click()
  await expect(page).toHaveURL('/')
})

test('a signed-in owner keeps the navigation on the 404 page', async ({
  owner: { page },
  plantedFailures,
}) => {
  plantedFailures.push('/no/such/page')
  await page.goto('/no/such/page')
  await expect(page.getByRole('heading', { name: 'Page Not Found' })).toBeVisible()
  const main = page.getByRole('main')
  await expect(main.getByRole('link', { name: 'Dashboard' })).toHaveAttribute('href', '/dashboard')
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Jobs' }).click()
  await expect(page).toHaveURL('/jobs')
})

test('the API documentation can execute calls on a phone', async ({ page, plantedFailures }) => {
  // Called without a session.
  plantedFailures.push('/api/billing/config-status')
  await page.setViewportSize({ width: 360, height: 780 })
  await page.goto('/api/docs')
  const operation = page
    .locator('.opblock-get')
    .filter({ has: page.locator('[data-path="/api/billing/config-status"]') })
  await operation.locator('.opblock-summary-control').first().click()
  await operation.getByRole('button', { name: 'Execute' }).click()
  await expect(operation.locator('.live-responses-table')).toContainText('401')
  await expectNoSidewaysScrolling(page)
})

/** Where an element is, in whole pixels. */
const boxOf = async (element: Locator) => {
  await expect(element).toBeVisible()
  const { left, right, top, bottom } = await element.evaluate((found) =>
    found.getBoundingClientRect().toJSON(),
  )
  return { left, right, top, bottom }
}

test('nothing in the inbox is cut off, covered or overflowing', async ({
  owner: { page, api },
}) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  const ravi = aContact(api, 'Ravi')
  await ravi('Is anybody there? I would like to talk to a person, please.')
  for (let count = 0; count < 8; count += 1) await ravi('Are you there?\nI am waiting.')
  for (const size of [
    { width: 900, height: 600 },
    { width: 360, height: 740 },
  ]) {
    await page.setViewportSize(size)
    await page.goto('/chats')
    const row = page.getByRole('link', { name: /Ravi/ })
    await expect(row).toBeVisible()
    const tooLong = () =>
      page.evaluate(() => document.documentElement.scrollHeight - window.innerHeight)
    await expect.poll(tooLong).toBe(0)
    if (size.width > 400) {
      await row.hover()
      const actions = await boxOf(page.getByRole('button', { name: /^Mark Ravi/ }))
      const signs = row.locator('[role=img], [role=meter]')
      expect(await signs.count()).toBeGreaterThan(0)
      for (const sign of await signs.all())
        expect((await boxOf(sign)).top).toBeGreaterThanOrEqual(actions.bottom)
    }
    await row.click()
    await page.getByRole('button', { name: 'Suggest a reply' }).click()
    const panel = page.getByRole('dialog', { name: 'Suggest a reply' })
    await expect(panel).toBeVisible()
    expect(await panel.evaluate((found) => found.scrollWidth - found.clientWidth)).toBe(0)
    await page.keyboard.press('Escape')

    // The thread stays at its end while the reply box grows.
    const last = page
      .getByRole('region', { name: /^Messages with/ })
      .getByRole('article')
      .last()
    if (size.width > 400) {
      // Only what has been read is opened at its end the next time.
      const read = page.waitForResponse(/mark-read/)
      await page.getByRole('button', { name: 'Latest' }).click()
      await read
    }
    await expect(last).toBeInViewport({ ratio: 1 })
    await page.getByRole('textbox', { name: 'Reply' }).fill('One\n'.repeat(8))
    await expect(last).toBeInViewport({ ratio: 1 })
    await page.getByRole('textbox', { name: 'Reply' }).fill('')

    await page.getByRole('button', { name: 'More about this chat' }).click()
    await page.getByRole('menuitem', { name: 'E-mail this chat' }).click()
    const letter = page.getByRole('dialog', { name: 'E-mail this chat' })
    for (const name of ['Send e-mail', 'Cancel'])
      await expect(letter.getByRole('button', { name })).toBeInViewport({ ratio: 1 })
  }
})
