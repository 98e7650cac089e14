import type { Page } from 'playwright/test'

import { accessibilityFaults, expectNoSidewaysScrolling } from '../support/accessible.ts'
import { identityOrigin } from '../support/product.ts'
import { expect, lastCode, newPhoneNumber, test } from '../support/test.ts'

/** Presses Execute on a call of the page; answers status and body as the page shows them. */
async function execute(page: Page, call: string, body?: object) {
  const [method = '', path = ''] = call.split(' ')
  const operation = page
    .locator('.opblock')
    .filter({ has: page.locator(`[data-path="${path}"]`) })
    .filter({ has: page.locator('.opblock-summary-method', { hasText: method }) })
  await operation.locator('.opblock-summary-control').first().click()
  if (body !== undefined) await operation.locator('textarea').first().fill(JSON.stringify(body))
  await operation.getByRole('button', { name: 'Execute' }).click()
  const answer = operation.locator('.live-responses-table')
  return {
    status: answer.locator('tbody .response-col_status'),
    body: answer.locator('.response-col_description .microlight').first(),
  }
}

test('a newcomer signs in on the documentation page and tries calls', async ({ page }) => {
  const phoneNumber = newPhoneNumber()
  await page.goto('/api/docs')
  const refused = await execute(page, 'GET /api/billing/config-status')
  await expect(refused.status).toContainText('401')

  await page.getByLabel('Phone number').fill(phoneNumber)
  await page.getByRole('button', { name: 'Send code' }).click()
  await expect(page.getByRole('link', { name: 'Sign-in codes' })).toBeVisible()
  await page.getByLabel('Verification code').fill('000000')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByRole('status')).toHaveText('Refused: INVALID_CODE')
  await page.getByLabel('Verification code').fill(await lastCode(phoneNumber, identityOrigin))
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByRole('status')).toContainText(`Signed in as ${phoneNumber}`)

  const created = await execute(page, 'POST /api/jobs', { name: 'Salon booking' })
  await expect(created.status).toContainText('201')
  await expect(created.body).toContainText('"name": "Salon booking"')
  const listed = await execute(page, 'GET /api/jobs')
  await expect(listed.status).toContainText('200')
  await expect(listed.body).toContainText('"name": "Salon booking"')
})

test('the documentation page fits a phone and can be read in light and dark', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 780 })
  await page.goto('/api/docs')
  await expect(page.getByText('/api/jobs', { exact: true }).first()).toBeVisible()

  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    const dark = page.locator('html.dark-mode')
    await expect(dark).toHaveCount(colorScheme === 'dark' ? 1 : 0)
    expect(await accessibilityFaults(page, { within: '.intro' }), colorScheme).toEqual([])
    await expectNoSidewaysScrolling(page)
  }
})
