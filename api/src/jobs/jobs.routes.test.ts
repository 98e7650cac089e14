import { jobSchema } from '@errand/contract/jobs'
import { expect, test } from 'vitest'

import { useTestApi, type Person } from '../../test/test-api.ts'

const api = useTestApi()

const service = {
  key: 'service',
  label: 'Service',
  order: 0,
  type: 'select',
  required: true,
  options: [
    { value: 'cut', label: 'Haircut' },
    { value: 'color', label: 'Colour' },
  ],
}
const when = { key: 'when', label: 'Date and time', order: 1, type: 'datetime', required: true }

/** All that it takes to be published. */
const publishable = { name: 'A', instructions: 'Answer.', answerOnly: true }

async function createJob(owner: Person, body: object = { name: 'Salon booking' }) {
  const created = await owner.call('POST', '/api/jobs', { body })
  expect(created.status).toBe(201)
  return created.body.job
}

test('a job needs a name and gets the rest', async () => {
  const owner = await api.newOwner()

  const created = await owner.call('POST', '/api/jobs', { body: { name: '  Salon booking ' } })

  const { job } = created.body
  expect(created.status).toBe(201)
  expect(created.headers.get('location')).toBe(`/api/jobs/${job.id}`)
  expect(created.headers.get('etag')).toBe('"1"')
  expect(jobSchema.parse(job)).toEqual(job)
  expect(job).toMatchObject({
    id: expect.stringMatching(/^job_[0-9A-HJKMNP-TV-Z]{26}$/),
    name: 'Salon booking',
    status: 'draft',
    language: 'auto',
    version: 1,
    archivedAt: null,
    fields: [],
    behaviour: { askOneAtATime: true, maxTurns: 40 },
  })
})

test.each([
  ['#/name', { name: '\u200B\u3164' }],
  ['#/fields/0/label', { fields: [{ ...when, label: '\u2800\u200F' }] }],
])('nobody sees %s, so it is missing', async (pointer, change) => {
  const owner = await api.newOwner()
  const body = { name: 'Salon', ...change }
  const answer = await owner.call('POST', '/api/jobs', { body })
  expect(answer).toMatchObject({ status: 422, body: { errors: [{ pointer }] } })
})

test('a job is read as it was written', async () => {
  const owner = await api.newOwner()
  const body = {
    name: 'सैलून 💇 booking',
    description: 'Only for me',
    status: 'active',
    language: 'hi-IN',
    tone: 'formal',
    instructions: 'You are …\n"quoted" \\ and \u202Eodd\u202C text',
    guardrails: ['No medical advice'],
    greeting: 'Hello',
    trigger: { type: 'keyword', keywords: ['book'], match: 'contains' },
    fields: [service, when],
    handoff: { keywords: ['human'], onLowConfidence: false, onAngry: true },
  }

  const job = await createJob(owner, body)
  const read = await owner.call('GET', `/api/jobs/${job.id}`)

  expect(read.headers.get('etag')).toBe('"1"')
  expect(read.body.job).toEqual(job)
  expect(job).toMatchObject(body)
})

test('a change keeps what was not sent', async () => {
  const owner = await api.newOwner()
  const job = await createJob(owner, { name: 'A', instructions: 'Ask.', fields: [service] })

  const changed = await owner.call('PUT', `/api/jobs/${job.id}`, { body: { status: 'active' } })

  expect(changed.status).toBe(200)
  expect(changed.headers.get('etag')).toBe('"2"')
  expect(changed.body.job).toEqual({
    ...job,
    status: 'active',
    version: 2,
    liveVersionId: expect.stringMatching(/^ver_/),
    hasUnpublishedChanges: false,
    updatedAt: changed.body.job.updatedAt,
  })
})

test('fields keep their ids when they are sent back, whatever else changes', async () => {
  const owner = await api.newOwner()
  const job = await createJob(owner, {
    name: 'A',
    fields: [{ ...service, id: 'mine' }, when],
  })
  const [first, second] = job.fields
  expect(first.id).toMatch(/^fld_[0-9A-Z]{26}$/)

  const { body } = await owner.call('PUT', `/api/jobs/${job.id}`, {
    body: {
      fields: [
        { ...second, key: 'time', order: 0 },
        { ...first, order: 1 },
        { ...first, key: 'twin', order: 2 },
        { ...when, id: 'fld_invented', key: 'new', order: 3 },
      ],
    },
  })

  const ids = body.job.fields.map((field: { id: string }) => field.id)
  expect(ids.slice(0, 2)).toEqual([second.id, first.id])
  expect(new Set(ids).size).toBe(4)
  expect(ids).not.toContain('fld_invented')
})

test('a change to a version that is gone is refused and shows the present one', async () => {
  const owner = await api.newOwner()
  const job = await createJob(owner)
  const path = `/api/jobs/${job.id}`
  const headers = { 'if-match': '"1"' }
  const { body: first } = await owner.call('PUT', path, { body: { name: 'First' }, headers })

  const late = await owner.call('PUT', path, { body: { name: 'Late' }, headers })
  const deletion = await owner.call('DELETE', path, { headers })

  expect(late.status).toBe(412)
  expect(late.headers.get('etag')).toBe('"2"')
  expect(late.body).toMatchObject({ code: 'version_conflict', meta: { current: first.job } })
  expect(deletion.status).toBe(412)
})

test.each([
  ['*', 200],
  ['"1"', 200],
  ['"7", "1"', 200],
  ['W/"1"', 412],
  ['"2"', 412],
  ['1', 400],
  ['"', 400],
])('If-Match: %s on version 1 answers %i', async (ifMatch, status) => {
  const owner = await api.newOwner()
  const job = await createJob(owner)

  const answer = await owner.call('PUT', `/api/jobs/${job.id}`, {
    body: { name: 'B' },
    headers: { 'if-match': ifMatch },
  })

  expect(answer.status).toBe(status)
})

test('of two changes to one version at once only one is made', async () => {
  const owner = await api.newOwner()
  const job = await createJob(owner)

  const answers = await Promise.all(
    ['A', 'B', 'C', 'D'].map((name) =>
      owner.call('PUT', `/api/jobs/${job.id}`, { body: { name }, headers: { 'if-match': '"1"' } }),
    ),
  )

  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(answers.filter(({ status }) => status === 412)).toHaveLength(3)
})

test('a deleted job is archived, cannot be changed, and comes back paused', async () => {
  const owner = await api.newOwner()
  const job = await createJob(owner, { ...publishable, status: 'active' })
  const path = `/api/jobs/${job.id}`

  const deleted = await owner.call('DELETE', path)
  const again = await owner.call('DELETE', path)
  const change = await owner.call('PUT', path, { body: { name: 'B' } })
  const read = await owner.call('GET', path)
  const restored = await owner.call('PUT', path, { body: { action: 'restore' } })

  expect(deleted.status).toBe(200)
  const { archivedAt, undoUntil } = deleted.body
  expect(Date.parse(undoUntil) - Date.parse(archivedAt)).toBe(10_000)
  expect(again.body).toEqual(deleted.body)
  expect(change).toMatchObject({ status: 409, body: { code: 'conflict' } })
  expect(read.body.job).toMatchObject({ status: 'archived', archivedAt, version: 2 })
  expect(restored.body.job).toMatchObject({ status: 'paused', archivedAt: null, version: 3 })
})

test('restoring a job that is not deleted leaves its state', async () => {
  const owner = await api.newOwner()
  const job = await createJob(owner, { ...publishable, status: 'active' })

  const { body } = await owner.call('PUT', `/api/jobs/${job.id}`, { body: { action: 'restore' } })

  expect(body.job.status).toBe('active')
})

test.each([
  ['GET', undefined],
  ['PUT', { name: 'Stolen' }],
  ['DELETE', undefined],
])("%s of another owner's job answers as if there were none", async (method, body) => {
  const owner = await api.newOwner()
  const stranger = await api.newOwner()
  const job = await createJob(owner)

  const foreign = await stranger.call(method, `/api/jobs/${job.id}`, { body })
  const absent = await stranger.call(method, '/api/jobs/job_01ARZ3NDEKTSV4RRFFQ69G5FAV', { body })

  expect(foreign).toMatchObject({ status: 404, body: { code: 'not_found' } })
  expect(absent).toMatchObject({ status: 404, body: { title: foreign.body.title } })
  expect((await owner.call('GET', `/api/jobs/${job.id}`)).body.job).toEqual(job)
})

test("a list holds nobody else's jobs", async () => {
  const owner = await api.newOwner()
  const stranger = await api.newOwner()
  await createJob(owner)

  const { body } = await stranger.call('GET', '/api/jobs?status=draft,active,paused,archived')

  expect(body).toEqual({
    items: [],
    nextCursor: null,
    totals: { draft: 0, active: 0, paused: 0, archived: 0 },
  })
})

test.each([
  ['GET', '/api/jobs'],
  ['POST', '/api/jobs'],
  ['GET', '/api/jobs/job_01ARZ3NDEKTSV4RRFFQ69G5FAV'],
  ['PUT', '/api/jobs/job_01ARZ3NDEKTSV4RRFFQ69G5FAV'],
  ['DELETE', '/api/jobs/job_01ARZ3NDEKTSV4RRFFQ69G5FAV'],
])('%s %s needs a profile', async (method, path) => {
  const person = api.newPerson()

  const refused = await person.call(method, path)

  expect(refused).toMatchObject({ status: 403, body: { code: 'forbidden' } })
  expect(refused.body.detail).toContain('POST /api/auth/profile')
})
