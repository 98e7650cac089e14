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

test('the model gets nothing from the chats of other contacts', async () => {
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

/** A shop whose owner has answered a question of a contact, who is named in it, for all chats. */
async function openShopWithAnswer(name: string, job: object = {}) {
  const shop = await openShop(api, { job })
  await answerTo(shop.owner, { from: '+919800000203', name })
  const body = { question: `Is the fitting of ${name} done?`, answer: 'Fittings take a week.' }
  await shop.owner.call('POST', `/api/jobs/${shop.jobId}/answers`, { body })
  return shop
}

test.each([
  ['as it stands', 'Kavita Deshpande was here yesterday.'],
  ['with other capitals and gaps', 'It was KAVITA  deshpande.'],
  ['with marks', 'It was *Kavita* **Deshpande**.'],
  ['with accents and a hyphen', 'It was Kávita-Deshpande.'],
])('a reply never names another contact: %s', async (_, reply) => {
  const { owner } = await openShopWithAnswer('Kavita Deshpande')
  ai.says(() => turnOf(`Of course! ${reply} Bye.`))

  expect(await answerTo(owner, ravi)).toEqual({ said: ['Of course! Bye.'], removed: ['person'] })
})

test('a reply never names another contact in Hindi', async () => {
  const { owner } = await openShopWithAnswer('सुनीता शर्मा')
  ai.says(() => turnOf('ज़रूर! कल सुनीता शर्मा आई थीं। नमस्ते।'))

  expect(await answerTo(owner, ravi)).toEqual({ said: ['ज़रूर! नमस्ते।'], removed: ['person'] })
})

test('hands over when another contact’s name spans two lines of the reply', async () => {
  const job = { handoffMessage: 'Asha will write to you.' }
  const { owner } = await openShopWithAnswer('Kavita Deshpande', job)
  ai.says(() => turnOf('It was Kavita\nDeshpande'))

  expect(await answerTo(owner, ravi)).toEqual({
    said: ['Asha will write to you.'],
    removed: ['person'],
  })
})

test.each([
  ['Good Morning', 'Good Morning! How many people?'],
  ['आपका नाम', 'आपका नाम क्या है?'],
  ['ما هو', 'ما هو اسمك؟'],
])('a contact named "%s" does not block ordinary replies', async (name, reply) => {
  const { owner } = await openShop(api)
  await answerTo(owner, { from: '+919800000203', name })
  ai.says(() => turnOf(reply))

  expect(await answerTo(owner, ravi)).toEqual({ said: [reply], removed: [] })
})

test.each([
  ['the contact’s own', 'Ravi Kumar', 'Hello Ravi Kumar!', 'Hello'],
  ['one that the contact wrote', 'Kavita Rao', 'Kavita Rao is noted.', 'Book for Kavita Rao'],
  ['one of the staff', 'Neha Patil', 'Neha Patil will cut your hair.', 'Who?'],
  ['a single word', 'Kavita Rao', 'Is Kavita your friend?', 'Hello'],
])('a reply may contain a name that is %s', async (_, name, reply, text) => {
  const { owner } = await openShopWithAnswer(name, { instructions: 'Neha Patil cuts hair.' })
  ai.says(() => turnOf(reply))

  expect(await answerTo(owner, { ...ravi, text })).toEqual({ said: [reply], removed: [] })
})

test('a reply may contain a name of another owner’s contact', async () => {
  const other = await openShop(api)
  await answerTo(other.owner, { from: '+919800000204', name: 'Meera Nair' })
  const { owner, jobId } = await openShop(api)
  const body = { question: 'Is Meera Nair with you?', answer: 'Yes.' }
  await owner.call('POST', `/api/jobs/${jobId}/answers`, { body })
  ai.says(() => turnOf('Meera Nair is with us.'))

  expect(await answerTo(owner, ravi)).toEqual({ said: ['Meera Nair is with us.'], removed: [] })
})
