import { expect, test, vi } from 'vitest'

import { runsOf, useAssistant } from '../../../test/assistant-api.ts'
import { inTime, name, openCollecting, ravi } from '../../../test/collecting-chat.ts'
import { waitForChat } from '../../../test/phone-api.ts'
import type { Person } from '../../../test/test-api.ts'
import { answerTurn } from '../ai/rules/answer-turn.ts'

const { api } = useAssistant(answerTurn)

/** A chat whose contact is asked whether everything is right. */
async function openQuestion() {
  const opened = await openCollecting(api, [name])
  await opened.say('Hello', 1)
  await opened.say('I am Ravi', 2)
  const question = await vi.waitFor(async () => {
    const message = (await opened.phones.chatWith(ravi)).messages.at(-1)
    expect(message.text).toMatch(/Is everything right\?$/)
    return message
  }, inTime)
  const react = (text: string, replyTo: string = question.id) =>
    opened.phones.write(ravi, { type: 'reaction', text, replyTo })
  return { ...opened, react }
}

test.each(['👍🏽', '❤️'])(
  '%s as a reaction to the summary confirms it',
  async (sign) => {
    const { owner, react } = await openQuestion()
    await react(sign)
    await waitForChat(owner, ({ session }) => expect(session.status).toBe('completed'))
  },
  90_000,
)

test('a thumbs-down is a no, a removed reaction nothing, and the last reaction counts', async () => {
  const { owner, react, chat, last } = await openQuestion()
  await react('👎🏾')
  const { id } = await chat(3)
  expect(await last(id)).toMatch(/What should I change\?/)
  await react('')
  // Both at once may come in either order.
  await waitForChat(owner, ({ session, items }) => {
    expect(items.filter(({ reaction }) => reaction !== undefined)).toEqual([])
    expect(session.status).toBe('active')
  })
  await react('👍')
  await waitForChat(owner, ({ session }) => expect(session.status).toBe('completed'))
})

test('ignores a reaction to another message, or to a summary that has changed since', async () => {
  const { owner, phones, react, chat } = await openQuestion()
  const { messages } = await phones.chatWith(ravi)
  await react('👍', messages[0].id)
  await react('👍', messages[1].id)
  await react('🎉')
  const { id } = await chat(2)
  await fillIn(owner, id, { name: 'Neha' })
  await react('👍')
  await waitForChat(owner, ({ items }) => {
    expect(items.map(({ reaction }) => reaction)).toEqual(['👍', '👍', undefined, '👍'])
  })
  expect(await runsOf(api, id)).toHaveLength(2)
})

async function fillIn(owner: Person, id: string, formData: object): Promise<void> {
  const path = `/api/chats/sessions/${id}/form-data`
  expect((await owner.call('PUT', path, { body: { formData } })).status).toBe(200)
}

test('shows the contact what the owner entered before a yes completes the chat', async () => {
  const { owner, say, last } = await openCollecting(api, [name, ['people', 'integer']])
  await say('Hi', 1)
  const { id } = await say('I am Asha', 2)
  for (const people of [4, 5]) {
    await fillIn(owner, id, { people })
    await say('yes', people - 1)
    expect(await last(id)).toMatch(new RegExp(`people: ${people}\\nIs everything right\\?$`))
  }

  await say('yes', 5)
  const { session } = await waitForChat(owner, () => {})
  expect(session).toMatchObject({ status: 'completed', formData: { status: 'confirmed' } })
})
