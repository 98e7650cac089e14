import { beforeAll, beforeEach, expect, test } from 'vitest'

import {
  openShop,
  saidIn,
  startAnswering,
  talkingProvider,
  turnOf,
  waitForQuiet,
} from '../../../test/assistant-api.ts'
import { readChat, receive, waitForStatus } from '../../../test/chat-api.ts'
import { setPreferences } from '../../../test/owner-preferences.ts'
import { useTestApi } from '../../../test/test-api.ts'
import { arabic } from '../../ai/phrases/arabic.ts'
import { english } from '../../ai/phrases/english.ts'
import { hindi } from '../../ai/phrases/hindi.ts'
import { spanish } from '../../ai/phrases/spanish.ts'

const api = useTestApi()
const ai = talkingProvider()

beforeAll(() => startAnswering(api, ai))
beforeEach(() => {
  ai.asked.length = 0
  ai.says(() => turnOf('Fine.'))
})

test.each([
  ['CANCEL', english],
  [' end\n', english],
  ['Quit', english],
  ['cancelar', spanish],
  ['रद्द करें', hindi],
  ['إلغاء', arabic],
])('%j ends the chat and nothing else; the next message begins another', async (word, phrases) => {
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
})

test.each(['please cancel', 'cancel.', 'the end', 'quitting'])(
  '%j is answered like anything else',
  async (text) => {
    const { owner } = await openShop(api)
    const { session } = await receive(owner, { text })
    await receive(owner, { text })
    await waitForQuiet(api, session.id, 1)
    expect((await readChat(owner, session.id)).session.status).toBe('active')
  },
)

test('a word that begins a chat, or that a question offers, is no end', async () => {
  const choice = { key: 'wish', label: 'Wish', type: 'select', required: true, order: 1 }
  const options = [
    { value: 'move', label: 'Move' },
    { value: 'cancel', label: 'Cancel' },
  ]
  const { owner } = await openShop(api, {
    job: { answerOnly: false, fields: [{ ...choice, options }] },
  })
  const { session } = await receive(owner, { text: 'CANCEL' })
  expect(session.status).toBe('active')
  const again = await receive(owner, { text: 'Cancel' })
  expect(again.session).toMatchObject({ id: session.id, status: 'active' })
  // Another word is not offered.
  expect((await receive(owner, { text: 'quit' })).session.status).toBe('closed')
})

test('the owner has words of his own for it, and the chat may be his', async () => {
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
