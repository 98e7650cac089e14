import { expect, type Locator, type Page } from 'playwright/test'

/** The frame of the payment window; one that fades away beside it is inert. */
const checkoutFrame = (page: Page): Locator => page.locator('iframe[title="Checkout"]:not([inert])')

/** The payment window, which is a page of the provider's own. */
const checkout = (page: Page) => checkoutFrame(page).contentFrame()

/** A button of that window. */
export const button = (page: Page, name: string): Locator =>
  checkout(page).getByRole('button', { name, exact: true })

/** Presses it. */
export const press = (page: Page, name: string): Promise<void> => button(page, name).click()

/** Chooses the pack of five hundred rupees and opens the window for what it costs. */
export async function openCheckout(page: Page, price = '₹500.00'): Promise<void> {
  await page.goto('/billing/buy')
  await page.getByRole('radio', { name: '2,500 messages' }).check()
  await page.getByRole('button', { name: `Pay ${price}` }).click()
  await expect(checkout(page).getByRole('heading', { name: price })).toBeVisible()
}

interface Line {
  kind: string
  micros: string
  balanceAfterMicros: string
}

/** The ledger as the page gets it. */
export async function ledgerOf(page: Page): Promise<Line[]> {
  const answered = page.waitForResponse((response) => response.url().includes('/billing/ledger'))
  await page.goto('/billing/history')
  const { items } = (await (await answered).json()) as { items: Line[] }
  return items.map(({ kind, micros, balanceAfterMicros }) => ({ kind, micros, balanceAfterMicros }))
}

/** One payment, one line: nothing was lost and nothing counted twice. */
export async function expectLedger(page: Page, rupees: number): Promise<void> {
  const micros = String(rupees * 1_000_000)
  expect(await ledgerOf(page)).toEqual([{ kind: 'top_up', micros, balanceAfterMicros: micros }])
}
