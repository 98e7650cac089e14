import { aCustomer } from '../support/customer.ts'
import { moveLifted, pressTogether, tabTo } from '../support/keyboard.ts'
import { ownersApi } from '../support/owners-api.ts'
import { recordCalls } from '../support/record-calls.ts'
import { expect, lastCode, newPhoneNumber, test } from '../support/test.ts'

// Nothing here presses a button of the mouse.

test('signing in, from the landing page to the dashboard', async ({ page }) => {
  const phoneNumber = newPhoneNumber()
  await page.goto('/')
  await tabTo(page, page.getByRole('link', { name: 'Sign in' }))
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('Phone number')).toBeFocused()
  await page.keyboard.type(phoneNumber)
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('Verification code')).toBeFocused()

  await page.keyboard.type('000')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alert')).toContainText('6 digits')
  await expect(page.getByLabel('Verification code')).toBeFocused()
  await page.keyboard.press('Control+a')
  await page.keyboard.type(await lastCode(phoneNumber))
  await page.waitForURL('/dashboard')
})

test('a section of the settings is changed, saved, and both versions of a conflict are decided on', async ({
  owner: { page },
}) => {
  const api = ownersApi(page)
  await page.goto('/dashboard')
  await expect(page.getByRole('button', { name: 'Live' })).toBeVisible()
  await pressTogether(page, ['g', 's'], '/settings')
  await tabTo(page, page.getByRole('link', { name: 'Business', exact: true }))
  await page.keyboard.press('Enter')
  const name = page.getByLabel('Business name')
  await tabTo(page, name)
  await page.keyboard.type('Sunrise')
  await page.keyboard.press('Enter')
  const form = page.getByRole('form', { name: 'Business' })
  await expect(form.getByText(/^Saved/)).toBeVisible()

  await page.keyboard.type(' Studio')
  const { user } = await api.ask<{ user: { settings: { version: number } } }>(
    'GET',
    '/api/auth/profile',
  )
  const elsewhere = { settings: { business: { name: 'Sunset' } } }
  await api.ask('PUT', '/api/auth/settings', elsewhere, {
    'if-match': `"${user.settings.version}"`,
  })
  await page.keyboard.press('Enter')
  const both = page.getByRole('alert').filter({ hasText: 'changed elsewhere' })
  await expect(both.getByRole('row', { name: /^Business name/ })).toContainText('Sunset')
  await tabTo(page, both.getByRole('button', { name: 'Take the other version' }), 'Shift+Tab')
  await page.keyboard.press('Enter')
  await expect(name).toHaveValue('Sunset')
})

test('quick replies are added and put into another order', async ({ owner: { page } }) => {
  await page.goto('/settings#replies')
  const add = page.getByRole('button', { name: 'Add a quick reply' })
  for (const each of ['one', 'two']) {
    await tabTo(page, add)
    await page.keyboard.press('Enter')
    await tabTo(page, page.getByRole('textbox', { name: 'Name' }).last())
    await page.keyboard.type(each)
    await page.keyboard.press('Tab')
    await page.keyboard.type(`Text ${each}`)
  }
  await tabTo(page, page.getByRole('button', { name: 'Move two' }), 'Shift+Tab')
  await page.keyboard.press('Space')
  await expect(page.getByText('two lifted. Position 2 of 2.')).toBeAttached()
  await moveLifted(page, 'ArrowUp', 'two is at position 1 of 2.')
  await page.keyboard.press('Space')
  await expect(page.getByRole('textbox', { name: 'Name' }).first()).toHaveValue('two')
  await tabTo(page, page.getByRole('button', { name: 'Save' }))
  await page.keyboard.press('Enter')
  await expect(page.getByText(/^Saved/)).toBeVisible()
  await page.reload()
  await expect(page.getByRole('textbox', { name: 'Name' }).first()).toHaveValue('two')
})

test('who needs the owner is answered on the dashboard', async ({ owner: { page } }) => {
  const calls = await recordCalls(page)
  await page.goto('/dashboard')
  const ravi = aCustomer(page, 'Ravi')
  await ravi.write('Are you open today?')
  const answer = page.getByRole('button', { name: 'Reply to Ravi' })
  await tabTo(page, answer)
  await page.keyboard.press('Enter')
  await page.keyboard.type('Yes, until six.')
  await page.keyboard.press('Enter')
  const reply = () => calls.find(({ path }) => path.endsWith('/reply'))?.body
  await expect.poll(reply).toMatchObject({
    templateName: 'text_message',
    languageCode: 'en',
    message: 'Yes, until six.',
  })
})

test('the palette signs out, and the login has the focus in its field', async ({
  owner: { page },
}) => {
  await page.goto('/dashboard')
  await expect(page.getByRole('button', { name: 'Live' })).toBeVisible()
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox').waitFor()
  await page.keyboard.type('sign out')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/login')
  await expect(page.getByText('Logged out successfully')).toBeVisible()
  await expect(page.getByLabel('Phone number')).toBeFocused()
})

test('the account is deleted only by the typed word, and Escape leads out', async ({
  owner: { page },
}) => {
  await page.goto('/settings#account')
  const ask = page.getByRole('button', { name: 'Delete account…' })
  await tabTo(page, ask)
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog')
  await expect(dialog).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(ask).toBeFocused()

  await page.keyboard.press('Enter')
  await tabTo(page, dialog.getByRole('textbox'))
  await page.keyboard.type('DELETE')
  await tabTo(page, dialog.getByRole('button', { name: 'Delete account' }))
  await page.keyboard.press('Enter')
  await expect(page.getByText('Account deleted successfully')).toBeVisible()
  await expect(page).toHaveURL('/login')
})
