import { beforeAll, expect, test } from 'vitest'

import {
  openShop,
  startAnswering,
  talkingProvider,
  textField,
  turnOf,
  waitForQuiet,
} from '../../test/assistant-api.ts'
import { receive } from '../../test/chat-api.ts'
import { useTestApi } from '../../test/test-api.ts'

const api = useTestApi()
const ai = talkingProvider()
beforeAll(() => startAnswering(api, ai))

const job = { answerOnly: false, fields: [textField('dish', false, 0), textField('code', true, 1)] }

test('in a new chat the model is told whose it is and what the one before was about', async () => {
  const { owner } = await openShop(api, { job })
  const write = async (text: string, from = '+919800000001') => {
    const { session } = await receive(owner, { text, from, name: 'Ravi' })
    await waitForQuiet(api, session.id)
    return { session, customer: ai.asked.at(-1)?.customer }
  }
  ai.says(() =>
    turnOf('Fine.', {
      fields: { dish: 'Dosa', code: '4711' },
      evidence: { dish: 'Dosa', code: '4711' },
    }),
  )
  const first = await write('Dosa please, 4711. Do you deliver?')
  expect(first.customer).toEqual({ name: 'Ravi' })
  await owner.call('POST', `/api/chats/sessions/${first.session.id}/close`)

  const second = await write('Hello again')
  expect(second.session.id).not.toBe(first.session.id)
  expect(second.customer).toEqual({ name: 'Ravi', lastChat: 'dish: Dosa\ncode: •••' })
  // Nobody hears of others.
  expect((await write('Hello', '+919800000002')).customer).toEqual({ name: 'Ravi' })
})
