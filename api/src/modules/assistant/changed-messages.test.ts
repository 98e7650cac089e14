import { expect, test, vi } from 'vitest'

import { giveTo, runsOf, saidIn, turnOf, useAssistant } from '../../../test/assistant-api.ts'
import { day, inTime, name, need, openCollecting, ravi } from '../../../test/collecting-chat.ts'
import { waitForChat } from '../../../test/phone-api.ts'
import { answerTurn } from '../ai/rules/answer-turn.ts'

const { api, ai } = useAssistant(answerTurn)

// Of a later month, because a day of this one is over before long.
const soon = new Date(Date.now() + 40 * 24 * 60 * 60 * 1000)
const month = soon.toLocaleString('en', { month: 'long', timeZone: 'UTC' })
const [first, second, third] = [`10 ${month}`, `11 ${month}`, `12 ${month}`]
const dates = [10, 11, 12].map((number) => `${soon.toISOString().slice(0, 7)}-${number}`)

test('an answer changes with the message it was read from, and the assistant goes on with it', async () => {
  const { phones, say, chat, last } = await openCollecting(api)
  await say('Hello', 1)
  const { message } = await say(`On ${first} please`, 2)
  await say('A haircut', 3)

  await phones.change(ravi, message.id, `On ${second} please`)

  const { id, formData, unreadCount } = await chat(4)
  expect(formData.values).toMatchObject({
    day: dates[1],
    need: 'A haircut',
  })
  expect(formData.meta.day).toMatchObject({
    evidence: `On ${second}`,
    previous: [{ value: dates[0] }],
  })
  expect(ai.asked.at(-1)).toMatchObject({
    inbound: [{ text: `On ${second} please` }],
    isEdited: true,
    facts: [expect.stringMatching(/edited this message.*What is your name\?/)],
  })
  expect(await last(id)).toMatch(/What is your name\?$/)
  expect(unreadCount).toBe(3)
})

test('an edited message answers the question before it, not the current one', async () => {
  const { phones, say, chat, last } = await openCollecting(api, [need, name])
  await say('Hello', 1)
  const { message } = await say('A haircut', 2)

  await phones.change(ravi, message.id, 'A beard trim')

  const { id, formData } = await chat(3)
  expect(formData.values).toEqual({ need: 'A beard trim' })
  expect(await last(id)).toMatch(/What is your name\?$/)
})

/** Everything is answered, and the contact is asked whether it is right. */
async function openSummary() {
  const opened = await openCollecting(api, [day, name])
  await opened.say('Hello', 1)
  const { message } = await opened.say(first, 2)
  const { id } = await opened.say('Ravi', 3)
  expect(await opened.last(id)).toMatch(/10[^]*Is everything right\?$/)
  return { ...opened, message, id }
}

test('shows an edited answer again before it is confirmed', async () => {
  const { owner, phones, say, chat, last, message, id } = await openSummary()
  await phones.change(ravi, message.id, second)
  await chat(4)
  expect(await last(id)).toMatch(/11[^]*Is everything right\?$/)

  await say('yes', 5)
  // Nobody is asked any more: what is agreed stays, and the owner sees what the contact says now.
  await phones.change(ravi, message.id, third)
  await waitForChat(owner, ({ session }) =>
    expect(session).toMatchObject({
      status: 'completed',
      formData: {
        status: 'confirmed',
        values: { day: dates[1] },
        suggestions: [{ key: 'day', value: dates[2] }],
      },
    }),
  )
  expect(await runsOf(api, id)).toHaveLength(5)
})

test('asks again for an answer that an edit removed', async () => {
  const { phones, chat, last, message, id } = await openSummary()
  await phones.change(ravi, message.id, 'I do not know yet')
  const { formData } = await chat(4)
  expect(formData.values).toEqual({ name: 'Ravi' })
  expect(await last(id)).toMatch(/Which day\?$/)
})

test('starts the reply again when the message is edited meanwhile', async () => {
  const { phones, chat, last } = await openCollecting(api, [name])
  const thinking = Promise.withResolvers<void>()
  ai.says(async ({ inbound }) => {
    const text = inbound.map((message) => message.text).join(' ')
    if (text === 'Hello') await thinking.promise
    return turnOf(`You wrote ${text}.`)
  })
  const message = await phones.write(ravi, { text: 'Hello' })
  await vi.waitFor(() => expect(ai.asked).toHaveLength(1), inTime)
  await phones.change(ravi, message.id, 'Good morning')
  await vi.waitFor(() => expect(ai.asked).toHaveLength(2), inTime)
  thinking.resolve()
  const { id } = await chat(2)
  expect(await saidIn(api, id)).toHaveLength(1)
  expect(await last(id)).toMatch(/^You wrote Good morning\./)
})

test('in a chat of the owner an answer changes with its message, and the assistant stays silent', async () => {
  const { owner, phones, say } = await openCollecting(api)
  await say('Hello', 1)
  const { message, id } = await say(first, 2)
  await giveTo(owner, id, 'owner')

  await phones.change(ravi, message.id, second)

  const { session } = await waitForChat(owner, ({ session: chat }) =>
    expect(chat.formData.values.day).toBe(dates[1]),
  )
  expect(session).toMatchObject({ handler: 'owner', handlerReason: 'owner_takeover' })
  expect(await runsOf(api, id)).toHaveLength(2)
})

test('does not reply to an edit without a change, or of an old message without an answer', async () => {
  const { owner, phones, say } = await openCollecting(api, [day, name])
  const opening = await say('Hello', 1)
  const { id, message } = await say(first, 2)

  await phones.change(ravi, message.id, `${first}.`)
  await phones.change(ravi, opening.message.id, 'Hello there')

  await waitForChat(owner, ({ items }) =>
    expect(items.filter(({ editedAt }) => editedAt !== undefined)).toHaveLength(2),
  )
  expect(await runsOf(api, id)).toHaveLength(2)
})

test('editing a message to STOP ends the messages', async () => {
  const { owner, phones, say } = await openCollecting(api, [day])
  const { message } = await say('STO', 1)
  await phones.change(ravi, message.id, 'STOP')
  const { session } = await waitForChat(owner, ({ session: chat }) =>
    expect(chat).toMatchObject({ status: 'closed', closeReason: 'opted_out' }),
  )
  expect(session.contact.optedOutAt).toEqual(expect.any(String))
})

test('removes the answers of a deleted message, and asks for them when the contact writes', async () => {
  const { owner, phones, say, chat, last } = await openCollecting(api, [day, name])
  await say('Hello', 1)
  const { message, id } = await say(`${first}, that is a secret`, 2)

  await phones.change(ravi, message.id)

  await waitForChat(owner, ({ session }) => expect(session.formData.values).toEqual({}))
  expect(await runsOf(api, id)).toHaveLength(2)
  const shown = await waitForChat(owner, () => {})
  const replies = shown.items.map(({ ai: how }) => how?.extracted)
  expect(JSON.stringify([shown.session.formData, replies])).not.toContain(first)
  await say('I am Ravi', 3)
  const { formData } = await chat(3)
  expect(formData.values).toEqual({ name: 'Ravi' })
  expect(await last(id)).toMatch(/Which day\?$/)
  expect(JSON.stringify(ai.asked.at(-1))).not.toContain(first)
})

test('does not reply to a message that is deleted meanwhile', async () => {
  const { phones, chat } = await openCollecting(api, [name])
  const thinking = Promise.withResolvers<void>()
  ai.says(async () => {
    await thinking.promise
    return turnOf('You wrote something.')
  })
  const message = await phones.write(ravi, { text: 'Hello' })
  await vi.waitFor(() => expect(ai.asked).toHaveLength(1), inTime)
  await phones.change(ravi, message.id)
  const { id } = await chat(2)
  thinking.resolve()
  expect((await runsOf(api, id)).map(({ stopReason }) => stopReason)).toEqual([
    'newer_message',
    'nothing_to_read',
  ])
  expect(await saidIn(api, id)).toEqual([])
})
