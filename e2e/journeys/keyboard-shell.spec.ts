import { tabTo } from '../support/keyboard.ts'
import { expect, test } from '../support/test.ts'

// Nothing here presses a button of the mouse.

test('a theme is chosen and saved', async ({ owner: { page } }) => {
  await page.goto('/settings#appearance')
  const theme = page.getByRole('radio', { name: 'As the system' })
  await tabTo(page, theme)
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  await expect(page.getByRole('radio', { name: 'Dark' })).toBeChecked()
  await tabTo(page, page.getByRole('button', { name: 'Save' }))
  await page.keyboard.press('Enter')
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
})

test('a holiday is added to the hours, and taken away again', async ({ owner: { page } }) => {
  await page.goto('/settings#hours')
  // From the end: the times of a week are fifty stops.
  await tabTo(page, page.getByRole('button', { name: 'Add a holiday' }), 'Shift+Tab')
  await page.keyboard.press('Enter')
  const occasion = page.getByLabel('Occasion')
  await tabTo(page, occasion, 'Shift+Tab')
  await page.keyboard.type('Diwali')
  await tabTo(page, page.getByRole('button', { name: 'Save' }))
  await page.keyboard.press('Enter')
  await expect(page.getByText(/^Saved/)).toBeVisible()
  await page.reload()
  await expect(occasion).toHaveValue('Diwali')

  await tabTo(page, page.getByRole('button', { name: 'Remove holiday 1' }), 'Shift+Tab')
  await page.keyboard.press('Enter')
  await expect(occasion).toHaveCount(0)
})

test('the figures of another time are asked for, and unknown pages lead home', async ({
  owner: { page },
}) => {
  await page.goto('/dashboard')
  await tabTo(page, page.getByRole('radio', { name: '7 days' }))
  await page.keyboard.press('ArrowRight')
  await expect(page.getByRole('radio', { name: '30 days' })).toBeChecked()

  await page.goto('/no/such/page')
  await tabTo(page, page.getByRole('link', { name: 'Dashboard' }))
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/dashboard')
})
