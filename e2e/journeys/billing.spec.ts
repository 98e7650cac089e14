import type { CreateOrderResponse } from '@errand/contract/billing/order'
import type { Page } from 'playwright/test'

import { expectAccessibleInEachTheme, expectNoSidewaysScrolling } from '../support/accessible.ts'
import {
  button,
  checkoutFrame,
  expectLedger,
  ledgerOf,
  openCheckout,
  press,
} from '../support/checkout.ts'
import { tellOfPayment } from '../support/payment-webhook.ts'
import { refund } from '../support/refund.ts'
import { expect, test } from '../support/test.ts'

const credited = '₹500.00 of credit added'

const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { name })

test('credit is bought: the page verifies while the webhooks come, five times at once, and it counts once', async ({
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
  await expect(heading(page, 'Balance')).toBeVisible()
  expect(scripts, 'loaded only to pay').toEqual([])

  await openCheckout(page)
  expect(scripts).toHaveLength(1)
  await press(page, 'Pay')
  await expect(heading(page, credited)).toBeVisible()
  const saved = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download invoice' }).click()
  expect((await saved).suggestedFilename()).toMatch(/\.pdf$/)

  await expectLedger(page, 500)
})

test('a bank that declines costs nothing, and the payment is tried again', async ({
  owner: { page },
}) => {
  await openCheckout(page)
  await press(page, 'Let the bank decline')
  await press(page, 'Close')
  await expect(heading(page, 'The payment of ₹500.00 failed')).toBeVisible()
  expect(await ledgerOf(page)).toEqual([])

  await page.getByRole('link', { name: /^Resume payment of/ }).click()
  await page.getByRole('button', { name: 'Pay ₹500.00 again' }).click()
  await press(page, 'Pay')
  await expect(heading(page, credited)).toBeVisible()
  await expectLedger(page, 500)
})

test('a payment that was cancelled is resumed, also after a reload', async ({
  owner: { page },
}) => {
  await openCheckout(page)
  await press(page, 'Close')
  await expect(heading(page, '₹500.00 is not paid yet')).toBeVisible()
  await page.reload()
  await page.getByRole('button', { name: 'Resume payment of ₹500.00' }).click()
  await press(page, 'Pay')
  await expect(heading(page, credited)).toBeVisible()
  await expectLedger(page, 500)
})

for (const way of ['Pay, and lose the answer to the page', 'Pay, and lose the webhook as well']) {
  test(`nothing is lost: ${way}`, async ({ owner: { page } }) => {
    await openCheckout(page)
    await press(page, way)
    await expect(heading(page, credited)).toBeVisible()
    await page.reload()
    await expect(heading(page, credited)).toBeVisible()
    await expectLedger(page, 500)
  })
}

test('the webhook alone, late and again and again, credits once', async ({ owner: { page } }) => {
  // Neither the page's answer nor its questions to the provider can tell of it.
  await page.route('**/api/billing/verify-payment', (route) => route.abort())
  await page.route('**/api/billing/orders/*/check', (route) => route.abort())
  const ordering = page.waitForResponse('**/api/billing/create-order')
  await openCheckout(page)
  const { checkout: opened } = (await (await ordering).json()) as CreateOrderResponse
  await press(page, 'Pay, and lose the webhook as well')
  await expect(page).toHaveURL(/\/billing\/orders\/ord_/)
  const order = page.url()
  expect(await ledgerOf(page)).toEqual([])
  await page.goto(order)
  await expect(heading(page, credited)).toHaveCount(0)

  const tell = (eventId: string) => tellOfPayment(page, opened.orderId, eventId)
  await Promise.all([
    tell(`${opened.orderId} 1`),
    tell(`${opened.orderId} 1`),
    tell(`${opened.orderId} 2`),
  ])
  await expect(heading(page, credited)).toBeVisible()
  await tell(`${opened.orderId} 1`)
  await tell(`${opened.orderId} 3`)
  await expectLedger(page, 500)
})

test('a tab that is closed while it pays finds the payment when it is back', async ({
  owner: { page },
}) => {
  await page.route('**/api/billing/verify-payment', (route) => route.abort())
  await page.route('**/api/billing/orders/**', (route) => route.abort())
  // What is pressed before the window's code is there would be lost.
  const inspected = Promise.withResolvers<void>()
  await page.route('**/checkout-window.js', async (route) => {
    await inspected.promise
    await route.continue()
  })
  await openCheckout(page)
  await expect(button(page, 'Pay')).toBeDisabled()
  inspected.resolve()
  await press(page, 'Pay')
  await expect(page).toHaveURL(/\/billing\/orders\/ord_/)
  const address = page.url()
  const later = await page.context().newPage()
  await page.close()

  await later.goto(address)
  await expect(heading(later, credited)).toBeVisible()
  await expectLedger(later, 500)
})

test('paid in another tab: the window here closes by itself, and nobody pays twice', async ({
  owner: { page },
}) => {
  await openCheckout(page)
  const other = await page.context().newPage()
  await other.goto('/billing')
  await other.getByRole('link', { name: 'Resume payment' }).click()
  await other.getByRole('button', { name: 'Resume payment of ₹500.00' }).click()
  await press(other, 'Pay')
  await expect(heading(other, credited)).toBeVisible()

  await expect(heading(page, credited)).toBeVisible()
  await expect(checkoutFrame(page)).toHaveCount(0)
  await expectLedger(page, 500)
})

test('an amount that is tampered with credits what was paid, and no more', async ({
  owner: { page },
}) => {
  // An order of a lot, never paid; then its id is put into the answer of a small one.
  await page.goto('/billing/buy')
  await page.getByRole('radio', { name: '25,000 messages' }).check()
  await page.getByRole('button', { name: 'Pay ₹5,000.00' }).click()
  await press(page, 'Close')
  await expect(page).toHaveURL(/\/billing\/orders\/ord_/)
  const large = new URL(page.url()).pathname.split('/').at(-1)
  await page.route('**/api/billing/create-order', async (route) => {
    const response = await route.fetch()
    const body = (await response.json()) as { checkout: { amount: number } }
    body.checkout.amount = 100
    await route.fulfill({ response, json: body })
  })
  await page.route('**/api/billing/verify-payment', (route) =>
    route.continue({ postData: { ...(route.request().postDataJSON() as object), orderId: large } }),
  )
  const refused = page.waitForResponse('**/api/billing/verify-payment')

  await openCheckout(page)
  await press(page, 'Pay')
  expect((await refused).status()).toBe(400)
  await expect(heading(page, credited)).toBeVisible()
  await expectLedger(page, 500)
})

test('what is paid back shows on its order, in the ledger and by credit notes', async ({
  owner: { page },
}) => {
  const ordering = page.waitForResponse('**/api/billing/create-order')
  await openCheckout(page)
  const { checkout: opened } = (await (await ordering).json()) as CreateOrderResponse
  await press(page, 'Pay')
  await expect(heading(page, credited)).toBeVisible()
  const order = page.url()

  await refund(page, opened.orderId, 20_000)
  await expect(page.getByText('₹200.00 of ₹500.00 was paid back.')).toBeVisible()
  await refund(page, opened.orderId, 30_000)
  await expect(heading(page, '₹500.00 was refunded')).toBeVisible()

  expect(await ledgerOf(page)).toEqual([
    { kind: 'refund', micros: '-300000000', balanceAfterMicros: '0' },
    { kind: 'refund', micros: '-200000000', balanceAfterMicros: '300000000' },
    { kind: 'top_up', micros: '500000000', balanceAfterMicros: '500000000' },
  ])
  await expect(page.getByRole('table').getByText('Payment refunded')).toHaveCount(2)
  await expect(page.getByRole('list', { name: 'Orders' })).toContainText('Refunded')
  await page.goto('/billing/invoices')
  await expect(page.getByRole('table').getByText('Credit note')).toHaveCount(2)
  await page.goto(order)
  await expect(heading(page, '₹500.00 was refunded')).toBeVisible()
})

test('every page of billing is accessible in light and dark, and fits a phone', async ({
  owner: { page },
}) => {
  await openCheckout(page)
  await press(page, 'Pay')
  await expect(heading(page, credited)).toBeVisible()
  const order = new URL(page.url()).pathname
  for (const path of ['/billing', '/billing/buy', '/billing/history', '/billing/invoices', order]) {
    await page.goto(path)
    await expect(
      page.getByRole('heading', { level: 2 }).or(page.getByRole('radio')).first(),
    ).toBeVisible()
    await expectAccessibleInEachTheme(page, path)
    await page.setViewportSize({ width: 360, height: 740 })
    await expectNoSidewaysScrolling(page, path)
    await page.setViewportSize({ width: 1280, height: 800 })
  }
})
