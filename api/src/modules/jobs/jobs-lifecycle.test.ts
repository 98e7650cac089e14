import { readJobCall, updateJobCall } from '@errand/contract/jobs'
import { and, eq } from 'drizzle-orm'
import { expect, test } from 'vitest'

import { receive } from '../../../test/chat-api.ts'
import { insertChat } from '../../../test/chat-rows.ts'
import { insertComplete } from '../../../test/form-rows.ts'
import { useTestApi, type Answer, type Person } from '../../../test/test-api.ts'
import { chatSessions, events, forms } from '../../platform/database/schema.ts'

const api = useTestApi()

const when = { key: 'when', label: 'When', order: 0, type: 'datetime', required: true }
const salon = { name: 'Salon', instructions: 'Take bookings.', fields: [when] }
const onWord = (word: string) => ({ trigger: { type: 'keyword', keywords: [word] } })

async function createJob(owner: Person, body: object = salon) {
  const created = await owner.call('POST', '/api/jobs', { body })
  expect(created.status).toBe(201)
  return created.body.job
}

async function act(owner: Person, id: string, body: object): Promise<Answer> {
  const answer = await owner.call('PUT', `/api/jobs/${id}`, { body })
  if (answer.status === 200) updateJobCall.answer.parse(answer.body)
  return answer
}

async function read(owner: Person, id: string, query = '') {
  const { body, status } = await owner.call('GET', `/api/jobs/${id}${query}`)
  expect(status).toBe(200)
  readJobCall.answer.parse(body)
  return body
}

const formOf = async (jobId: string) => {
  const [form] = await api.database.queries.select().from(forms).where(eq(forms.jobId, jobId))
  return form
}

test('a draft is published, changed behind its chats, published again and rolled back', async () => {
  const owner = await api.newOwner()
  const { id } = await createJob(owner)
  expect((await read(owner, id)).versions).toEqual([])
  expect(await formOf(id)).toMatchObject({ status: 'draft', version: 1, fields: [{ key: 'when' }] })

  const first = await act(owner, id, { action: 'publish', note: 'First' })
  expect(first.body.job).toMatchObject({ status: 'active', hasUnpublishedChanges: false })
  expect(await formOf(id)).toMatchObject({ status: 'published', version: 1 })

  const notes = { key: 'notes', label: 'Notes', order: 1, type: 'text', required: false }
  const saved = await act(owner, id, {
    action: 'save',
    name: 'Spa',
    fields: [...first.body.job.fields, notes],
  })
  expect(saved.body.job).toMatchObject({
    status: 'active',
    hasUnpublishedChanges: true,
    liveVersionId: first.body.job.liveVersionId,
    formVersion: 1,
  })
  expect((await formOf(id))?.fields).toHaveLength(1)

  const second = await act(owner, id, { action: 'publish' })
  expect(second.body.job).toMatchObject({ hasUnpublishedChanges: false, formVersion: 2 })
  const { versions } = await read(owner, id)
  expect(versions).toMatchObject([
    { number: 2, isLive: true, note: '', author: 'owner' },
    { number: 1, isLive: false, note: 'First' },
  ])
  const old = await read(owner, id, '?version=1')
  expect(old.job).toMatchObject({ id, name: 'Salon', status: 'active' })
  expect(old.job.fields).toEqual(first.body.job.fields)

  const back = await act(owner, id, { action: 'rollback', toVersion: 1 })
  expect(back.body.job).toMatchObject({
    name: 'Salon',
    status: 'active',
    hasUnpublishedChanges: false,
    liveVersionId: first.body.job.liveVersionId,
    fields: first.body.job.fields,
    formVersion: 3,
  })
  expect((await read(owner, id)).versions).toMatchObject([
    { number: 2, isLive: false },
    { number: 1, isLive: true },
  ])
})

test('publishing the same again makes no version, and content put back is unchanged', async () => {
  const owner = await api.newOwner()
  const { id } = await createJob(owner)
  for (const action of ['publish', 'publish']) await act(owner, id, { action })
  const other = await act(owner, id, { action: 'save', name: 'Other' })
  const same = await act(owner, id, { action: 'save', name: 'Salon' })

  expect((await read(owner, id)).versions).toHaveLength(1)
  expect(other.body.job.hasUnpublishedChanges).toBe(true)
  expect(same.body.job.hasUnpublishedChanges).toBe(false)
})

test('a status in place of an action leads to the same', async () => {
  const owner = await api.newOwner()
  const { id } = await createJob(owner)

  const on = await act(owner, id, { status: 'active' })
  const off = await act(owner, id, { status: 'paused' })
  const changed = await act(owner, id, { status: 'paused', instructions: 'Ask.' })
  const again = await act(owner, id, { status: 'active' })
  const draft = await act(owner, id, { status: 'draft' })

  expect(on.body.job).toMatchObject({ status: 'active', hasUnpublishedChanges: false })
  expect(off.body.job.status).toBe('paused')
  expect(changed.body.job).toMatchObject({ status: 'paused', hasUnpublishedChanges: true })
  expect(again.body.job).toMatchObject({ status: 'active', hasUnpublishedChanges: false })
  expect(draft).toMatchObject({ status: 422, body: { errors: [{ pointer: '#/status' }] } })
  expect((await read(owner, id)).versions).toHaveLength(2)
})

test('a rollback names a version that there is, of a job that was published', async () => {
  const owner = await api.newOwner()
  const draft = await createJob(owner)
  for (const body of [{ action: 'pause' }, { action: 'rollback', toVersion: 1 }]) {
    const refused = await act(owner, draft.id, body)
    expect(refused).toMatchObject({ status: 409, body: { code: 'conflict' } })
  }
  const { id } = await createJob(owner, { ...salon, status: 'active' })

  for (const more of [{}, { toVersion: 7 }]) {
    const refused = await act(owner, id, { action: 'rollback', ...more })
    expect(refused).toMatchObject({ status: 422, body: { errors: [{ pointer: '#/toVersion' }] } })
  }
  expect((await owner.call('GET', `/api/jobs/${id}?version=7`)).status).toBe(404)
})

test('what cannot be published says everything that is wrong, and changes nothing', async () => {
  const owner = await api.newOwner()
  const { id } = await createJob(owner, { name: 'Salon' })

  const refused = await act(owner, id, { action: 'publish', description: 'New' })

  expect(refused.status).toBe(422)
  expect(refused.body.errors.map(({ pointer }: { pointer: string }) => pointer)).toEqual([
    '#/instructions',
    '#/fields',
  ])
  expect((await read(owner, id)).job).toMatchObject({ version: 1, description: '' })
  const posted = await owner.call('POST', '/api/jobs', { body: { name: 'B', status: 'active' } })
  expect(posted.status).toBe(422)
  expect((await owner.call('GET', '/api/jobs?q=B')).body.items).toHaveLength(0)
})

test('one job at most answers everybody: the second asks to take its place', async () => {
  const owner = await api.newOwner()
  const first = await createJob(owner, { ...salon, status: 'active' })
  const second = await createJob(owner, { ...salon, name: 'Spa' })
  const keyed = await createJob(owner, { ...salon, ...onWord('spa'), status: 'active' })

  const refused = await act(owner, second.id, { action: 'publish' })
  const moved = await act(owner, keyed.id, { trigger: { type: 'default' } })
  const posted = await owner.call('POST', '/api/jobs', { body: { ...salon, status: 'active' } })

  for (const answer of [refused, moved, posted]) {
    expect(answer).toMatchObject({
      status: 409,
      body: { code: 'conflict', meta: { activeDefault: { id: first.id, name: 'Salon' } } },
    })
  }
  const taken = await act(owner, second.id, { action: 'publish', replaceDefault: true })
  expect(taken.body.job.status).toBe('active')
  expect((await read(owner, first.id)).job).toMatchObject({ status: 'paused', version: 2 })
  // Another owner has a default of their own.
  await createJob(await api.newOwner(), { ...salon, status: 'active' })
})

test('of several that become the default at once one does', async () => {
  const owner = await api.newOwner()
  const made = await Promise.all(
    ['A', 'B', 'C', 'D'].map((name) => createJob(owner, { ...salon, name })),
  )

  const answers = await Promise.all(made.map(({ id }) => act(owner, id, { action: 'publish' })))

  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(answers.filter(({ status }) => status === 409)).toHaveLength(3)
  const swaps = await Promise.all(
    made.map(({ id }) => act(owner, id, { action: 'publish', replaceDefault: true })),
  )
  expect(swaps.every(({ status }) => status === 200)).toBe(true)
  expect((await owner.call('GET', '/api/jobs')).body.totals).toMatchObject({ active: 1 })
})

test('a draft that was deleted and restored is published when it is switched on', async () => {
  const owner = await api.newOwner()
  const { id } = await createJob(owner)
  await owner.call('DELETE', `/api/jobs/${id}`)
  expect(await formOf(id)).toMatchObject({ status: 'inactive' })

  const restored = await act(owner, id, { action: 'restore' })
  expect(restored.body.job).toMatchObject({ status: 'paused', liveVersionId: null })
  expect(await formOf(id)).toMatchObject({ status: 'draft' })
  const resumed = await act(owner, id, { action: 'resume' })

  expect(resumed.body.job).toMatchObject({ status: 'active', hasUnpublishedChanges: false })
})

test('open chats keep their version and stand against a deletion', async () => {
  const owner = await api.newOwner()
  const job = await createJob(owner, { ...salon, status: 'active' })
  const chat = { ownerId: owner.id, jobId: job.id, jobVersion: 1, formId: job.formId }
  const { queries } = api.database
  const open = await insertChat(queries, chat)
  const old = new Date(Date.now() - 40 * 24 * 60 * 60 * 1000)
  for (const more of [{}, { createdAt: old }]) {
    const ended = { ...chat, ...more, status: 'completed' } as const
    const { formId } = job
    await insertComplete(queries, await insertChat(queries, ended), { formId })
  }

  const { body } = await act(owner, job.id, { name: 'Spa', action: 'publish' })
  expect(body.impact).toEqual({ openSessions: 1, keepsVersion: 1 })
  expect(body.job.stats).toEqual({ sessions30d: 2, completionRate30d: 0.5, openSessions: 1 })
  expect((await owner.call('GET', '/api/jobs')).body.items[0].stats).toEqual(body.job.stats)

  for (const refused of [
    await owner.call('DELETE', `/api/jobs/${job.id}`),
    await act(owner, job.id, { action: 'archive' }),
  ]) {
    expect(refused).toMatchObject({ status: 409, body: { meta: { openSessions: 1 } } })
  }
  const deleted = await owner.call('DELETE', `/api/jobs/${job.id}?closeOpen=true`)

  expect(deleted.status).toBe(200)
  const [closed] = await api.database.queries
    .select()
    .from(chatSessions)
    .where(eq(chatSessions.id, open.id))
  expect(closed).toMatchObject({ status: 'closed', closeReason: 'owner', handler: 'none', seq: 1 })
})

test('every change tells the open pages', async () => {
  const owner = await api.newOwner()
  const first = await createJob(owner, { ...salon, status: 'active' })
  const second = await createJob(owner)
  await act(owner, second.id, { action: 'publish', replaceDefault: true })
  await act(owner, second.id, { action: 'launch' })
  await owner.call('DELETE', `/api/jobs/${second.id}`)
  const told = await api.database.queries
    .select({ seq: events.seq, data: events.data })
    .from(events)
    .where(and(eq(events.ownerId, owner.id), eq(events.type, 'job.updated')))
    .orderBy(events.seq)

  expect(told).toEqual([
    { seq: 1, data: { jobId: first.id, status: 'active', version: 1 } },
    { seq: 2, data: { jobId: second.id, status: 'draft', version: 1 } },
    { seq: 3, data: { jobId: first.id, status: 'paused', version: 2 } },
    { seq: 4, data: { jobId: second.id, status: 'active', version: 2 } },
    { seq: 5, data: { jobId: second.id, status: 'archived', version: 3 } },
  ])
})

test('the key of a field is free until a chat has answered it', async () => {
  const owner = await api.newOwner()
  const job = await createJob(owner)
  const [field] = job.fields
  const change = (body: object) => owner.call('PUT', `/api/jobs/${job.id}`, { body })
  const renamed = (key: string) => ({ fields: [{ ...field, key }] })
  const free = await change(renamed('date'))
  expect(free.body.job.fields).toMatchObject([{ id: field.id, key: 'date' }])
  await change({ ...onWord('book'), action: 'publish' })
  const { session } = await receive(owner, { text: 'book' })
  const path = `/api/chats/sessions/${session.id}/form-data`
  const body = { formData: { date: '2027-01-02T10:00:00+05:30' } }
  expect((await owner.call('PUT', path, { body })).status).toBe(200)

  const refused = await change(renamed('day'))
  expect(refused).toMatchObject({
    status: 422,
    body: { errors: [{ pointer: '#/fields/0/key', code: 'frozen', params: { key: 'date' } }] },
  })
  const other = { key: 'day', label: 'Day', order: 1, type: 'text', required: false }
  for (const fields of [[{ ...field, key: 'date', label: 'The date' }, other], [other]])
    expect((await change({ fields })).status).toBe(200)
})
