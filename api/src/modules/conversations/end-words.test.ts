import { expect, test } from 'vitest'

import {
  asking,
  openShop,
  saidIn,
  turnOf,
  useAssistant,
  waitForQuiet,
} from '../../../test/assistant-api.ts'
import { readChat, receive, waitForStatus } from '../../../test/chat-api.ts'
import { setPreferences } from '../../../test/owner-preferences.ts'
import arabic from '../phrases/ar.json' with { type: 'json' }
import hindi from '../phrases/hi.json' with { type: 'json' }
import { english } from '../phrases/phrases.ts'

const { api, ai } = useAssistant(() => turnOf('Fine.'))

/** A shop whose question offers these answers. */
function openChoice(labels: string[]) {
  const options = labels.map((label) => ({ value: label.toLowerCase(), label }))
  ai.says(() => turnOf('Which way?'))
  return openShop(api, { job: asking(['way', 'select', { question: 'Which way?', options }]) })
}

test.each([
  ['CANCEL', english],
  [' end\n', english],
  ['रद्द करें', hindi],
  ['إلغاء', arabic],
])(
  '%j ends the chat without opting out, and the next message starts another',
  async (word, phrases) => {
    const { owner } = await openShop(api)
    const first = await receive(owner, { text: 'A table for two' })
    await waitForQuiet(api, first.session.id)

    const ended = await receive(owner, { text: word })

    const { session, items } = await readChat(owner, first.session.id)
    expect(ended.session.id).toBe(first.session.id)
    expect(session).toMatchObject({ status: 'closed', endedByContact: true, run: 'idle' })
    expect(session.closeReason).toBeUndefined()
    expect(session.contact.optedOutAt).toBeUndefined()
    expect(items.slice(-2)).toMatchObject([
      { author: 'contact', text: word },
      { author: 'system', text: phrases.chatEnded },
    ])
    const told = await waitForStatus(owner, session.id, items.at(-1).id, 'delivered')
    expect(told.billed).toBeUndefined()
    expect(ai.asked).toHaveLength(1)

    const next = await receive(owner, { text: 'A table for three' })
    expect(next.session.id).not.toBe(session.id)
    await waitForQuiet(api, next.session.id)
    expect(await saidIn(api, next.session.id)).toEqual(['Fine.'])
  },
)

test('an end word does not end the chat in a sentence, as the first message or as an offered answer', async () => {
  const { owner } = await openChoice(['Move', 'Cancel'])
  const { session } = await receive(owner, { text: 'CANCEL' })
  expect(session.status).toBe('active')
  for (const text of ['Cancel', 'please cancel', 'the end', 'quitting']) {
    const again = await receive(owner, { text })
    expect(again.session).toMatchObject({ id: session.id, status: 'active' })
  }
  // Another word is not offered.
  expect((await receive(owner, { text: 'quit' })).session.status).toBe('closed')
})

test('an end word also ends the owner’s chat, with the owner’s own message', async () => {
  const { owner, ownerId } = await openShop(api)
  const { session } = await receive(owner, { text: 'Hello' })
  await owner.call('POST', `/api/chats/sessions/${session.id}/handler`, {
    body: { handler: 'owner' },
  })
  await setPreferences(api.database.queries, ownerId, { assistant: { endedMessage: 'Bye!' } })
  await receive(owner, { text: 'END' })
  const chat = await readChat(owner, session.id)
  expect(chat.session).toMatchObject({ status: 'closed', handler: 'none' })
  expect(chat.items.at(-1)).toMatchObject({ author: 'system', text: 'Bye!' })
})

const tapped = (text: string, more: object = {}) => ({ type: 'interactive', text, ...more })

test('a template button labelled Cancel ends the chat, and one labelled STOP opts out', async () => {
  const { owner } = await openShop(api)
  const { session } = await receive(owner)
  await receive(owner, tapped('Cancel'))
  expect((await readChat(owner, session.id)).session).toMatchObject({ endedByContact: true })

  const stopped = await receive(owner, tapped('STOP'))
  expect(stopped.session.contact.optedOutAt).toEqual(expect.any(String))
})

test.each(['Stop', 'Cancel'])('%s as an offered choice is an answer', async (text) => {
  const labels = [text, 'Go on']
  const { owner } = await openChoice(labels)
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
  ['baja por favor', ['Alta', 'Baja'], true],
  ['BAJA', ['Large', 'Small'], true],
  ['Stop.', ['Stop', 'Go on'], true],
  ['Alto!', ['Alto', 'Bajo'], false],
  ['बस।', ['बस', 'ट्रेन'], false],
  ['बस', ['Large', 'Small'], true],
])('%j, where %j are offered, opts out: %s', async (text, labels, isStopped) => {
  const { owner } = await openChoice(labels)
  await receive(owner)

  const { session } = await receive(owner, { text })

  expect(session.contact.optedOutAt !== undefined).toBe(isStopped)
  expect(session.status).toBe(isStopped ? 'closed' : 'active')
})
