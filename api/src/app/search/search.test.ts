import { findCall, type Found } from '@errand/contract/search'
import { beforeAll, expect, test } from 'vitest'

import { asking, openShop } from '../../../test/assistant-api.ts'
import { receive, receiveFrom } from '../../../test/chat-api.ts'
import { expectProblem } from '../../../test/expect-problem.ts'
import { useTestApi, type Owner } from '../../../test/test-api.ts'

const api = useTestApi()

let owner: Owner
let ids: Record<string, string>

beforeAll(async () => {
  const job = {
    ...asking(['service'], ['secret', 'text', { sensitive: true }]),
    name: 'Salon booking',
  }
  owner = (await openShop(api, { job })).owner
  ids = await receiveFrom(owner, {
    'Meera Kulkarni': { text: 'Do you cut hair on Sundays?' },
    Ravi: { text: 'Meera told me about you' },
    أحمد: { text: 'My order is AB-1234' },
  })
  const body = { formData: { service: 'Haircut with beard', secret: 'tangerine' } }
  const path = `/api/chats/sessions/${ids['Ravi']}/form-data`
  await owner.call('PUT', path, { body })
  // Another owner has the same.
  const other = await openShop(api, { job })
  await receive(other.owner, { name: 'Meera Kulkarni', text: 'Do you cut hair?' })
})

async function find(q: string, by = owner): Promise<Found> {
  const { status, body } = await by.call('GET', `/api/search?q=${encodeURIComponent(q)}`)
  expect(status).toBe(200)
  expect(findCall.answer.parse(body)).toEqual(body)
  return body
}

const nothing = { contacts: [], answers: [], jobs: [], messages: [] }

test('a word is found in people, answers and messages, with what matches in it', async () => {
  const meera = await find('meera')
  expect(meera.contacts).toMatchObject([
    { contactName: 'Meera Kulkarni', sessionId: ids['Meera Kulkarni'] },
  ])
  expect(meera.messages).toMatchObject([
    {
      sessionId: ids['Ravi'],
      contactName: 'Ravi',
      snippet: { text: 'Meera told me about you', marks: [{ start: 0, end: 5 }] },
    },
  ])
  const { answers, messages } = await find('hair')
  expect(answers).toMatchObject([
    {
      sessionId: ids['Ravi'],
      jobName: 'Salon booking',
      snippet: { text: 'Haircut with beard', marks: [{ start: 0, end: 4 }] },
    },
  ])
  expect(messages.map(({ sessionId }) => sessionId)).toEqual([ids['Meera Kulkarni']])
})

test.each([
  ['mera', ['Meera Kulkarni']],
  ['kulkrani', ['Meera Kulkarni']],
  ['emera', ['Meera Kulkarni']],
  ['احمد', ['أحمد']],
  ['98000 00001', ['Ravi']],
  ['rax', []],
])('people are found by %j', async (q, names) => {
  expect((await find(q)).contacts.map(({ contactName }) => contactName)).toEqual(names)
})

test.each(['salon', 'booknig', 'SALÓN'])('a job is found by %j', async (q) => {
  expect((await find(q)).jobs).toMatchObject([{ name: 'Salon booking', status: 'active' }])
})

test('secrets, deleted jobs and what has no words are not found', async () => {
  expect(await find('tangerine')).toEqual(nothing)
  expect(await find('&|!')).toEqual(nothing)
  const created = await owner.call('POST', '/api/jobs', {
    body: { name: 'Umbrellas', instructions: 'Help.', answerOnly: true, status: 'draft' },
  })
  expect((await find('umbrella')).jobs).toHaveLength(1)
  await owner.call('DELETE', `/api/jobs/${created.body.job.id}`)
  expect(await find('umbrella')).toEqual(nothing)
  expectProblem(await owner.call('GET', `/api/search?q=${'a'.repeat(101)}`), 422)
  expect(await find('meera', await api.newOwner())).toEqual(nothing)
})
