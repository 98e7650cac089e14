import type { Page } from 'playwright/test'

import { aCustomer } from '../support/customer.ts'
import { tabTo } from '../support/keyboard.ts'
import { changeSettings, ownersApi } from '../support/owners-api.ts'
import { simulatorOrigin } from '../support/product.ts'
import { createBookingJob } from '../support/shop.ts'
import { expect, test } from '../support/test.ts'

// Nothing here presses a button of the mouse.

const dayMs = 24 * 60 * 60 * 1000

/** Goes to what is found there, and presses it. */
async function press(page: Page, ...[target, key]: [Parameters<typeof tabTo>[1], string?]) {
  await tabTo(page, target, key)
  await page.keyboard.press('Enter')
}

/** The chats of the list. */
const rows = (page: Page) => page.getByRole('list', { name: 'Chats' }).getByRole('link')

/** Opens the latest chat. */
async function openFirst(page: Page, name: string) {
  await expect(rows(page).first()).toContainText(name)
  await page.keyboard.press('j')
  const chat = page.getByRole('region', { name, exact: true })
  await expect(chat.getByRole('article', { name: `Message from ${name}` }).first()).toBeVisible()
  return chat
}

test('the list is narrowed by a chip, a choice and words, and shows all again', async ({
  owner: { page },
}) => {
  await page.goto('/chats')
  const asha = aCustomer(page, 'Asha')
  const ravi = aCustomer(page, 'Ravi')
  await asha.write('Do you sell gift cards?')
  await ravi.write('Are you open tomorrow?')
  await openFirst(page, 'Ravi')
  await expect(page.getByRole('img', { name: /unread/ })).toHaveCount(1)

  const all = page.getByRole('button', { name: 'All', exact: true })
  await press(page, page.getByRole('button', { name: 'Unread', exact: true }))
  await expect(rows(page)).toHaveText([/Asha/])
  await press(page, all, 'Shift+Tab')
  await expect(rows(page)).toHaveCount(2)

  const filters = page.getByRole('button', { name: /^Filters/ })
  await press(page, filters, 'Shift+Tab')
  await tabTo(page, page.getByLabel('Status'))
  await page.keyboard.type('Completed')
  await expect(page.getByRole('heading', { name: 'No chat matches' })).toBeVisible()
  await press(page, page.getByRole('button', { name: 'Clear filters' }))
  await expect(rows(page)).toHaveCount(2)
  await expect(filters).toBeFocused()

  const search = page.getByRole('searchbox', { name: /^Search names/ })
  await page.keyboard.press('/')
  await expect(search).toBeFocused()
  await page.keyboard.type('gift')
  await expect(rows(page)).toHaveText([/Asha/])
  await page.keyboard.press('Escape')
  await expect(search).toHaveValue('')
  await expect(rows(page)).toHaveCount(2)
  await page.keyboard.type('flowers')
  await press(page, page.getByRole('button', { name: 'Show all chats' }))
  await expect(rows(page)).toHaveCount(2)
  await expect(all).toBeFocused()
})

test('where the window is closed a template is chosen, filled in and sent', async ({
  owner: { page },
}) => {
  const api = ownersApi(page)
  await changeSettings(api, () => ({ inbox: { undoSeconds: 0 } }))
  // The first who asks has them fetched.
  const templates = () => api.ask<{ items: object[] }>('GET', '/api/chats/templates')
  await expect.poll(async () => (await templates()).items).not.toHaveLength(0)
  await page.goto('/chats')
  const meera = aCustomer(page, 'Meera')
  await meera.write('Is my order ready?', new Date(Date.now() - 2 * dayMs))
  const chat = await openFirst(page, 'Meera')

  const template = chat.getByRole('button', { name: /^answer_waiting/ })
  await press(page, template)
  await tabTo(page, chat.getByRole('textbox', { name: 'Blank 1' }))
  await page.keyboard.press('Control+a')
  await page.keyboard.type('Mrs Iyer')
  await expect(template).toContainText('Hi Mrs Iyer')
  await press(page, chat.getByRole('button', { name: /^Send (for|template)/ }))

  const sent = chat.getByRole('article', { name: 'Message from You' })
  await expect(sent).toContainText('Hi Mrs Iyer, we have an answer for you.')
  await expect(template).toBeFocused()
  await expect(sent.getByRole('img', { name: /Sent|Delivered|Read/ })).toBeVisible()
})

test('the templates of an open window are gone to, and left for the text again', async ({
  owner: { page },
}) => {
  await page.goto('/chats')
  const meera = aCustomer(page, 'Meera')
  await meera.write('Hello')
  const chat = await openFirst(page, 'Meera')
  const back = chat.getByRole('button', { name: 'Back to text' })

  await page.keyboard.press('t')
  await expect(back).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(chat.getByRole('textbox', { name: 'Reply' })).toBeFocused()
})

test('a chat is taken over, answered, given back, and saved for later', async ({
  owner: { page, phoneNumber },
}) => {
  const api = ownersApi(page)
  await changeSettings(api, () => ({
    assistant: { debounceSeconds: 1 },
    inbox: { undoSeconds: 0 },
  }))
  await createBookingJob(api, `${phoneNumber.slice(1)}@shop.example`)
  await page.goto('/chats')
  const ravi = aCustomer(page, 'Ravi')
  await ravi.write('Hello, a haircut please')
  const chat = await openFirst(page, 'Ravi')
  const assistants = chat.getByRole('article', { name: 'Message from Assistant' })
  await expect(assistants).toHaveCount(1)

  const takeOver = chat.getByRole('button', { name: 'Take over' })
  const giveBack = chat.getByRole('button', { name: 'Give back' })
  await press(page, takeOver)
  await expect(giveBack).toBeFocused()
  await page.keyboard.press('r')
  await page.keyboard.type('Asha will do it herself.')
  await page.keyboard.press('Enter')
  const reply = chat.getByRole('article', { name: 'Message from You' })
  await expect(reply.getByRole('img', { name: /Sent|Delivered|Read/ })).toBeVisible()
  await press(page, giveBack, 'Shift+Tab')
  await expect(takeOver).toBeFocused()
  await ravi.write('Tomorrow')
  await expect(assistants).toHaveCount(2)

  await page.keyboard.press('s')
  const save = page.getByRole('dialog', { name: 'Save for later' })
  await tabTo(page, save.getByLabel('Note'))
  await page.keyboard.type('Ask Asha')
  await press(page, save.getByRole('button', { name: /^In an hour/ }))
  await expect(chat.getByRole('button', { name: 'Saved for later' })).toBeFocused()
  await page.keyboard.press('Escape')
  await press(page, page.getByRole('button', { name: /^Saved/ }))
  await expect(page).toHaveURL(/view=saved/)
  await openFirst(page, 'Ravi')
  await expect(page.getByText('Ask Asha')).toBeVisible()
})

test('Escape leaves a chat in the same moment in which its panel has closed', async ({
  owner: { page },
}) => {
  await page.goto('/chats')
  await aCustomer(page, 'Ravi').write('Hello')
  const chat = await openFirst(page, 'Ravi')
  await page.keyboard.press('s')
  const save = page.getByRole('dialog', { name: 'Save for later' })
  await expect(save.getByLabel('Note')).toBeVisible()

  // Both at once, before the page hears that the panel has closed.
  await page.evaluate(() => {
    document.querySelector<HTMLElement>('[popover=auto]:popover-open')?.hidePopover()
    const escape = new KeyboardEvent('keydown', { key: 'Escape', bubbles: true })
    document.activeElement?.dispatchEvent(escape)
  })
  await expect(chat).toBeHidden()
})

test('a chat is saved as a file and sent by e-mail', async ({
  owner: { page, phoneNumber },
  context,
}) => {
  const api = ownersApi(page)
  const address = `${phoneNumber.slice(1)}@shop.example`
  await changeSettings(api, ({ smtp: { localInbox } }) => ({
    smtp: { ...localInbox, enabled: true, fromEmail: address },
  }))
  await page.goto('/chats')
  const ravi = aCustomer(page, 'Ravi')
  await ravi.write('Are you open tomorrow?')
  const chat = await openFirst(page, 'Ravi')
  const more = chat.getByRole('button', { name: 'More about this chat' })

  const exporting = page.getByRole('dialog', { name: 'Export chats' })
  const openExport = async () => {
    await press(page, more)
    await press(page, page.getByRole('menuitem', { name: 'Export this chat' }), 'ArrowDown')
    await expect(exporting).toBeVisible()
  }
  await openExport()
  await page.keyboard.press('Escape')
  await expect(exporting).toBeHidden()
  await expect(more).toBeFocused()
  await openExport()
  await tabTo(page, exporting.getByRole('combobox', { name: 'Format' }))
  await page.keyboard.type('JSON')
  const saved = page.waitForEvent('download')
  await press(page, exporting.getByRole('button', { name: 'Export' }))
  expect((await saved).suggestedFilename()).toMatch(/\.json$/)
  await press(page, exporting.getByRole('button', { name: 'Done' }), 'Shift+Tab')
  await expect(exporting).toBeHidden()
  await expect(more).toBeFocused()

  await page.keyboard.press('e')
  const letter = page.getByRole('dialog', { name: 'E-mail this chat' })
  await expect(letter.getByRole('textbox', { name: 'To', exact: true })).toBeFocused()
  await page.keyboard.type(address)
  await press(page, letter.getByRole('button', { name: 'Send e-mail' }))
  await expect(letter).toBeHidden()
  await expect(more).toBeFocused()
  await expect(chat.getByText(`E-mailed to ${address}`)).toBeVisible()

  const mail = await context.newPage()
  await mail.goto(`${simulatorOrigin}/simulator/mail`)
  await expect(
    mail.getByRole('link', { name: `Chat with Ravi` }).filter({ hasText: address }),
  ).toBeVisible()
})
