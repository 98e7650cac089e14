import type { Page } from 'playwright/test'

import { aContact } from '../support/contacts.ts'
import { expectAccessible } from '../support/pages.ts'
import { expect, test } from '../support/test.ts'

/** Opens the palette on the settings; answers the box to type in. */
async function openPalette(page: Page) {
  await page.goto('/settings')
  await page.getByRole('button', { name: 'Search' }).click()
  const box = page.getByRole('combobox', { name: 'Search or run a command' })
  await expect(box).toBeFocused()
  return box
}

test('the palette finds and opens a message, and then offers its chat as recent', async ({
  owner: { page, api },
}) => {
  await aContact(api, 'Ravi')('Do you repair tandem bicycles?')
  const search = await openPalette(page)
  await search.fill('tandem')
  const found = page.getByRole('group', { name: 'Messages' }).getByRole('option')
  await expect(found).toContainText('Do you repair tandem bicycles?')
  await expectAccessible(page)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('article', { name: 'Message from Ravi' })).toContainText('tandem')

  await openPalette(page)
  const recent = page.getByRole('group', { name: 'Recent' }).getByRole('option', { name: /Ravi/ })
  await expect(recent).toBeVisible()
  await search.fill('holidyas')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/settings#hours')
})
