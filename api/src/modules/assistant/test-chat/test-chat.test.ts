import { testedJobSchema, type TestJobInput } from '@errand/contract/job-test'
import { standardTextsSchema } from '@errand/contract/standard-texts'
import { expect, test } from 'vitest'

import { expectProblem } from '../../../../test/expect-problem.ts'
import { useTestApi, type Person } from '../../../../test/test-api.ts'

const api = useTestApi()

const fields = [
  { key: 'name', label: 'Name', order: 0, type: 'text' as const, required: true },
  { key: 'people', label: 'People', order: 1, type: 'integer' as const, required: true },
]
const job: TestJobInput['job'] = { name: 'Tables', greeting: 'Welcome!', fields }

/** A page that has a chat with the assistant, as the contract tells it to. */
function chatWith(owner: Person, path: string, body: object) {
  const messages: TestJobInput['messages'] = []
  let collected: TestJobInput['collected']
  return async (...said: string[]) => {
    messages.push(...said.map((text) => ({ author: 'contact' as const, text })))
    const answer = await owner.call('POST', path, { body: { ...body, messages, collected } })
    expect(answer.status, JSON.stringify(answer.body)).toBe(200)
    const tested = testedJobSchema.parse(answer.body)
    messages.push({ author: 'assistant', text: tested.reply })
    collected = tested.collected
    return tested
  }
}

test('an unsaved job can be tested from the greeting to the end and leaves nothing behind', async () => {
  const owner = await api.newOwner()
  const say = chatWith(owner, '/api/jobs/test', { job })

  const hello = await say('hi')
  expect(hello.reply).toMatch(/^Welcome!\n.*name/)
  expect(hello).toMatchObject({ provider: 'built-in', missing: ['name', 'people'], removed: [] })
  const answered = await say('I am Asha', 'we are 4')
  expect(answered).toMatchObject({
    action: 'continue',
    missing: [],
    progress: { required: 2, answered: 2, complete: true },
    collected: {
      status: 'complete',
      values: { name: 'Asha', people: 4 },
      meta: {
        name: { messageId: '2', evidence: 'Asha', valid: true },
        people: { messageId: '3', evidence: '4' },
      },
    },
  })
  expect(await say('yes')).toMatchObject({ action: 'complete', collected: { status: 'confirmed' } })

  expect((await owner.call('GET', '/api/jobs')).body.items).toEqual([])
  expect((await owner.call('GET', '/api/chats/sessions')).body.items).toEqual([])
  expect((await owner.call('GET', '/api/billing/ledger')).body.items).toEqual([])
})

test('a job without own texts uses the standard texts that the api lists', async () => {
  const owner = await api.newOwner()
  const read = async (language: string) => {
    const answer = await owner.call('GET', `/api/jobs/standard-texts?language=${language}`)
    expect(answer.status).toBe(200)
    return standardTextsSchema.parse(answer.body)
  }
  const { texts, isBuiltIn } = await read('auto')
  expect(isBuiltIn).toBe(true)
  const say = chatWith(owner, '/api/jobs/test', {
    job: { ...job, greeting: '', language: 'en' },
  })
  expect((await say('hi')).reply).toContain(texts.greeting)
  expect((await say('Do you have a garden?')).reply).toContain(texts.fallbackMessage)
  await say('I am Asha', 'we are 4')
  expect((await say('yes')).reply).toContain(texts.completionMessage)
  const other = chatWith(owner, '/api/jobs/test', {
    job: { name: 'Answers', language: 'en', answerOnly: true },
  })
  await other('hi')
  expect((await other('xkqzt wrrgh')).reply).toContain(texts.notUnderstoodMessage)
  expect((await other('I want to talk to a person')).reply).toContain(texts.handoffMessage)

  expect((await read('hi')).texts.handoffMessage).toMatch(/\p{Script=Devanagari}/u)
  expect((await read('mr')).texts).toEqual(texts)
})

test('an instruction that the built-in rules quote is sent as a whole', async () => {
  const owner = await api.newOwner()
  const rule =
    'For strong pain tell them to call the dentist on duty in the town hall street at once.'
  const say = chatWith(owner, '/api/jobs/test', { job: { ...job, instructions: rule } })

  const { reply, removed } = await say('I have strong pain')
  expect(reply).toContain(rule)
  expect(removed).toEqual([])
})

test('only the latest messages of a very long burst are read', async () => {
  const owner = await api.newOwner()
  const valuesAfter = async (count: number) => {
    const say = chatWith(owner, '/api/jobs/test', { job })
    const long = Array.from({ length: count }, () => 'la '.repeat(1000))
    return (await say('we are 4', ...long, 'I am Asha')).collected.values
  }

  expect(await valuesAfter(5)).toEqual({ people: 4, name: 'Asha' })
  expect(await valuesAfter(40)).toEqual({ name: 'Asha' })
})

test('a saved job can be tested as it is or with a draft', async () => {
  const owner = await api.newOwner()
  const saved = await owner.call('POST', '/api/jobs', { body: job })
  const path = `/api/jobs/${saved.body.job.id}/test`

  expect((await chatWith(owner, path, {})('hi')).reply).toContain('Welcome!')
  const draft = { ...job, name: '', greeting: 'Come in!', fields: fields.slice(1) }
  const tested = await chatWith(owner, path, { job: draft })('hi')
  expect(tested.reply).toMatch(/^Come in!\n.*People/)
})

test('a value of a removed field is dropped', async () => {
  const owner = await api.newOwner()
  const say = chatWith(owner, '/api/jobs/test', { job })
  await say('hi')
  const { collected } = await say('I am Asha')

  const answer = await owner.call('POST', '/api/jobs/test', {
    body: {
      job: { ...job, fields: fields.slice(1) },
      messages: [{ author: 'contact', text: '4 people' }],
      collected,
    },
  })

  expect(answer.body).toMatchObject({ collected: { values: { people: 4 } }, missing: [] })
  expect(answer.body.collected.meta).not.toHaveProperty('name')
})

test('a test without a contact’s message is refused', async () => {
  const owner = await api.newOwner()
  const messages = [{ author: 'assistant', text: 'Hello' }]

  const answer = await owner.call('POST', '/api/jobs/test', { body: { job, messages } })

  expectProblem(answer, 422)
  expect(answer.body.errors).toMatchObject([{ pointer: '#/messages', code: 'nothing_to_answer' }])
})

const long = (text: string, end = '') =>
  text.repeat(Math.ceil(4000 / text.length)).slice(0, 4000) + end
const types = ['text', 'long_text', 'address', 'number', 'integer', 'currency', 'rating', 'boolean']
const others = ['date', 'time', 'datetime', 'email', 'phone', 'url', 'select', 'multi_select']
const everyField = [...types, ...others].map((type, order) => ({
  key: `field_${order}`,
  label: `Field ${order}`,
  order,
  type,
  required: true,
  ...(type.includes('select') && {
    options: Array.from({ length: 30 }, (_, index) => ({
      value: `option_${index}`,
      label: `Option ${index}`,
      synonyms: ['- -', '5', `a-${index}`],
    })),
  }),
}))

/** Each of them, thousands of times, once took seconds, minutes or longer than anybody could wait. */
const repeated =
  '\n~ ~thank you ~haan ~nahin ~not a ~my name is ~a~*~**a ~|-- ~| ~![~[a](~⭐~-~1~5 ~5 - ~+91 98110 ~5 minutes ~a@'
const slow: [string, string?][] = repeated.split('~').map((text) => [text])
slow.push(['a', '@'], ['www.a', '..............x'], ['1', ':'])

test.each(slow)('a job with every field type handles thousands of %j', async (...parts) => {
  const [part, end = 'x'] = parts
  const text = long(part, end)
  const owner = await api.newOwner()
  const say = chatWith(owner, '/api/jobs/test', { job: { ...job, fields: everyField } })

  await say('hi')
  await say(text, `no, ${text}`.slice(0, 4096))
  const asked = { ...job, fields: [{ ...fields[0], type: 'long_text' }] }
  const answer = chatWith(owner, '/api/jobs/test', { job: asked })
  await answer('hi')
  expect((await answer(text)).provider).toBe('built-in')
})

test('a chat with the maximum number and length of messages is answered', async () => {
  const owner = await api.newOwner()
  const say = chatWith(owner, '/api/jobs/test', { job: { ...job, fields: everyField } })

  const { provider } = await say(...Array.from({ length: 190 }, () => long('5k a@b.co ')))

  expect(provider).toBe('built-in')
})
