import { press, tabTo } from '../support/keyboard.ts'
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

test('what takes itself away hands the focus on: a draft, what another tab saved, an answer', async ({
  owner: { page },
}) => {
  const saved = page.getByText(/^Saved/)
  const open = async () => {
    await page.goto('/settings#business')
    await tabTo(page, name, 'Shift+Tab')
  }
  const name = page.getByLabel('Business name')
  const save = page.getByRole('button', { name: 'Save' })
  await open()
  await page.keyboard.type('Salon')
  await page.reload()
  const discard = page.getByRole('button', { name: 'Discard them' })
  await press(page, discard, 'Shift+Tab')
  await expect(discard).toBeHidden()
  await expect(name).toHaveValue('')
  await expect(name).toBeFocused()

  // A form in which nothing was changed takes what was saved elsewhere.
  await page.keyboard.type('Mine')
  const other = await page.context().newPage()
  await other.goto('/settings#business')
  await other.getByLabel('Business name').fill('Asha Salon')
  await other.getByRole('button', { name: 'Save' }).click()
  await expect(other.getByText(/^Saved/)).toBeVisible()
  await other.close()
  await press(page, save)
  const take = page.getByRole('button', { name: 'Take the other version' })
  await press(page, take, 'Shift+Tab')
  await expect(take).toBeHidden()
  await expect(name).toHaveValue('Asha Salon')
  await expect(name).toBeFocused()
  await expect(saved).toBeHidden()
})
