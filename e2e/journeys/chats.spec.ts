import type { Page } from 'playwright/test'

import {
  expectAccessible,
  expectAccessibleInEachTheme,
  expectNoSidewaysScrolling,
} from '../support/accessible.ts'
import { aCustomer, type Customer } from '../support/customer.ts'
import { changeSettings, ownersApi } from '../support/owners-api.ts'
import { createBookingJob } from '../support/shop.ts'
import { expect, test } from '../support/test.ts'

const dayMs = 24 * 60 * 60 * 1000

/** The live stream of the page is there: what happens from now on is heard of. */
const live = (page: Page) => expect(page.getByRole('button', { name: 'Live' })).toBeVisible()

test('a customer writes, and the owner answers by keyboard alone', async ({ owner: { page } }) => {
  await changeSettings(ownersApi(page), () => ({ inbox: { undoSeconds: 5 } }))
  await page.goto('/chats')
  await expect(page.getByRole('heading', { name: 'No conversations yet' })).toBeVisible()
  const ravi = aCustomer(page, 'Ravi')
  await live(page)

  await ravi.write('Are you open tomorrow?')
  const row = page.getByRole('link', { name: /Ravi/ })
  // By the stream: without it the page would ask only every twenty seconds.
  await expect(row).toBeVisible()
  await expect(row.getByRole('img', { name: '1 unread message' })).toBeVisible()

  await page.keyboard.press('j')
  const thread = page.getByRole('region', { name: 'Ravi', exact: true })
  await expect(thread.getByRole('article', { name: 'Message from Ravi' })).toBeVisible()
  await page.keyboard.press('r')
  await page.keyboard.type('Yes, from nine to six.')
  await page.keyboard.press('Enter')

  const reply = thread.getByRole('article', { name: 'Message from You' })
  await expect(reply.getByRole('button', { name: 'Undo' })).toBeVisible()
  await expectAccessible(page)
  await expect(reply.getByRole('img', { name: /Sent|Delivered|Read/ })).toBeVisible()
  await expect(page.getByRole('img', { name: /unread/ })).toHaveCount(0)

  await page.keyboard.press('Escape')
  await ravi.write('Thank you!')
  await expect(
    page.getByRole('log', { name: 'New messages from Ravi' }).getByText(/Thank you!/),
  ).toBeAttached()
})

test('a reply taken back is in the box again, and never sent', async ({ owner: { page } }) => {
  // The longest there is: Undo has to be reached in time on a busy machine too.
  await changeSettings(ownersApi(page), () => ({ inbox: { undoSeconds: 10 } }))
  await page.goto('/chats')
  const asha = aCustomer(page, 'Asha')
  await asha.write('Hello')
  await page.getByRole('link', { name: /Asha/ }).click()
  const box = page.getByRole('textbox', { name: 'Reply' })
  await box.fill('This is for somebody else')
  await box.press('Enter')

  await page.getByRole('button', { name: 'Undo' }).click()

  await expect(box).toHaveValue('This is for somebody else')
  await page.reload()
  await expect(box).toHaveValue('This is for somebody else')
  await expect(page.getByRole('article', { name: 'Message from You' })).toHaveCount(0)
})

test('what is written without a network goes out in its order once it is back', async ({
  owner: { page },
}) => {
  await page.goto('/chats')
  const ravi = aCustomer(page, 'Ravi')
  await ravi.write('Hello')
  await page.getByRole('link', { name: /Ravi/ }).click()
  const box = page.getByRole('textbox', { name: 'Reply' })
  await expect(box).toBeVisible()
  await page.context().setOffline(true)

  for (const text of ['One', 'Two', 'Three']) {
    await box.fill(text)
    await box.press('Enter')
  }
  await expect(page.getByText('Waiting for network')).toHaveCount(3)
  await page.context().setOffline(false)

  const replies = page.getByRole('article', { name: 'Message from You' })
  await expect(replies).toHaveCount(3)
  await expect(page.getByText('Waiting for network')).toHaveCount(0)
  await page.reload()
  await expect(replies).toContainText(['One', 'Two', 'Three'])
})

test('a chat whose window is closed says so, and goes on once the customer writes', async ({
  owner: { page },
}) => {
  await page.goto('/chats')
  // Else the chat ends by itself as soon as its window is closed.
  const behaviour = { idleCloseMinutes: 7 * 24 * 60 }
  await createBookingJob(ownersApi(page), 'asha@shop.example', behaviour)
  const meera = aCustomer(page, 'Meera')
  await writeLongAgo(page, meera)

  await expect(page.getByRole('textbox', { name: 'Reply' })).toHaveCount(0)
  await page.getByRole('button', { name: 'Wait: tell me when Meera writes' }).click()
  await expectAccessible(page)

  await live(page)
  await meera.write('Hello?')
  await expect(
    page.getByRole('article', { name: 'Message from Meera' }).filter({ hasText: 'Hello?' }),
  ).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Reply' })).toBeVisible()
})

test('a chat that ended by itself leads on to the one in which its customer writes again', async ({
  owner: { page },
}) => {
  await page.goto('/chats')
  const meera = aCustomer(page, 'Meera')
  await writeLongAgo(page, meera)
  // Chats are looked through every fifteen seconds for those that nobody has written in for a day.
  const thread = page.getByRole('region', { name: 'Meera', exact: true })
  await expect(thread.getByText('Closed', { exact: true })).toBeVisible()

  await live(page)
  await meera.write('Hello?')
  await page.getByRole('link', { name: 'Open the newer chat' }).click()

  await expect(page.getByRole('article', { name: 'Message from Meera' })).toContainText('Hello?')
  await expect(page.getByRole('textbox', { name: 'Reply' })).toBeVisible()
})

/** Writes so long ago that only templates may be sent, and opens that chat. */
async function writeLongAgo(page: Page, { name, write }: Customer): Promise<void> {
  await write('Is my order ready?', new Date(Date.now() - 2 * dayMs))
  await page.getByRole('link', { name }).click()
  await expect(page.getByText(`${name} last wrote more than 24 hours ago`)).toBeVisible()
}

test('a remark is for the owner alone, and stands beside its message', async ({
  owner: { page },
}) => {
  await page.goto('/chats')
  const ravi = aCustomer(page, 'Ravi')
  await ravi.write('The usual, please')
  await page.getByRole('link', { name: /Ravi/ }).click()
  await expect(page.getByRole('article', { name: 'Message from Ravi' })).toBeVisible()

  await page.keyboard.press('m')
  await page.keyboard.type('He means the blue one')
  await page.keyboard.press('Enter')

  const remarks = page.getByRole('article', { name: 'Message from Ravi' }).getByRole('list', {
    name: 'Remarks',
  })
  await expect(remarks).toContainText('Only you')
  await expect(remarks).toContainText('He means the blue one')
  await expectAccessible(page)
  await expect(page.getByRole('radio', { name: 'Remark' })).toBeChecked()
})

test('the inbox is accessible in light and dark, and fits a phone, one pane at a time', async ({
  owner: { page },
}) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto('/chats')
  const ravi = aCustomer(page, 'श्रीमती लक्ष्मी वेंकटेश्वरन् अय्यर 🌸')
  await ravi.write('नमस्ते')
  await expectAccessibleInEachTheme(page)
  await page.getByRole('link', { name: /लक्ष्मी/ }).click()
  await expect(page.getByRole('textbox', { name: 'Reply' })).toBeVisible()
  await expect(page.getByRole('searchbox')).toHaveCount(0)
  await expectAccessibleInEachTheme(page)

  await page.getByRole('button', { name: /लक्ष्मी/ }).click()
  const details = page.getByRole('dialog', { name: 'Details' })
  await expect(details).toBeVisible()
  await expectAccessibleInEachTheme(page)
  await page.goBack()
  await expect(details).toHaveCount(0)
  await page.goBack()
  await expect(page.getByRole('searchbox')).toBeVisible()

  await expectNoSidewaysScrolling(page)
})
