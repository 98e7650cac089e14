import type { Page } from 'playwright/test'

import { button, expectLedger, ledgerOf, openCheckout, press as pay } from '../support/checkout.ts'
import { press, tabTo } from '../support/pages.ts'
import { expect, test } from '../support/test.ts'

const heading = (page: Page, name: string) => page.getByRole('heading', { name })

test('a pack bought by keyboard is credited once, even if verified five times, and its invoice can be downloaded', async ({
  owner: { page },
}) => {
  await page.route('**/api/billing/verify-payment', async (route) => {
    const others = Promise.all(Array.from({ length: 4 }, () => route.fetch()))
    const response = await route.fetch()
    expect((await others).map((other) => other.status())).toEqual([200, 200, 200, 200])
    await route.fulfill({ response })
  })
  const scripts: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('checkout.js')) scripts.push(request.url())
  })
  await page.goto('/billing')
  await press(page, page.getByRole('link', { name: 'Add credit' }).first())
  // By its name: the page before has a checked one too.
  await tabTo(page, page.getByRole('radio', { name: '2,500 messages', exact: true }))
  await page.keyboard.press('ArrowDown')
  await expect(page.getByRole('radio', { name: '5,000 messages', exact: true })).toBeChecked()
  expect(scripts, 'loaded only to pay').toEqual([])
  await press(page, page.getByRole('button', { name: 'Pay ₹1,000.00' }))
  await expect(button(page, 'Pay')).toBeFocused()
  expect(scripts).toHaveLength(1)
  await page.keyboard.press('Enter')
  await expect(heading(page, '₹1,000.00 of credit added')).toBeVisible()

  await tabTo(page, page.getByRole('link', { name: 'Back to billing' }))
  await page.keyboard.press('Enter')
  await expect(page.getByText(/^₹1,000\.00 of credit/)).toBeVisible()
  await press(page, page.getByRole('link', { name: 'Invoices' }))
  const saved = page.waitForEvent('download')
  await press(page, page.getByRole('button', { name: /^Download (?!all)/ }))
  expect((await saved).suggestedFilename()).toMatch(/\.pdf$/)
  await expectLedger(page, 1000)
})

test('a declined payment costs nothing and can be resumed after a reload', async ({
  owner: { page },
}) => {
  await openCheckout(page)
  await pay(page, 'Let the bank decline')
  await pay(page, 'Close')
  await expect(heading(page, 'The payment of ₹500.00 failed')).toBeVisible()
  expect(await ledgerOf(page)).toEqual([])

  await page.getByRole('link', { name: /^Resume payment of/ }).click()
  await page.getByRole('button', { name: 'Pay ₹500.00 again' }).click()
  await pay(page, 'Close')
  await page.reload()
  await page
    .getByRole('button', { name: /^(Resume payment of ₹500.00|Pay ₹500.00 again)$/ })
    .click()
  await pay(page, 'Pay')
  await expect(heading(page, '₹500.00 of credit added')).toBeVisible()
  await expectLedger(page, 500)
})

test('a payment without page report or webhook is found after its tab was closed', async ({
  owner: { page },
  plantedFailures,
}) => {
  plantedFailures.push('/api/billing/')
  await page.route('**/api/billing/verify-payment', (route) => route.abort())
  await page.route('**/api/billing/orders/**', (route) => route.abort())
  await openCheckout(page)
  await pay(page, 'Pay, and lose the webhook as well')
  await expect(page).toHaveURL(/\/billing\/orders\/ord_/)
  const address = page.url()
  const later = await page.context().newPage()
  await page.close()

  await later.goto(address)
  await expect(heading(later, '₹500.00 of credit added')).toBeVisible()
  await expectLedger(later, 500)
})
