import type { Page } from 'playwright/test'

import { moveLifted, press, tabTo, write } from '../support/keyboard.ts'
import { expect, test } from '../support/test.ts'

// Nothing here presses a button of the mouse, and everything is found by the name that is read aloud.
// Hundreds of keys are pressed, one after the other.

const box = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true })
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

/** Adds a field below the others and says what it is. */
async function addField(page: Page, label: string): Promise<void> {
  await press(page, button(page, 'Add field'))
  await expect(box(page, 'Label')).toBeFocused()
  await page.keyboard.type(label)
}

test('every section of the form is filled in, tested, saved and published by keyboard', async ({
  owner: { page },
}) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto('/jobs/new')

  await write(page, box(page, 'Name'), 'Salon')
  await write(page, box(page, 'Description'), 'Bookings of both branches')
  await write(page, page.getByRole('combobox', { name: 'Tone' }), 'Brief')

  await write(page, box(page, 'Instructions'), 'Take bookings. Be kind.')
  await write(page, box(page, 'Never'), 'Never promise a price.')

  await fillFields(page)

  await write(page, box(page, 'Greeting'), 'Welcome to the salon.')

  await tabTo(page, page.getByRole('radio', { name: /^With every new chat/ }))
  await page.keyboard.press('ArrowDown')
  await expect(page.getByRole('radio', { name: /^By a word/ })).toBeChecked()
  await write(page, box(page, 'Words'), 'hair')
  await page.keyboard.press('Enter')
  await page.keyboard.type('nail')
  await page.keyboard.press('Enter')
  await press(page, button(page, 'Remove hair'))
  await expect(button(page, 'Remove nail')).toBeFocused()

  const confirm = page.getByRole('switch', { name: 'Read the answers back before it is done' })
  const wasOn = await confirm.isChecked()
  await press(page, confirm)
  await expect(confirm).toBeChecked({ checked: !wasOn })
  const turns = page.getByRole('spinbutton', { name: 'Replies in a chat, at most' })
  await tabTo(page, turns)
  await page.keyboard.press('Control+a')
  await page.keyboard.type('12')

  await press(page, button(page, 'Save'))
  await page.waitForURL(/\/jobs\/job_[^/]+\/edit$/)
  await expect(page.getByRole('heading', { name: 'Salon', level: 1 })).toBeVisible()
  await expect(turns).toHaveValue('12')

  await write(page, box(page, 'Message'), 'Hello, a haircut please')
  await page.keyboard.press('Enter')
  const log = page.getByRole('log', { name: 'Messages of the test chat' })
  await expect(log.getByText('Assistant:')).toHaveCount(1)
  await press(page, button(page, 'Keep as a test'))
  const tests = page.getByRole('list', { name: 'Test', exact: true })
  await expect(tests.getByText('Hello, a haircut please', { exact: true })).toBeVisible()

  await press(page, button(page, 'Publish'), 'Shift+Tab')
  const dialog = page.getByRole('dialog', { name: /^Publish/ })
  await press(page, dialog.getByRole('button', { name: 'Publish' }))
  await expect(page.getByText('Active', { exact: true })).toBeVisible()
})

/** Adds three fields; one has options, one is moved, and one is removed. */
async function fillFields(page: Page): Promise<void> {
  const rows = page.getByRole('list', { name: 'Fields in their order' }).getByRole('listitem')
  await addField(page, 'Service')
  await write(page, page.getByRole('combobox', { name: 'Type' }), 'One of')
  await write(page, box(page, 'Option 1'), 'Cut')
  await write(page, box(page, 'Option 2'), 'Colour')
  await page.keyboard.press('Enter')
  await expect(box(page, 'Option 3')).toBeFocused()
  await page.keyboard.type('Shave')
  await press(page, button(page, 'Remove option 2'), 'Shift+Tab')
  await expect(box(page, 'Option 2')).toBeFocused()
  await expect(box(page, 'Option 2')).toHaveValue('Shave')

  await addField(page, 'Day')
  await addField(page, 'Note')
  await press(page, button(page, 'Close Note'), 'Shift+Tab')
  await tabTo(page, button(page, 'Move Day'), 'Shift+Tab')
  await page.keyboard.press('Space')
  await expect(page.getByText('Day lifted. Position 2 of 3.')).toBeAttached()
  await moveLifted(page, 'ArrowUp', 'Day is at position 1 of 3.')
  await page.keyboard.press('Space')
  await expect(page.getByText('Day dropped at position 1 of 3.')).toBeAttached()
  await expect(rows.locator('bdi')).toHaveText(['Day', 'Service', 'Note'])

  await press(page, button(page, 'Actions for Service'))
  await tabTo(page, page.getByRole('menuitem', { name: 'Remove' }), 'ArrowDown')
  await page.keyboard.press('Enter')
  await expect(rows.locator('bdi')).toHaveText(['Day', 'Note'])
  await expect(button(page, 'Change Note')).toBeFocused()
}
