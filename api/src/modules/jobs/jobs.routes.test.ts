import { jobSchema } from '@errand/contract/jobs'
import { eq } from 'drizzle-orm'
import { expect, test, vi } from 'vitest'

import { countWaiting } from '../../../test/count-waiting.ts'
import { useTestApi, type Person } from '../../../test/test-api.ts'
import { jobs } from '../../platform/database/schema.ts'

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
  const read = await owner.call('GET', `/api/jobs/${job.id}`)
  expect(read.headers.get('etag')).toBe('"1"')
  expect(read.body.job).toEqual(job)
  const invisible = await owner.call('POST', '/api/jobs', { body: { name: '\u200B\u3164' } })
  expect(invisible).toMatchObject({ status: 422, body: { errors: [{ pointer: '#/name' }] } })
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
  for (const wanted of ['"7", "2"', '*']) {
    const options = { body: { name: 'B' }, headers: { 'if-match': wanted } }
    expect((await owner.call('PUT', path, options)).status).toBe(200)
  }
})

test('a deleted job is archived, cannot be changed, and comes back paused', async () => {
  const owner = await api.newOwner()
  const job = await createJob(owner, { ...publishable, status: 'active' })
  const path = `/api/jobs/${job.id}`

  const deleted = await owner.call('DELETE', path)
  const again = await owner.call('DELETE', path)
  const archived = await owner.call('PUT', path, { body: { action: 'archive' } })
  for (const body of [{ name: 'B' }, { action: 'archive', name: 'B' }]) {
    const change = await owner.call('PUT', path, { body })
    expect(change).toMatchObject({ status: 409, body: { code: 'conflict' } })
  }
  const read = await owner.call('GET', path)
  const restored = await owner.call('PUT', path, { body: { action: 'restore' } })

  expect(deleted.status).toBe(200)
  const { archivedAt, undoUntil } = deleted.body
  expect(Date.parse(undoUntil) - Date.parse(archivedAt)).toBe(10_000)
  expect(again.body).toEqual(deleted.body)
  expect(archived.body.job).toEqual(read.body.job)
  expect(read.body.job).toMatchObject({ status: 'archived', name: 'A', archivedAt, version: 2 })
  expect(restored.body.job).toMatchObject({ status: 'paused', archivedAt: null, version: 3 })
})

test('of two changes that reach the row together the second sees the first', async () => {
  const owner = await api.newOwner()
  const { body } = await owner.call('POST', '/api/jobs', { body: { name: 'Salon' } })
  const { id } = body.job
  const locked = Promise.withResolvers<void>()
  const release = Promise.withResolvers<void>()
  const holder = api.database.transaction(async (queries) => {
    await queries.select().from(jobs).where(eq(jobs.id, id)).for('update')
    locked.resolve()
    await release.promise
  })
  await locked.promise

  const changes = ['A', 'B'].map((name) =>
    owner.call('PUT', `/api/jobs/${id}`, { body: { name }, headers: { 'if-match': '"1"' } }),
  )
  await vi.waitFor(async () => expect(await countWaiting(api.database.queries)).toBe(2))
  release.resolve()
  await holder
  const answers = await Promise.all(changes)

  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(answers.filter(({ status }) => status === 412)).toHaveLength(1)
})
