import { expect, test, vi } from 'vitest'

import { useAssistant, waitForQuiet } from '../../../../test/assistant-api.ts'
import { inTime, name, need, openCollecting, ravi } from '../../../../test/collecting-chat.ts'
import { waitForChat } from '../../../../test/phone-api.ts'
import { answerTurn } from '../../ai/rules/answer-turn.ts'

const { api, ai } = useAssistant(answerTurn)

type Items = { direction: string; type: string; text: string }[]

/** The texts sent to the contact. */
const sent = (items: Items) =>
  items.flatMap(({ direction, type, text }) =>
    direction === 'out' && type !== 'event' ? text : [],
  )

const asked = 'Hello!\nWhat is your name?'

/** A chat in which the contact was asked for the name. */
async function openAsked() {
  const opened = await openCollecting(api, [name, need])
  const { id } = await opened.say('Hello', 1)
  const send = (type: string, text = '') => opened.phones.write(ravi, { type, text })
  const waitFor = (length: number) =>
    waitForChat(opened.owner, ({ items }) => expect(items).toHaveLength(length))
  return { ...opened, id, send, waitFor }
}

test('a catalog order is handed over to the owner and not read as an answer', async () => {
  const { send, waitFor } = await openAsked()
  await send('order', 'Please gift wrap')

  const { session, items } = await waitFor(4)
  expect(items[2].text).toBe(
    '1 × CAKE-1KG · 900 INR\n2 × CANDLES · 60 INR\n= 1020 INR\nPlease gift wrap',
  )
  expect(sent(items)).toEqual([
    asked,
    'Thank you for your order. We will check it and get back to you.',
  ])
  expect(session).toMatchObject({ handler: 'owner', formData: { values: {} } })
  expect(session.attention).toEqual(expect.arrayContaining(['unread', 'handoff']))
})

test('a contact who opens the chat is greeted and asked the first question, once', async () => {
  const { phones, owner } = await openCollecting(api, [name])
  await phones.write(ravi, { type: 'welcome', text: '' })
  const { session, items } = await waitForChat(owner, ({ items: all }) =>
    expect(all).toHaveLength(2),
  )
  await waitForQuiet(api, session.id)
  expect(sent(items)).toEqual([asked])
  expect(session).toMatchObject({ unreadCount: 0, window: { open: true } })

  await phones.write(ravi, { type: 'welcome', text: '' })
  await waitForChat(owner, ({ items: all }) => expect(all).toHaveLength(3))
  await phones.write(ravi, { text: 'Ravi Kumar' })
  const chat = await waitForChat(owner, ({ items: all }) => expect(all).toHaveLength(5))
  expect(chat.session.formData.values).toEqual({ name: 'Ravi Kumar' })
})

test.each(['poll_creation', 'view_once', 'channel_post', 'unsupported'])(
  'after a message of kind %s the contact is asked for text, once',
  async (kind) => {
    const { send, waitFor, phones } = await openAsked()
    await send(kind)
    await waitFor(4)
    await send(kind)
    const { items } = await waitFor(5)

    const words = 'I cannot see that kind of message. Please write it in words.'
    expect(sent(items)).toEqual([asked, words])
    await phones.write(ravi, { text: 'Ravi Kumar' })
    const { session } = await waitFor(7)
    expect(session.formData.values).toEqual({ name: 'Ravi Kumar' })
  },
)

test.each(['product', 'call_permission', 'identity_changed', 'unknown', 'text_in_group'])(
  'a message of kind %s is not an answer, and no question is repeated because of it',
  async (kind) => {
    const { send, phones, waitFor } = await openAsked()
    await send(kind, 'Ravi')
    await phones.write(ravi, { text: 'Ravi Kumar' })
    const isShown = kind !== 'text_in_group'
    const { session, items } = await waitFor(isShown ? 5 : 4)

    expect(sent(items)).toEqual([asked, expect.stringContaining('What do you need?')])
    expect(session.formData.values).toEqual({ name: 'Ravi Kumar' })
  },
)

test('a submitted WhatsApp form answers the questions', async () => {
  const { send, owner } = await openAsked()
  await send('form', 'Name: Rita Kumar\nNeed: A haircut')

  await vi.waitFor(async () => {
    const { session } = await waitForChat(owner, () => {})
    expect(session.formData.values).toEqual({ name: 'Rita Kumar', need: 'A haircut' })
  }, inTime)
})

test('the assistant is given the ad or the product that a message is about', async () => {
  const { send, waitFor, id } = await openAsked()
  await send('text_from_ad', 'Hi, I saw this')
  await waitFor(4)
  await send('text_about_product', 'Is this available?')
  await waitFor(6)
  await waitForQuiet(api, id)

  expect(ai.asked.slice(1).map(({ inbound }) => inbound.map(({ about }) => about))).toEqual([
    [{ kind: 'ad', name: 'Summer sale' }],
    [{ kind: 'product', name: 'CAKE-1KG' }],
  ])
})
