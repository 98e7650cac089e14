import type { Page } from 'playwright/test'

import { expectAccessible, expectNoSidewaysScrolling } from '../support/pages.ts'
import { expect, test, type Owner } from '../support/test.ts'

/** A job that answers every chat, and the page of jobs. */
async function openJobs({ api, page }: Owner): Promise<void> {
  await api.changeSettings(() => ({
    business: { name: 'Asha Hair' },
    assistant: { debounceSeconds: 1 },
  }))
  await api.ask('POST', '/api/jobs', {
    name: 'Table booking',
    instructions: 'Book a table. Be friendly.',
    status: 'active',
    fields: [
      {
        key: 'guests',
        label: 'Guests',
        type: 'integer',
        question: 'How many are you?',
        order: 0,
        required: true,
      },
    ],
  })
  await page.goto('/jobs')
}

const tryIt = (page: Page) => page.getByRole('button', { name: 'Try it: Table booking' })

test('one click on a job opens a test chat that answers', async ({ owner }) => {
  const { page } = owner
  await openJobs(owner)
  await tryIt(page).click()
  const sheet = page.getByRole('dialog', { name: 'Try it out' })
  await expect(sheet.getByRole('heading', { name: 'Asha Hair' })).toBeVisible()
  await expect(sheet.getByRole('textbox', { name: 'Message' })).toBeFocused()
  await page.keyboard.type('Hello, a table please')
  await page.keyboard.press('Enter')
  await expect(sheet.getByRole('log')).toContainText('How many are you?')
  await expectAccessible(page)

  await page.keyboard.press('Escape')
  await expect(sheet).toBeHidden()
  await expect(page).toHaveURL('/jobs')
  await expect(tryIt(page)).toBeFocused()

  // The code of the phone is loaded by now.
  await page.keyboard.press('Enter')
  await expect(sheet.getByRole('textbox', { name: 'Message' })).toBeFocused()
})

test('the link of a simulated number opens a phone whose messages appear in chats', async ({
  owner,
  context,
}) => {
  const { page } = owner
  await openJobs(owner)
  await tryIt(page).click()
  const opening = context.waitForEvent('page')
  await page.getByRole('link', { name: /^Open the simulated phone/ }).click()
  const phone = await opening
  await expect(phone.getByRole('heading', { name: 'Asha Hair' })).toBeVisible()
  await expect(phone.getByLabel('Business', { exact: true })).toBeHidden()
  await expect(phone.getByLabel('Message', { exact: true })).toBeFocused()
  await phone.keyboard.type('A table please')
  await phone.keyboard.press('Enter')
  await expect(phone.getByRole('log')).toContainText('How many are you?')
  await phone.setViewportSize({ width: 360, height: 740 })
  await expectNoSidewaysScrolling(phone)
  await expectAccessible(phone)

  await page.goto('/chats')
  await page
    .getByRole('list', { name: 'Chats' })
    .getByRole('link', { name: /A customer/ })
    .click()
  const chat = page.getByRole('region', { name: 'A customer', exact: true })
  await expect(chat.getByText('How many are you?')).toBeVisible()

  await phone.goto(`${phone.url()}&text=${encodeURIComponent('We are 4 & hungry')}`)
  await expect(phone.getByLabel('Message', { exact: true })).toHaveValue('We are 4 & hungry')
})
