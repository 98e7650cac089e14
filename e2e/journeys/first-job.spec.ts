import { expectAccessible } from '../support/accessible.ts'
import { moveLifted, tabTo } from '../support/keyboard.ts'
import { expect, newPhoneNumber, signIn, test } from '../support/test.ts'

test('from one sentence to a tested, published job by keyboard alone', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto('/login?next=/jobs')
  await signIn(page, newPhoneNumber())

  await tabTo(
    page,
    page.getByRole('textbox', { name: 'What should the assistant do for you?' }).first(),
  )
  await expectAccessible(page)
  await page.keyboard.type('Take bookings for my salon in Pune, in Hindi or English')
  await page.keyboard.press('Enter')

  const proposal = page.getByRole('region', { name: 'Proposal for the whole job' })
  await expect(proposal.getByText('Service')).toBeVisible()
  await expectAccessible(page)
  await tabTo(page, page.getByRole('button', { name: 'Use it all' }).first())
  await page.keyboard.press('Enter')
  await expect(page.getByRole('textbox', { name: 'Name', exact: true })).not.toHaveValue('')
  await expectAccessible(page)

  await tabTo(page, page.getByRole('textbox', { name: 'Message' }).first())
  await page.keyboard.type('Hi, I want a haircut tomorrow at 5 pm')
  await page.keyboard.press('Enter')
  const log = page.getByRole('log', { name: 'Messages of the test chat' })
  await expect(log.getByText('Assistant:')).toHaveCount(1)
  const collected = page.getByRole('region', { name: 'Collected' })
  await expect(collected.getByRole('definition').getByText(/5:00\s?pm/i)).toBeVisible()

  await page.keyboard.press('Home')
  await page.evaluate(() => document.body.focus())
  await tabTo(page, page.getByRole('button', { name: 'Publish' }).first())
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: /^Publish/ })
  await expect(dialog).toBeVisible()
  await expectAccessible(page)
  await expect(dialog.getByRole('button', { name: 'Publish' })).toBeEnabled()
  await tabTo(page, dialog.getByRole('button', { name: 'Publish' }))
  await page.keyboard.press('Enter')

  await page.waitForURL(/\/jobs\/job_[^/]+\/edit$/)
  await expect(page.getByText('Active', { exact: true })).toBeVisible()
  await expectAccessible(page)
})

test('fields are put in order by keyboard, and each move is said', async ({ owner: { page } }) => {
  await page.goto('/jobs/new')
  for (const label of ['First', 'Second', 'Third']) {
    await page.getByRole('button', { name: 'Add field' }).click()
    await page.getByLabel('Label').fill(label)
  }
  await page.getByRole('button', { name: 'Close Third' }).click()
  await page.getByRole('button', { name: 'Move First' }).focus()
  await page.keyboard.press('Space')
  await expect(page.getByText('First lifted. Position 1 of 3.')).toBeAttached()
  await moveLifted(page, 'ArrowDown', 'First is at position 2 of 3.')
  await page.keyboard.press('Space')
  await expect(page.getByText('First dropped at position 2 of 3.')).toBeAttached()

  const rows = page.getByRole('list', { name: 'Fields in their order' }).getByRole('listitem')
  await expect(rows.nth(1)).toContainText('First')
  page.on('dialog', (question) => void question.accept())
})
