import { beforeAll, expect, test } from 'vitest'

import {
  openShop,
  startAnswering,
  talkingProvider,
  turnOf,
  waitForQuiet,
} from '../../../test/assistant-api.ts'
import { readChat, receive, waitForStatus } from '../../../test/chat-api.ts'
import { useTestApi } from '../../../test/test-api.ts'

const api = useTestApi()
const ai = talkingProvider()
beforeAll(() => startAnswering(api, ai))

const tapped = (text: string, more: object = {}) => ({ type: 'interactive', text, ...more })

test('a button of a template that says so stops the messages, or ends the chat', async () => {
  const { owner } = await openShop(api)
  const { session } = await receive(owner)
  await receive(owner, tapped('Cancel'))
  expect((await readChat(owner, session.id)).session).toMatchObject({ endedByContact: true })

  const stopped = await receive(owner, tapped('STOP'))
  expect(stopped.session.contact.optedOutAt).toEqual(expect.any(String))
})

test.each(['Stop', 'Cancel'])('%s as a choice of ours is an answer', async (text) => {
  const labels = [text, 'Go on']
  const options = labels.map((label) => ({ value: label.toLowerCase(), label }))
  const field = { key: 'way', label: 'Way', type: 'select', required: true, order: 0, options }
  const fields = [{ ...field, question: 'Which way?' }]
  const { owner } = await openShop(api, { job: { answerOnly: false, fields } })
  ai.says(() => turnOf('Which way?'))
  const { session } = await receive(owner)
  await waitForQuiet(api, session.id)
  const { items } = await readChat(owner, session.id)
  const asked = await waitForStatus(owner, session.id, items.at(-1).id, 'delivered')
  expect(asked.choices.options.map(({ title }: { title: string }) => title)).toEqual(labels)

  const answer = await receive(owner, tapped(text, { replyToProviderId: asked.providerId }))
  expect(answer.session).toMatchObject({ id: session.id, status: 'active' })
  expect(answer.session.contact).not.toHaveProperty('optedOutAt')
})

test.each([
  ['Baja', ['Alta', 'Baja'], false],
  ['Alta', ['Alta', 'Baja'], false],
  ['baja por favor', ['Alta', 'Baja'], true],
  ['BAJA', ['Large', 'Small'], true],
  ['Stop.', ['Stop', 'Go on'], true],
  ['Alto!', ['Alto', 'Bajo'], false],
  ['बस।', ['बस', 'ट्रेन'], false],
  ['बस', ['Large', 'Small'], true],
  ['बंद करो।', ['Large', 'Small'], true],
  ['don’t stop', ['Large', 'Small'], false],
])('%j, where %j are offered, stops the messages: %s', async (text, labels, isStopped) => {
  const options = labels.map((label) => ({ value: label.toLowerCase(), label }))
  const field = { key: 'way', label: 'Way', type: 'select', required: true, order: 0, options }
  const { owner } = await openShop(api, { job: { answerOnly: false, fields: [field] } })
  ai.says(() => turnOf('Which way?'))
  await receive(owner)

  const { session } = await receive(owner, { text })

  expect(session.contact.optedOutAt !== undefined).toBe(isStopped)
  expect(session.status).toBe(isStopped ? 'closed' : 'active')
})
