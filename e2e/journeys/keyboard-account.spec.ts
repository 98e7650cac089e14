import type { User } from '@errand/contract/auth'
import type { Page } from 'playwright/test'

import { expectAccessibleInEachTheme } from '../support/accessible.ts'
import { button } from '../support/checkout.ts'
import { tabTo } from '../support/keyboard.ts'
import { ownersApi } from '../support/owners-api.ts'
import { numberOf } from '../support/simulated-number.ts'
import { expect, test } from '../support/test.ts'

// Nothing here presses a button of the mouse.

const steps = (page: Page, name: string) => page.getByRole('list', { name }).getByRole('listitem')

/** Goes to a field and writes into it, in place of what it holds. */
async function type(page: Page, label: string, text: string, key?: string): Promise<void> {
  await tabTo(page, page.getByLabel(label, { exact: true }), key)
  await page.keyboard.press('Control+a')
  await page.keyboard.type(text)
}

/** Goes to a button and presses it. */
async function press(page: Page, name: string | RegExp, key?: string): Promise<void> {
  await tabTo(page, page.getByRole('button', { name }), key)
  await page.keyboard.press('Enter')
}

test('a mail server is filled in, tested step by step and saved', async ({ owner: { page } }) => {
  await page.goto('/settings#smtp')
  const form = page.getByRole('form', { name: 'E-mail sending' })
  const mailOn = page.getByRole('switch', { name: 'Send e-mail from my own server' })
  await tabTo(page, mailOn)
  await page.keyboard.press('Space')
  await expect(mailOn).toBeChecked()
  await tabTo(page, page.getByLabel('Provider'))
  await page.keyboard.type('Inbox')
  await expect(page.getByLabel('Server', { exact: true })).toHaveValue('localhost')
  await type(page, 'User name', 'asha')
  await type(page, 'Password', 'secret')
  await type(page, 'Sender address', 'asha@shop.example')

  await press(page, 'Test')
  await expect(page.getByText('It works: a letter is on its way')).toBeVisible()
  await expect(form.getByRole('button', { name: 'Test' })).toBeFocused()
  await expect(steps(page, 'Test').getByRole('img', { name: 'Passed' })).toHaveCount(5)

  await press(page, 'Save', 'Shift+Tab')
  await expect(form.getByText(/^Saved/)).toBeVisible()
  await expect(form.getByRole('button', { name: 'Save' })).toBeFocused()
  await page.reload()
  await expect(mailOn).toBeChecked()
  await expect(page.getByLabel('Server', { exact: true })).toHaveValue('localhost')
  await expect(page.getByLabel('Password')).toHaveAccessibleDescription(/^One is stored/)
})

test('a WhatsApp number is connected, and says so', async ({ owner: { page } }) => {
  const { ask } = ownersApi(page)
  const { user } = await ask<{ user: User }>('GET', '/api/auth/profile')
  const name = `Salon ${user.phoneNumber.slice(-6)}`
  await ask('PUT', '/api/auth/settings', { settings: { business: { name } } })
  const number = await numberOf(page, { name, ownerId: user.id })

  await page.goto('/settings#whatsapp')
  const form = page.getByRole('form', { name: 'WhatsApp' })
  await tabTo(page, page.getByRole('radio', { name: 'Simulated phone' }))
  await page.keyboard.press('ArrowDown')
  await expect(page.getByRole('radio', { name: 'WhatsApp Cloud API' })).toBeChecked()
  await type(page, 'Number', '+91 20 5550 0100')
  await type(page, 'Phone number id', number.phoneNumberId)
  await type(page, 'Business account id', number.wabaId)
  await type(page, 'Access token', 'mistyped')
  await type(page, 'App secret', number.appSecret)
  await page.keyboard.press('Enter')
  await expect(form.getByText('Disconnected')).toBeVisible()
  await expect(form.getByText('Last trouble')).toBeVisible()

  await type(page, 'Access token', number.accessToken, 'Shift+Tab')
  await page.keyboard.press('Enter')
  await expect(form.getByText('Connected', { exact: true })).toBeVisible()
  await expect(form.getByText('Last trouble')).toBeHidden()
  await press(page, 'Send me a test')
  await expect(page.getByText('It works: a message is on its way')).toBeVisible()
  await expect(steps(page, 'Send me a test').getByRole('img', { name: 'Passed' })).toHaveCount(4)
  await expect(page.getByRole('button', { name: 'Send me a test' })).toBeFocused()
})

test('the data of the account is asked for, and its file taken', async ({ owner: { page } }) => {
  await page.goto('/settings')
  await tabTo(page, page.getByRole('link', { name: 'Account and data' }))
  await page.keyboard.press('Enter')
  await press(page, 'Make the file')
  const download = page.getByRole('button', { name: 'Download' })
  await expect(page.getByRole('status').filter({ hasText: 'Your file is ready' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Make the file' })).toBeFocused()

  const saved = page.waitForEvent('download')
  await press(page, 'Download')
  expect((await saved).suggestedFilename()).toMatch(/\.zip$/)
  await expect(download).toBeFocused()
})

test('a pack is bought, its invoice taken, and the history filtered', async ({
  owner: { page },
}) => {
  await page.goto('/billing')
  await tabTo(page, page.getByRole('link', { name: 'Add credit' }).first())
  await page.keyboard.press('Enter')
  const pack = page.getByRole('radio', { name: '5,000 messages', exact: true })
  // By its name: the page before has a checked one too.
  await tabTo(page, page.getByRole('radio', { name: '2,500 messages', exact: true }))
  await page.keyboard.press('ArrowDown')
  await expect(pack).toBeChecked()
  await press(page, 'Pay ₹1,000.00')
  await expect(button(page, 'Pay')).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('heading', { name: '₹1,000.00 is not paid yet' })).toBeVisible()
  await press(page, 'Resume payment of ₹1,000.00')
  await expect(button(page, 'Pay')).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: '₹1,000.00 of credit added' })).toBeFocused()
  await expect(page.getByText(/^You have ₹1,000\.00/)).toBeVisible()
  await tabTo(page, page.getByRole('link', { name: 'Back to billing' }))
  await page.keyboard.press('Enter')
  await expect(page.getByText(/^₹1,000\.00 of credit/)).toBeVisible()

  await tabTo(page, page.getByRole('link', { name: 'Invoices' }))
  await page.keyboard.press('Enter')
  const saved = page.waitForEvent('download')
  await press(page, /^Download (?!all)/)
  expect((await saved).suggestedFilename()).toMatch(/\.pdf$/)

  await tabTo(page, page.getByRole('link', { name: 'History' }), 'Shift+Tab')
  await page.keyboard.press('Enter')
  const changes = page.getByRole('region', { name: 'Changes' })
  await expect(changes.getByText('Credit added')).toBeVisible()
  const kind = page.getByLabel('Kind')
  await tabTo(page, kind)
  await page.keyboard.type('Bonus')
  await expect(page.getByText('No change in these days or of this kind.')).toBeVisible()
  await expect(kind).toBeFocused()
  await page.keyboard.press('ArrowUp')
  await expect(changes.getByText('Credit added')).toBeVisible()
  const from = page.getByLabel('From')
  await tabTo(page, from)
  await page.keyboard.type('01012030')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/from=2030-01-01/)
  await expect(page.getByText('No change in these days or of this kind.')).toBeVisible()
  await expect(from).toBeFocused()
})

for (const width of [360, 1280]) {
  test(`what opens above the pages is accessible, and gives the focus back: ${width} px`, async ({
    owner: { page },
  }) => {
    await page.setViewportSize({ width, height: 780 })
    await page.goto('/dashboard')
    const isLive = page.getByRole('button', { name: 'Live' })

    await tabTo(page, isLive)
    await expect(
      page.getByRole('tooltip', { name: 'What happens is shown at once.' }),
    ).toBeVisible()
    await expectAccessibleInEachTheme(page)
    const search = page.getByRole('button', { name: 'Search' })
    await tabTo(page, search)
    await page.keyboard.press('Enter')
    const palette = page.getByRole('dialog', { name: 'Commands' })
    await expect(palette.getByRole('combobox')).toBeFocused()
    await expectAccessibleInEachTheme(page)
    await page.keyboard.type('nothing of the kind')
    await expect(page.getByText('Nothing matches')).toBeVisible()
    await expectAccessibleInEachTheme(page)
    await page.keyboard.press('Escape')
    await expect(search).toBeFocused()

    await page.keyboard.press('?')
    const help = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
    await expect(help).toBeVisible()
    await expectAccessibleInEachTheme(page)
    await page.keyboard.press('Escape')
    await expect(help).toBeHidden()
    await expect(search).toBeFocused()

    const navigation = page.getByRole('navigation', { name: 'Main' })
    for (const link of await navigation.getByRole('link').all()) {
      await tabTo(page, link)
      await expect(link).toBeInViewport({ ratio: 1 })
    }
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL('/settings')
    await tabTo(page, page.getByRole('link', { name: 'Account and data' }))
    await page.keyboard.press('Enter')
    await press(page, 'Delete account…')
    const dialog = page.getByRole('dialog', { name: 'Delete your account?' })
    await expect(dialog.getByRole('textbox')).toBeFocused()
    await expectAccessibleInEachTheme(page)
    await page.keyboard.press('Escape')
    await expect(page.getByRole('button', { name: 'Delete account…' })).toBeFocused()
  })
}
