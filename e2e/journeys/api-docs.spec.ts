import { expectNoSidewaysScrolling } from '../support/accessible.ts'
import { expect, test } from '../support/test.ts'

test('the documentation page tries calls, on a phone, in light and dark', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 780 })
  await page.goto('/api/docs')
  const operation = page
    .locator('.opblock-get')
    .filter({ has: page.locator('[data-path="/api/billing/config-status"]') })
  await operation.locator('.opblock-summary-control').first().click()
  await operation.getByRole('button', { name: 'Execute' }).click()
  await expect(operation.locator('.live-responses-table')).toContainText('401')

  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    await expect(page.locator('html.dark-mode')).toHaveCount(colorScheme === 'dark' ? 1 : 0)
    await expectNoSidewaysScrolling(page)
  }
})
