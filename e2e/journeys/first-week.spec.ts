import type { Page } from 'playwright/test'

import { button } from '../support/checkout.ts'
import { confirmNumber } from '../support/identity.ts'
import { expectNoSidewaysScrolling } from '../support/pages.ts'
import { askForCode, expect, lastCode, newPhoneNumber, openApi, test } from '../support/test.ts'

const sentence =
  'Take bookings for my bicycle repair shop: name, phone, what is broken, a day and a time'

/** What the customer writes, and a part of what the assistant says to it. */
const conversation = [
  ['Hello, can I come tomorrow at 10:30?', 'your name'],
  ['Ravi Kumar', 'number'],
  ['+91 98200 12345', 'what is broken'],
  ['The front brakes do not stop', 'Is everything right?'],
  ['Yes', 'We will confirm'],
] as const

/** Opens a page by its link in the navigation. */
const go = (page: Page, name: string) =>
  page
    .getByRole('navigation', { name: 'Main' })
    .getByRole('link', { name: new RegExp(`^${name}`) })
    .click()

// On a phone, where every page has less room and what lies over others; journeys of single pages walk the desktop.
test('on a phone a new owner gets from the landing page to contacts, bookings and credit', async ({
  page,
  context,
}) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto('/')
  await page.getByRole('link', { name: 'Start your free trial' }).first().click()
  const phoneNumber = newPhoneNumber()
  await askForCode(page, phoneNumber)
  await page.getByLabel('Verification code').fill(await lastCode(phoneNumber))

  await page.getByRole('textbox', { name: 'Business name' }).fill('Spoke & Chain')
  await page
    .getByRole('textbox', { name: 'What kind of business is it?' })
    .fill('Bicycle repair shop')
  await page.getByRole('button', { name: 'Continue' }).click()
  const task = page.getByRole('textbox', { name: 'What should it do?' })
  await expect(task).toBeFocused()
  await task.fill(sentence)
  await page.getByRole('button', { name: 'Write the job' }).click()
  await expect(page.getByRole('textbox', { name: 'Name' }).first()).toHaveValue(
    'Bicycle repair shop',
  )

  await page.getByRole('button', { name: 'Try it' }).click()
  await page
    .getByRole('textbox', { name: 'Message', exact: true })
    .fill('Hello, my chain is broken')
  await page.keyboard.press('Enter')
  await expect(page.getByText('May I have your name, please?')).toBeVisible()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Publish' }).click()

  await page.getByRole('link', { name: 'Connect WhatsApp' }).click()
  const opened = page.waitForEvent('popup')
  await page.getByRole('button', { name: 'Connect with Facebook' }).click()
  const facebook = await opened
  await facebook.getByRole('button', { name: 'Continue' }).click()
  await facebook.getByRole('button', { name: 'Finish' }).click()
  await expect(page.getByText('Your number is connected.')).toBeVisible()

  const { changeSettings } = await openApi(page.request, await confirmNumber(phoneNumber))
  await changeSettings(() => ({
    assistant: { debounceSeconds: 1 },
    inbox: { undoSeconds: 0 },
  }))
  await go(page, 'Dashboard')
  const customerOpens = context.waitForEvent('page')
  await page.getByRole('link', { name: 'Write as a customer' }).click()
  const customer = await customerOpens
  const said = customer.getByRole('log').locator('article:not(.own)')
  for (const [text, answer] of conversation) {
    await customer.getByLabel('Message', { exact: true }).fill(text)
    await customer.keyboard.press('Enter')
    await expect(said.last()).toContainText(answer)
  }

  await expect(page.getByRole('heading', { name: '1 chat needs you' })).toBeVisible()
  await go(page, 'Chats')
  await page.getByRole('list', { name: 'Chats' }).getByRole('link').first().click()
  const buffer = await page.screenshot({ clip: { x: 0, y: 0, width: 64, height: 48 } })
  await page
    .getByLabel('Attach files')
    .and(page.locator('input'))
    .setInputFiles({ name: 'brakes.png', mimeType: 'image/png', buffer })
  await page.getByRole('textbox', { name: 'Reply' }).fill('We use these pads.')
  await page.getByRole('button', { name: 'Send' }).click()
  const photo = page.getByRole('article', { name: 'Message from You' }).last()
  await expect(photo.getByText('We use these pads.')).toBeInViewport()
  await expect(said.last().getByRole('img', { name: 'We use these pads.' })).toBeVisible()
  await page.getByRole('button', { name: 'Back to chats' }).click()

  await go(page, 'Bookings')
  const tomorrow = page.getByRole('region', { name: /^Tomorrow, / })
  await tomorrow.getByRole('button', { name: /^Booking of / }).click()
  await page.getByRole('menuitem', { name: 'Move' }).click()
  const dialog = page.getByRole('dialog', { name: /^Move the booking/ })
  await dialog.getByLabel('Time').fill('16:00')
  await dialog.getByRole('button', { name: /^Move/ }).click()
  await expect(said.last()).toContainText('16:00')
  await expectNoSidewaysScrolling(page)
  await page.getByRole('combobox', { name: 'Job' }).selectOption({ index: 1 })
  await page.getByRole('button', { name: 'Export' }).click()
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download the table' }).click()
  expect((await download).suggestedFilename()).toBe('Bicycle repair shop.csv')

  await page.bringToFront()
  await go(page, 'Billing')
  await page.getByRole('link', { name: 'Add credit' }).first().click()
  await page.getByRole('button', { name: /^Pay / }).click()
  // The window takes the focus once it can be used.
  await expect(button(page, 'Pay')).toBeFocused()
  await button(page, 'Pay').click()
  await expect(page.getByRole('heading', { name: '₹500.00 of credit added' })).toBeVisible()
  await expectNoSidewaysScrolling(page)
})
