import type { User } from '@errand/contract/auth'
import type { Page } from 'playwright/test'

import { aContact, simulatedNumber } from '../support/contacts.ts'
import { press, tabTo, write } from '../support/pages.ts'
import { expect, expectLive, newPhoneNumber, signInByApi, test } from '../support/test.ts'

// Nothing here presses a button of the mouse.

const field = (page: Page, label: string) => page.getByLabel(label, { exact: true })
const button = (page: Page, name: string) => page.getByRole('button', { name })
const passedSteps = (page: Page, name: string) =>
  page.getByRole('list', { name }).getByRole('img', { name: 'Passed' })

test('a mail server is filled in, tested step by step and saved', async ({ owner: { page } }) => {
  await page.goto('/settings#smtp')
  const form = page.getByRole('form', { name: 'E-mail sending' })
  const mailOn = page.getByRole('switch', { name: 'Send e-mail from my own server' })
  await tabTo(page, mailOn)
  await page.keyboard.press('Space')
  await expect(mailOn).toBeChecked()
  await tabTo(page, page.getByLabel('Provider'))
  await page.keyboard.type('Inbox')
  await expect(field(page, 'Server')).toHaveValue('localhost')
  await write(page, field(page, 'Username'), 'asha')
  await write(page, field(page, 'Password'), 'secret')
  await write(page, field(page, 'Sender address'), 'asha@shop.example')

  await press(page, button(page, 'Test'))
  await expect(page.getByText('It works: a test e-mail is on its way')).toBeVisible()
  await expect(form.getByRole('button', { name: 'Test' })).toBeFocused()
  await expect(passedSteps(page, 'Test').first()).toBeVisible()

  await press(page, button(page, 'Save'), 'Shift+Tab')
  await expect(form.getByText(/^Saved/)).toBeVisible()
  await page.reload()
  await expect(mailOn).toBeChecked()
  await expect(field(page, 'Server')).toHaveValue('localhost')
  await expect(page.getByLabel('Password')).toHaveAccessibleDescription(/^Already saved/)
})

test('a WhatsApp number is connected by its ids and token', async ({ owner: { page, api } }) => {
  const { user } = await api.ask<{ user: User }>('GET', '/api/auth/profile')
  const name = `Salon ${user.phoneNumber.slice(-9)}`
  await api.changeSettings(() => ({ business: { name } }))
  const number = await simulatedNumber(page, { name, ownerId: user.id })

  await page.goto('/settings#whatsapp')
  const card = page.getByRole('region', { name: 'WhatsApp' })
  await press(page, button(page, 'I have an access token'))
  await write(page, field(page, 'Phone number ID'), number.phoneNumberId)
  await write(page, field(page, 'Business account ID'), number.wabaId)
  await write(page, field(page, 'Access token'), 'mistyped')
  await write(page, field(page, 'App secret'), number.appSecret)
  await page.keyboard.press('Enter')
  await expect(page.getByText(/^Saved .*: Phone number ID, Business account ID/)).toBeVisible()
  await expect(card.getByText('Disconnected')).toBeVisible()
  await expect(card.getByText('Last problem')).toBeVisible()

  await tabTo(page, field(page, 'Access token'), 'Shift+Tab')
  await page.keyboard.type(number.accessToken)
  await page.keyboard.press('Enter')
  await expect(card.getByText('Connected', { exact: true })).toBeVisible()
  await expect(card.getByText('Last problem')).toBeHidden()
  await press(page, button(page, 'Send me a test message'), 'Shift+Tab')
  await expect(page.getByText('It works: a message is on its way')).toBeVisible()
  await expect(passedSteps(page, 'Send me a test message').first()).toBeVisible()
})

test('settings saved on another device appear at once, and a list that both changed is not overwritten', async ({
  owner: { page, api },
}) => {
  const saveElsewhere = (name: string) =>
    api.changeSettings(() => ({ inbox: { quickReplies: [{ name, text: 'Hello' }] } }))
  await page.goto('/settings#replies')
  await expectLive(page)
  const name = page.getByRole('textbox', { name: 'Name' })
  await saveElsewhere('first')
  await expect(name).toHaveValue('first')

  await write(page, name, 'mine')
  await saveElsewhere('second')
  await expect(page.getByText(/^This was changed in another tab/)).toBeVisible()
  await expect(name).toHaveValue('mine')
  await press(page, button(page, 'Save mine'))
  await expect(page.getByText(/^Saved/)).toBeVisible()
  await expect(button(page, 'Save')).toBeFocused()
  await page.reload()
  await expect(name).toHaveValue('mine')
})

test('a chosen theme and language apply from the first paint', async ({ owner: { page } }) => {
  await page.goto('/settings#appearance')
  await tabTo(page, page.getByRole('radio', { name: 'Match system' }))
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  await expect(page.getByRole('radio', { name: 'Dark' })).toBeChecked()
  await page.locator('select').selectOption('ar')
  await press(page, button(page, 'Save'))
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  await expect(page.locator('html')).toHaveAttribute('lang', 'ar')

  await page.addInitScript(() => {
    new PerformanceObserver((list) => {
      const { dir, dataset } = document.documentElement
      for (const { name } of list.getEntries())
        Object.assign(window, { [name]: `${dir} ${dataset['theme']}` })
    }).observe({ type: 'paint', buffered: true })
  })
  await page.goto('/dashboard')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('مرحبًا بك')
  const atFirstPaint = () => page.evaluate(() => Object(window)['first-contentful-paint'])
  await expect.poll(atFirstPaint).toBe('rtl dark')
})

test('an account’s export can be imported into another account, once', async ({
  owner,
  browser,
}) => {
  await aContact(owner.api, 'Ravi')('Is anybody there?')
  await owner.page.goto('/settings#account')
  const saved = owner.page.waitForEvent('download')
  await press(owner.page, button(owner.page, 'Create export'))
  const file = await (await saved).path()

  const other = await (await browser.newContext()).newPage()
  await signInByApi(other, newPhoneNumber())
  await other.goto('/settings#account')
  const choose = async () => {
    const chooser = other.waitForEvent('filechooser')
    await press(other, button(other, 'Import a file…'))
    await (await chooser).setFiles(file)
  }
  await choose()
  await expect(other.getByText(/^Imported. Jobs: 0, contacts: 1, chats: 1,/)).toBeVisible()
  await choose()
  await expect(other.getByText('Everything in this file is here already.')).toBeVisible()
  await other.goto('/chats')
  await expect(other.getByRole('link', { name: /Ravi/ })).toBeVisible()
})
