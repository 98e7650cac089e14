import type { Page } from 'playwright/test'

import { aContact, createBookingJob } from '../support/contacts.ts'
import { expect, newPhoneNumber, signIn, test } from '../support/test.ts'
import { expectWholePage, translatePages } from '../support/translation.ts'

// Whoever reads none of the product's languages has its pages translated by the browser. That no other
// page or part holds a text which React would lose is proved wherever one is rendered (decision 033).

test.beforeEach(({ context }) => translatePages(context))

const button = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name, exact: typeof name === 'string' })
const box = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true })

async function open(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.locator('font').first()).toBeVisible()
  await expect(page.getByRole('status').filter({ hasText: /^Loading/ })).toHaveCount(0)
  await expectWholePage(page, path)
}

test('sign-in and sign-out work on a translated page', async ({ page, plantedFailures }) => {
  plantedFailures.push('/no/such/page')
  const phoneNumber = newPhoneNumber()
  await open(page, '/')
  await page.getByRole('link', { name: 'Sign in' }).first().click()
  await box(page, 'Phone number').fill('+1')
  await button(page, 'Send code').click()
  await expect(page.getByRole('alert')).toBeVisible()
  await signIn(page, phoneNumber)
  await expect(page).toHaveURL('/dashboard')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expectWholePage(page, 'sign-in')

  await button(page, /^Search/).click()
  await page.getByRole('combobox', { name: 'Search or run a command' }).fill('billing')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/billing')
  await button(page, 'Sign out').click()
  await expect(page).toHaveURL('/login')
  await open(page, '/no/such/page')
})

test('answering, taking over, noting, saving and e-mailing a chat work on a translated page', async ({
  owner: { page, api, phoneNumber },
}) => {
  const address = `${phoneNumber.slice(1)}@shop.example`
  await api.changeSettings(({ smtp: { localInbox } }) => ({
    assistant: { debounceSeconds: 1 },
    inbox: { undoSeconds: 0 },
    smtp: { ...localInbox, enabled: true, fromEmail: address },
  }))
  await createBookingJob(api, address)
  await open(page, '/chats')
  await aContact(api, 'Ravi')('Hello, I would like a haircut')
  await page.getByRole('link', { name: /Ravi/ }).click()
  const chat = page.getByRole('region', { name: 'Ravi', exact: true })
  await expect(chat.getByText('Which day suits you?')).toBeVisible()
  await expectWholePage(page, 'the chat')
  await button(page, 'Good reply').first().click()
  await expect(page.locator('[aria-pressed=true]').and(button(page, 'Good reply'))).toBeVisible()
  await button(page, 'Why').first().click()
  await expectWholePage(page, 'why')
  await page.keyboard.press('Escape')

  await button(page, 'Take over').click()
  await expect(button(page, 'Hand back to assistant')).toBeVisible()
  const replies = chat.getByRole('article', { name: 'Message from You' })
  for (const text of ['One', 'Two']) {
    await box(page, 'Reply').fill(text)
    await button(page, /^Send( for|$)/).click()
    await expect(replies.filter({ hasText: text })).toBeVisible()
  }
  await page.getByRole('radio', { name: 'Note' }).check()
  await box(page, 'Note').fill('Likes it short')
  await button(page, 'Save note').click()
  await expect(chat.getByRole('list', { name: 'Notes' }).getByText('Likes it short')).toBeVisible()
  await page.getByRole('radio', { name: 'Reply' }).check()
  await button(page, 'Suggest a reply').click()
  await page
    .getByRole('dialog', { name: 'Suggest a reply' })
    .getByRole('button', { name: 'Suggest a reply' })
    .click()
  await expect(button(page, 'Use it')).toBeVisible()
  await page.keyboard.press('Escape')
  await button(page, 'Hand back to assistant').click()
  await expect(button(page, 'Take over')).toBeVisible()
  await expectWholePage(page, 'the answered chat')

  await aContact(api, 'Meera')('Are you open on Sunday?')
  await expect(page.getByRole('link', { name: /Meera/ })).toBeVisible()
  await button(page, /^Save Ravi /).click()
  await page.getByRole('group', { name: 'View' }).getByRole('button', { name: 'Saved' }).click()
  await expect(page.getByRole('link', { name: /Meera/ })).toHaveCount(0)
  await page.getByRole('group', { name: 'View' }).getByRole('button', { name: 'All' }).click()
  await expect(page.getByRole('link', { name: /Meera/ })).toBeVisible()
  for (const entry of ['Export this chat', 'E-mail this chat']) {
    await button(page, 'More about this chat').click()
    await page.getByRole('menuitem', { name: entry }).click()
    await expect(page.getByRole('dialog')).toBeVisible()
    await expectWholePage(page, entry)
    if (entry.startsWith('Export')) await page.keyboard.press('Escape')
  }
  await box(page, 'To').fill(address)
  await page.getByRole('tab', { name: 'Preview' }).click()
  await button(page, 'Send e-mail').click()
  await expect(chat.getByText(`E-mailed to ${address}`)).toBeVisible()
  await expectWholePage(page, 'after the e-mail')
  await open(page, '/chats/bookings')
  await open(page, '/dashboard')
})
