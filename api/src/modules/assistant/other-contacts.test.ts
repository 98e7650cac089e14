import { expect, test } from 'vitest'

import {
  asking,
  openShop,
  runsOf,
  saidIn,
  turnOf,
  useAssistant,
  waitForQuiet,
} from '../../../test/assistant-api.ts'
import { receive } from '../../../test/chat-api.ts'
import type { Person } from '../../../test/test-api.ts'

const { api, ai } = useAssistant(() => turnOf('Fine.'))

/** What is sent to a contact who writes this. */
async function answerTo(owner: Person, incoming: { from: string; name: string; text?: string }) {
  const { session } = await receive(owner, incoming)
  await waitForQuiet(api, session.id)
  const [run] = await runsOf(api, session.id)
  return { said: await saidIn(api, session.id), removed: run?.result?.removed }
}

const kavita = { from: '+919800000201', name: 'Kavita Deshpande' }
const ravi = { from: '+919800000202', name: 'Ravi Kumar' }

test('a model is shown nothing of the chats of other contacts', async () => {
  const { owner } = await openShop(api, {
    job: {
      ...asking(['email', 'email'], ['day', 'datetime']),
      behaviour: { booking: { minutes: 60, capacity: 1 } },
    },
  })
  ai.says(() =>
    turnOf('Noted.', {
      fields: { email: 'kavita@mail.example', day: '2031-11-27T15:00' },
      evidence: { email: 'kavita@mail.example', day: '27 November 2031 at 3 pm' },
    }),
  )
  const text = 'kavita@mail.example, 27 November 2031 at 3 pm, for my divorce party'
  await answerTo(owner, { ...kavita, text })
  ai.says(() => turnOf('Noted.'))
  await answerTo(owner, ravi)
  const { session } = await receive(owner, { ...ravi, text: 'Are you there?' })
  await waitForQuiet(api, session.id, 2)

  const [first, , second] = ai.asked.map((request) => JSON.stringify(request))
  for (const secret of ['Kavita', 'kavita@mail.example', 'divorce']) {
    expect(first).toContain(secret)
    expect(second).not.toContain(secret)
  }
  expect(second).not.toMatch(/9800000201|2031/)
})

test.each([
  ['as it stands', 'Of course! Kavita Deshpande was here yesterday. Bye.', 'Of course! Bye.'],
  ['with other capitals and gaps', 'Of course! It was KAVITA  DESHPANDE. Bye.', 'Of course! Bye.'],
  ['in Hindi', 'ज़रूर! कल सुनीता शर्मा आई थीं। नमस्ते।', 'ज़रूर! नमस्ते।'],
])('no reply names another contact: %s', async (_, reply, left) => {
  const { owner } = await openShop(api)
  await answerTo(owner, kavita)
  await answerTo(owner, { from: '+919800000203', name: 'सुनीता शर्मा' })
  ai.says(() => turnOf(reply))

  expect(await answerTo(owner, ravi)).toEqual({ said: [left], removed: ['person'] })
})

test('a name over two lines leaves nothing to send, and the owner takes over', async () => {
  const { owner } = await openShop(api, { job: { handoffMessage: 'Asha will write to you.' } })
  await answerTo(owner, kavita)
  ai.says(() => turnOf('It was Kavita\nDeshpande'))

  expect(await answerTo(owner, ravi)).toEqual({
    said: ['Asha will write to you.'],
    removed: ['person'],
  })
})

test.each([
  ['the contact’s own', 'Hello Ravi Kumar!', 'Hello'],
  ['one that the contact wrote', 'Kavita Deshpande is noted.', 'Book for Kavita Deshpande'],
  ['one of the staff', 'Neha Patil will cut your hair.', 'Who?'],
  ['one of another owner’s contact', 'Is Meera Nair your friend?', 'Hello'],
  ['a single word', 'Is Kavita your friend?', 'Hello'],
])('a name that is %s may be said', async (_, reply, text) => {
  const other = await openShop(api)
  await answerTo(other.owner, { from: '+919800000204', name: 'Meera Nair' })
  const { owner } = await openShop(api, { job: { instructions: 'Neha Patil cuts hair.' } })
  await answerTo(owner, kavita)
  await answerTo(owner, { from: '+919800000205', name: 'Neha Patil' })
  ai.says(() => turnOf(reply))

  expect(await answerTo(owner, { ...ravi, text })).toEqual({ said: [reply], removed: [] })
})
