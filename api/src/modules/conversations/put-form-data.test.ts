import { expect, test } from 'vitest'

import { asking, openShop } from '../../../test/assistant-api.ts'
import { readChat, receive, sendReply } from '../../../test/chat-api.ts'
import { useTestApi, type Person } from '../../../test/test-api.ts'

const api = useTestApi()

const putIn =
  (owner: Person, sessionId: string) =>
  (formData: object, headers: Record<string, string> = {}) =>
    owner.call('PUT', `/api/chats/sessions/${sessionId}/form-data`, { body: { formData }, headers })

const salon = { ...asking(['service'], ['people', 'integer']), color: 'green' }

test('a chat starts with the job that its first message triggers, and keeps the job’s version', async () => {
  const { owner, jobId } = await openShop(api, { job: salon })
  const trigger = { type: 'keyword', keywords: ['repair'], match: 'contains' }
  const body = { ...salon, name: 'Repairs', instructions: 'Help.', status: 'active', trigger }
  const { job: repairs } = (await owner.call('POST', '/api/jobs', { body })).body

  const { session } = await receive(owner, { text: 'Hello' })
  expect(session).toMatchObject({
    job: { id: jobId, name: 'Salon', color: 'green' },
    jobVersion: 1,
    formId: expect.any(String),
    handler: 'assistant',
    attention: ['unread'],
    progress: { required: 2, answered: 0, complete: false, nextFieldKey: 'service' },
    formData: { status: 'empty', version: 1, missing: ['service', 'people'] },
  })
  const other = await receive(owner, { from: '+919800000002', text: 'A repair please' })
  expect(other.session.job.id).toBe(repairs.id)

  const { fields } = asking(['name'])
  await owner.call('PUT', `/api/jobs/${jobId}`, { body: { fields, action: 'publish' } })
  const again = await receive(owner, { text: 'Still me' })
  expect(again.session).toMatchObject({ id: session.id, jobVersion: 1, progress: { required: 2 } })

  const { items } = (await owner.call('GET', `/api/chats/sessions?jobId=${repairs.id}`)).body
  expect(items).toMatchObject([{ id: other.session.id, formData: null }])
})

test('values that the owner enters are merged and complete the chat', async () => {
  const { owner } = await openShop(api, { job: salon })
  const { session } = await receive(owner)
  const put = putIn(owner, session.id)

  const first = await put({ service: 'cut' })
  expect(first).toMatchObject({
    status: 200,
    body: {
      formData: { values: { service: 'cut' }, meta: { service: { source: 'owner' } }, version: 2 },
      session: { status: 'active', progress: { answered: 1, nextFieldKey: 'people' } },
      suggestions: [],
    },
  })
  expect(first.headers.get('etag')).toBe('"2"')
  expect(first.body.session.seq).toBe(session.seq + 2)
  const same = await put({ service: 'cut' })
  expect(same.body.session.seq).toBe(first.body.session.seq)

  const old = await put({ people: 2 }, { 'if-match': '"1"' })
  expect(old).toMatchObject({ status: 412, body: { meta: { current: { version: 2 } } } })
  const wrong = await put({ service: 'dye', people: 'many', colour: 1 })
  expect(wrong.body.errors).toMatchObject([
    { pointer: '#/formData/people' },
    { pointer: '#/formData/colour' },
  ])

  const last = await put({ people: 2 }, { 'if-match': '"2"' })
  expect(last.body.session).toMatchObject({
    status: 'completed',
    closeReason: 'completed',
    handler: 'none',
    progress: { complete: true },
  })
  const follow = await receive(owner, { text: 'One more thing' })
  expect(follow.session).toMatchObject({ id: session.id, status: 'active', handler: 'assistant' })
})

test('a chat that the owner handles is not completed automatically', async () => {
  const { owner } = await openShop(api, { job: asking(['service']) })
  const { session } = await receive(owner)
  await sendReply(owner, session.id, 'Hello', { undoSeconds: 30 })
  const { body } = await putIn(owner, session.id)({ service: 'cut' })
  expect(body.session).toMatchObject({ status: 'active', handler: 'owner' })
  expect((await readChat(owner, session.id)).session.formData.status).toBe('complete')
})

test('removing the last answer of an optional form does not complete the chat', async () => {
  const { owner } = await openShop(api, { job: asking(['note', 'text', { required: false }]) })
  const { session } = await receive(owner)
  const put = putIn(owner, session.id)
  expect((await put({ note: 'Early' })).body.session.status).toBe('completed')
  await receive(owner, { text: 'Rather not' })
  const { body } = await put({ note: null })

  expect(body).toMatchObject({ formData: { status: 'empty' }, session: { status: 'active' } })
})
