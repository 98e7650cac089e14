import type { Page } from 'playwright/test'

import { expectAccessible } from '../support/accessible.ts'
import { expect, newPhoneNumber, signIn, test } from '../support/test.ts'

const longestMs = 120_000

/** Goes on by Tab until this has the focus, as somebody without a mouse does. */
async function tabTo(page: Page, role: 'button' | 'textbox' | 'link', name: string | RegExp) {
  const target = page.getByRole(role, { name }).first()
  await expect(target).toBeVisible()
  for (let presses = 0; presses < 150; presses += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return
    await page.keyboard.press('Tab')
  }
  await expect(target).toBeFocused()
}

test('from one sentence to a tested, published job by keyboard alone, in under two minutes', async ({
  page,
}) => {
  // Signing in is counted too.
  test.setTimeout(longestMs)
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto('/login?next=/jobs')
  await signIn(page, newPhoneNumber())

  await tabTo(page, 'textbox', 'What should the assistant do for you?')
  await expectAccessible(page)
  await page.keyboard.type('Take bookings for my salon in Pune, in Hindi or English')
  await page.keyboard.press('Enter')

  const proposal = page.getByRole('region', { name: 'Proposal for the whole job' })
  await expect(proposal.getByText('Service')).toBeVisible()
  await expectAccessible(page)
  await tabTo(page, 'button', 'Use it all')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('textbox', { name: 'Name', exact: true })).not.toHaveValue('')
  await expectAccessible(page)

  await tabTo(page, 'textbox', 'Message')
  await page.keyboard.type('Hi, I want a haircut tomorrow at 5 pm')
  await page.keyboard.press('Enter')
  const log = page.getByRole('log', { name: 'Messages of the test chat' })
  await expect(log.getByText('Assistant:')).toHaveCount(1)
  const collected = page.getByRole('region', { name: 'Collected' })
  await expect(collected.getByRole('definition').getByText(/5:00\s?pm/i)).toBeVisible()

  await page.keyboard.press('Home')
  await page.evaluate(() => document.body.focus())
  await tabTo(page, 'button', 'Publish')
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: /^Publish/ })
  await expect(dialog).toBeVisible()
  await expectAccessible(page)
  await expect(dialog.getByRole('button', { name: 'Publish' })).toBeEnabled()
  for (let presses = 0; presses < 20; presses += 1) {
    const isThere = await dialog
      .getByRole('button', { name: 'Publish' })
      .evaluate((element) => element === document.activeElement)
    if (isThere) break
    await page.keyboard.press('Tab')
  }
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
  await page.keyboard.press('ArrowDown')
  await expect(page.getByText('First is at position 2 of 3.')).toBeAttached()
  await page.keyboard.press('Space')
  await expect(page.getByText('First dropped at position 2 of 3.')).toBeAttached()

  const rows = page.getByRole('list', { name: 'Fields in their order' }).getByRole('listitem')
  await expect(rows.nth(1)).toContainText('First')
  page.on('dialog', (question) => void question.accept())
})
