import type { MessageList, SessionList } from '@errand/contract/chats/session'
import type { Page } from 'playwright/test'

import { aContact, createBookingJob } from '../support/contacts.ts'
import { expectAccessible, expectNoSidewaysScrolling, press, tabTo } from '../support/pages.ts'
import { origin, simulatorOrigin } from '../support/product.ts'
import { expect, expectLive, signInByApi, test, type OwnersApi } from '../support/test.ts'

const dayMs = 24 * 60 * 60 * 1000

const region = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const replyBox = (page: Page) => page.getByRole('textbox', { name: 'Reply' })

test('a contact writes, and the owner answers by keyboard alone', async ({
  owner: { page, api },
}) => {
  await api.changeSettings(() => ({ inbox: { undoSeconds: 5 } }))
  await page.goto('/chats')
  await expect(page.getByRole('heading', { name: 'No chats yet' })).toBeVisible()
  await expectLive(page)
  const ravi = aContact(api, 'Ravi')
  await ravi('Are you open tomorrow?')
  const row = page.getByRole('link', { name: /Ravi/ })
  // By the stream: without it the page would ask only every twenty seconds.
  await expect(row.getByRole('img', { name: '1 unread message' })).toBeVisible()

  await page.keyboard.press('j')
  const thread = region(page, 'Ravi')
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
  await ravi('Thank you!')
  const log = page.getByRole('log', { name: 'New messages from Ravi' })
  await expect(log.getByText(/Thank you!/)).toBeAttached()
})

test('an undone reply returns to the box, and replies written offline are sent once the network is back', async ({
  owner: { page, api },
  plantedFailures,
}) => {
  // The reload interrupts the undo, which is repeated.
  plantedFailures.push('/api/chats/messages/')
  // The longest there is: Undo has to be reached in time on a busy machine too.
  await api.changeSettings(() => ({ inbox: { undoSeconds: 10 } }))
  await page.goto('/chats')
  await aContact(api, 'Ravi')('Hello')
  await page.getByRole('link', { name: /Ravi/ }).click()
  const box = replyBox(page)
  const replies = page.getByRole('article', { name: 'Message from You' })
  await box.fill('This is for somebody else')
  await box.press('Enter')
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(box).toHaveValue('This is for somebody else')
  await page.reload()
  await expect(box).toHaveValue('This is for somebody else')
  await expect(replies).toHaveCount(0)

  await page.context().setOffline(true)
  await expect(page.getByText('You are offline.')).toBeVisible()
  for (const text of ['One', 'Two']) {
    await box.fill(text)
    await box.press('Enter')
  }
  await expect(page.getByText('Waiting for network')).toHaveCount(2)
  await page.context().setOffline(false)
  await expect(page.getByText('Waiting for network')).toHaveCount(0)
  await expect(page.getByText('You are offline.')).toBeHidden()
  await page.reload()
  await expect(replies).toContainText(['One', 'Two'])
})

test('with a closed window a template is sent by keyboard, and the contact’s next message opens it', async ({
  owner: { page, api },
}) => {
  await api.changeSettings(() => ({ inbox: { undoSeconds: 0 } }))
  // Else the chat ends by itself as soon as its window is closed.
  await createBookingJob(api, 'asha@shop.example', { idleCloseMinutes: 7 * 24 * 60 })
  // The first request makes the api fetch them.
  const templates = () => api.ask<{ items: object[] }>('GET', '/api/chats/templates')
  await expect.poll(async () => (await templates()).items).not.toHaveLength(0)
  await page.goto('/chats')
  const meera = aContact(api, 'Meera')
  await meera('Is my order ready?', new Date(Date.now() - 2 * dayMs))
  await expect(page.getByRole('link', { name: /Meera/ })).toBeVisible()
  await page.keyboard.press('j')
  const chat = region(page, 'Meera')
  await expect(chat.getByText('Meera last wrote more than 24 hours ago')).toBeVisible()
  await expect(replyBox(page)).toHaveCount(0)
  await expectAccessible(page)

  const template = chat.getByRole('button', { name: /^Answer waiting/ })
  await press(page, template)
  await tabTo(page, chat.getByRole('textbox', { name: 'Value 1' }))
  await page.keyboard.press('Control+a')
  await page.keyboard.type('Mrs Iyer')
  await press(page, chat.getByRole('button', { name: /^Send (for|template)/ }))
  const sent = chat.getByRole('article', { name: 'Message from You' })
  await expect(sent).toContainText('Hi Mrs Iyer, we have an answer for you.')
  await expect(sent.getByRole('img', { name: /Sent|Delivered|Read/ })).toBeVisible()

  await expectLive(page)
  await meera('Hello?')
  const message = chat.getByRole('article', { name: 'Message from Meera' })
  await expect(message.filter({ hasText: 'Hello?' })).toBeVisible()
  await expect(replyBox(page)).toBeVisible()
})

test('a chat is exported and e-mailed by keyboard', async ({
  owner: { page, phoneNumber, api },
}) => {
  const address = `${phoneNumber.slice(1)}@shop.example`
  await api.changeSettings(({ smtp: { localInbox } }) => ({
    smtp: { ...localInbox, enabled: true, fromEmail: address },
  }))
  await page.goto('/chats')
  await aContact(api, 'Ravi')('Are you open tomorrow?')
  await expect(page.getByRole('link', { name: /Ravi/ })).toBeVisible()
  await page.keyboard.press('j')
  const chat = region(page, 'Ravi')
  await expect(chat.getByRole('article', { name: 'Message from Ravi' })).toBeVisible()
  const more = chat.getByRole('button', { name: 'More about this chat' })
  await press(page, more)
  await tabTo(page, page.getByRole('menuitem', { name: 'Export this chat' }), 'ArrowDown')
  await page.keyboard.press('Enter')
  const exporting = page.getByRole('dialog', { name: 'Export chats' })
  await tabTo(page, exporting.getByRole('combobox', { name: 'Format' }))
  await page.keyboard.type('JSON')
  const saved = page.waitForEvent('download')
  await press(page, exporting.getByRole('button', { name: 'Export' }))
  expect((await saved).suggestedFilename()).toMatch(/\.json$/)
  await page.keyboard.press('Escape')
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
  await page.goto(`${simulatorOrigin}/simulator/mail`)
  const letters = page.getByRole('link', { name: 'Chat with Ravi' })
  await expect(letters.filter({ hasText: address })).toBeVisible()
})

test('on a phone the inbox shows one pane at a time, and the focus follows', async ({
  owner: { page, api },
}) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto('/chats')
  const name = 'श्रीमती लक्ष्मी वेंकटेश्वरन् अय्यर 🌸'
  await aContact(api, name)('नमस्ते')
  const row = page.getByRole('link', { name: /लक्ष्मी/ })
  await row.press('Enter')
  await expect(replyBox(page)).toBeVisible()
  await expect(page.getByRole('searchbox')).toHaveCount(0)
  await expect(region(page, name)).toBeFocused()
  await expectAccessible(page)
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeHidden()
  const messages = await region(page, `Messages with ${name}`).boundingBox()
  expect(messages?.height, 'the messages have most of the screen').toBeGreaterThanOrEqual(480)
  await page.keyboard.press('Escape')
  await expect(row).toBeFocused()
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible()
  // The list is shown before the router has gone back to it.
  await expect(page).toHaveURL(/\/chats$/)

  await page.keyboard.press('Enter')
  await expect(replyBox(page)).toBeVisible()
  await page.getByRole('button', { name: /लक्ष्मी/ }).click()
  const details = page.getByRole('dialog', { name: 'Details' })
  await expect(details).toBeVisible()
  await expectAccessible(page)
  await page.goBack()
  await expect(details).toHaveCount(0)
  await page.goBack()
  await expect(page.getByRole('searchbox')).toBeVisible()
  await expectNoSidewaysScrolling(page)
})

/** The rows of the inbox from the top, and the messages of the open chat. */
async function readInbox(page: Page, name: string) {
  const list = page.getByRole('list', { name: 'Chats' })
  const rows = (await list.ariaSnapshot()).split('- listitem').slice(1)
  return {
    rows: rows.map((row) => {
      const [, who, mark] = /Mark (.+) as (read|unread)"/.exec(row) ?? []
      return { who, isUnread: mark === 'read', isSaved: row.includes(' from saved"') }
    }),
    articles: await region(page, name).getByRole('article').allInnerTexts(),
    isOwners: await region(page, name)
      .getByRole('button', { name: 'Hand back to assistant' })
      .isVisible(),
  }
}

/** Both browsers show the same, and it equals the state of the api. */
async function expectSameState([one, other]: [Page, Page], api: OwnersApi, name: string) {
  for (const page of [one, other]) {
    await page.getByRole('list', { name: 'Chats' }).getByRole('link', { name }).first().click()
    await page.mouse.move(2, 2)
  }
  let id: string | undefined
  await expect(async () => {
    // Fetched each time: some changes of a page, such as marking as read, come later.
    const { items } = await api.ask<SessionList>('GET', '/api/chats/sessions')
    const open = items.find(({ contact }) => contact.name === name)
    id = open?.id
    const seen = await readInbox(one, name)
    expect(await readInbox(other, name)).toEqual(seen)
    expect(seen.rows).toEqual(
      items.map(({ contact, unreadCount, savedForLater }) => ({
        who: contact.name,
        isUnread: unreadCount > 0,
        isSaved: savedForLater,
      })),
    )
    expect(seen.isOwners).toBe(open?.handler === 'owner')
  }).toPass()
  const messages = `/api/chats/sessions/${id}/messages?limit=20`
  return (await api.ask<MessageList>('GET', messages)).items.map(({ text }) => text)
}

test('two browsers of one account show the same state', async ({ owner, browser }) => {
  const { page: one, api, phoneNumber } = owner
  await api.changeSettings(() => ({ inbox: { undoSeconds: 10 } }))
  await createBookingJob(api, 'asha@shop.example')
  const [ravi, meera] = [aContact(api, 'Ravi'), aContact(api, 'Meera')]
  await ravi('Hello')
  await meera('Hello')
  const other = await (await browser.newContext()).newPage()
  await signInByApi(other, phoneNumber, origin)
  const both: [Page, Page] = [one, other]
  for (const page of both) {
    await page.goto('/chats')
    await expectLive(page)
    await page.getByRole('link', { name: /Ravi/ }).click()
  }
  const say = async (page: Page, text: string, mode: 'Reply' | 'Note' = 'Reply') => {
    await page.getByRole('radio', { name: mode }).check()
    const box = page.getByRole('textbox', { name: mode })
    await box.fill(text)
    await box.press('Enter')
  }

  await say(one, 'Taken back')
  const takenBack = one.waitForResponse((answer) => answer.request().method() === 'DELETE')
  await one.getByRole('button', { name: 'Undo' }).click()
  await takenBack
  await say(one, 'Only we see it', 'Note')
  await other.getByRole('button', { name: /^Save Ravi / }).click()
  await other.getByRole('button', { name: 'Take over' }).click()
  await ravi('Is Asha in today?')
  await expect(region(one, 'Ravi').getByText('Is Asha in today?').first()).toBeVisible()
  expect(await expectSameState(both, api, 'Ravi')).not.toContain('Taken back')

  // While one of them has no network.
  await one.context().setOffline(true)
  await say(one, 'Written offline')
  await region(other, 'Ravi').getByRole('button', { name: 'Hand back to assistant' }).click()
  await other.getByRole('button', { name: /^Mark Meera as/ }).click()
  await one.context().setOffline(false)
  await expect(region(other, 'Ravi').getByText('Written offline').first()).toBeVisible()
  expect(await expectSameState(both, api, 'Ravi')).toContain('Written offline')
  await other.context().close()
})
