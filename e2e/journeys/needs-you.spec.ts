import { aContact } from '../support/contacts.ts'
import { expect, expectLive, test } from '../support/test.ts'

test('a chat that needs its owner can be marked as done or snoozed, and returns with the next message', async ({
  owner: { page, api },
}) => {
  const ravi = aContact(api, 'Ravi')
  await ravi('Do you repair bicycles?')
  await page.goto('/dashboard')
  await expectLive(page)
  const needs = page.getByRole('list', { name: 'Needs you' })
  await expect(needs.getByRole('listitem')).toContainText('Waits for your reply')

  await page.getByRole('button', { name: 'Done with Ravi' }).click()
  await expect(page.getByRole('heading', { name: 'Nothing needs you' })).toBeVisible()
  // The row may go by the stream before the answer is there, with which Undo comes.
  await expect(page.getByText('Done with Ravi until something new happens')).toBeVisible()
  await page.keyboard.press('Control+Z')
  await expect(needs.getByRole('listitem')).toHaveCount(1)
  await page.getByRole('button', { name: 'Snooze Ravi' }).click()
  await page.getByRole('menuitem', { name: /Tomorrow/ }).click()
  await expect(page.getByRole('heading', { name: 'Nothing needs you' })).toBeVisible()

  await ravi('Hello?')
  await needs.getByRole('link', { name: 'Ravi' }).click()
  const message = page.getByRole('article', { name: 'Message from Ravi' })
  await expect(message.filter({ hasText: 'Hello?' })).toBeVisible()
})
