import { beforeAll, expect, test, vi } from 'vitest'

import { runsOf, startAnswering } from '../../test/assistant-api.ts'
import { inTime, name, openCollecting, ravi } from '../../test/collecting-chat.ts'
import { waitForChat } from '../../test/phone-api.ts'
import { useTestApi } from '../../test/test-api.ts'
import { scriptedProvider } from '../ai/scripted/scripted-provider.ts'

const api = useTestApi()
beforeAll(() => startAnswering(api, scriptedProvider))

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

test.each(['👍', '👍🏽', '✅', '👌', '❤️'])(
  '%s to the question whether all is right is a yes',
  async (sign) => {
    const { owner, react } = await openQuestion()
    await react(sign)
    await waitForChat(owner, ({ session }) => expect(session.status).toBe('completed'))
  },
  90_000,
)

test('a thumb down is a no, one that is taken away is nothing, and the last one counts', async () => {
  const { owner, react, chat, last } = await openQuestion()
  await react('👎🏾')
  const { id } = await chat(3)
  expect(await last(id)).toMatch(/What should I change\?/)
  await react('')
  await waitForChat(owner, ({ session }) => expect(session.status).toBe('active'))
  await react('👍')
  await waitForChat(owner, ({ session }) => expect(session.status).toBe('completed'))
})

test('a reaction to anything else says nothing, nor one to a question that has changed since', async () => {
  const { owner, phones, react, chat } = await openQuestion()
  const { messages } = await phones.chatWith(ravi)
  await react('👍', messages[0].id)
  await react('👍', messages[1].id)
  await react('🎉')
  const { id } = await chat(2)
  const body = { formData: { name: 'Neha' } }
  await owner.call('PUT', `/api/chats/sessions/${id}/form-data`, { body })
  await react('👍')
  await waitForChat(owner, ({ items, session }) => {
    expect(items.filter(({ type }) => type === 'reaction')).toHaveLength(4)
    expect(session.status).toBe('active')
  })
  expect(await runsOf(api, id)).toHaveLength(2)
})
