import { readFormCall, listFormsCall } from '@errand/contract/chats/form'
import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'

import { answering, newForm } from '../../../test/form-rows.ts'
import { useTestApi, type Person } from '../../../test/test-api.ts'
import { formData, forms } from '../../platform/database/schema.ts'
import { writeCursor } from '../../platform/http/cursor.ts'
import { listForms } from './forms.repo.ts'

const api = useTestApi()
const answer = answering(api)

async function readForm(owner: Person, id: string, query = '?responses=true') {
  const { status, body } = await owner.call('GET', `/api/chats/forms/${id}${query}`)
  expect(status).toBe(200)
  expect(readFormCall.answer.parse(body)).toEqual(body)
  return body
}

test('forms are listed with what their chats came to', async () => {
  const owner = await api.newOwner()
  const salon = await newForm(owner)
  await newForm(owner, 'ÉCLAIRS', { status: 'draft' })
  await answer(owner, salon.id, {})
  await answer(owner, salon.id, { tags: 'x' }, '2026-01-02T03:04:05.678Z')
  await answer(owner, salon.id, { name: 'Neha' }, '2026-01-03T03:04:05.678Z')

  const { body } = await owner.call('GET', '/api/chats/forms')

  expect(listFormsCall.answer.parse(body)).toEqual(body)
  expect(body).toMatchObject({
    items: [
      { name: 'ÉCLAIRS', status: 'draft', sessionCount: 0, completeCount: 0 },
      {
        id: salon.formId,
        name: 'Salon',
        jobId: salon.id,
        status: 'published',
        version: 1,
        sessionCount: 3,
        completeCount: 1,
        lastResponseAt: '2026-01-03T03:04:05.678Z',
      },
    ],
    nextCursor: null,
  })
  expect(body.items[0]).not.toHaveProperty('lastResponseAt')
  const find = async (query: string) =>
    (await owner.call('GET', `/api/chats/forms?${query}`)).body.items.map(
      ({ name }: { name: string }) => name,
    )
  expect(await find('q=eclaírs')).toEqual(['ÉCLAIRS'])
  expect(await find(`jobId=${salon.id}`)).toEqual(['Salon'])
  expect(await find('status=inactive')).toEqual([])
  // A form outlives its job.
  await api.database.queries.update(forms).set({ jobId: null }).where(eq(forms.id, salon.formId))
  expect((await readForm(owner, salon.formId)).form).toMatchObject({ jobId: null, name: 'Salon' })
})

test('answers are those that say something, in either order, page by page', async () => {
  const owner = await api.newOwner()
  const job = await newForm(owner)
  const at = '2026-01-02T03:04:05.678Z'
  const made: string[] = []
  for (const name of ['A', 'B', 'C', 'D', 'E']) {
    made.push((await answer(owner, job.id, { name }, at)).responseId)
  }
  const some = await answer(owner, job.id, { tags: 'x' }, '2026-01-03T00:00:00.000Z')
  const none = await answer(owner, job.id, {}, '2026-01-04T00:00:00.000Z')

  const pages = async (query: string) => {
    const seen: string[] = []
    let [cursor, matching] = ['', 0]
    do {
      const page = `?responses=true&limit=2${query}${cursor}`
      const { responses } = await readForm(owner, job.formId, page)
      seen.push(...responses.items.map(({ id }: { id: string }) => id))
      expect(responses.totals).toMatchObject({ complete: 5, partial: 1 })
      matching = responses.totals.matching
      cursor = responses.nextCursor === null ? '' : `&cursor=${responses.nextCursor}`
    } while (cursor !== '')
    expect(matching).toBe(seen.length)
    return seen
  }
  const up = made.toSorted()
  expect(await pages('')).toEqual([some.responseId, ...up.toReversed()])
  expect(await pages('&sort=updatedAt')).toEqual([...up, some.responseId])
  expect(await pages('&status=partial')).toEqual([some.responseId])
  expect(await pages('&status=empty')).toEqual([none.responseId])
  expect(await readForm(owner, job.formId, '')).not.toHaveProperty('responses')

  const [confirmed = ''] = made
  const isIt = eq(formData.id, confirmed)
  await api.database.queries.update(formData).set({ status: 'confirmed' }).where(isIt)
  expect(await pages('&status=complete')).toEqual(up.toReversed())
  expect(await pages('&status=confirmed')).toEqual([confirmed])
  // A place in one order says nothing in the other.
  const path = `/api/chats/forms/${job.formId}?responses=true&limit=1`
  const { nextCursor } = (await owner.call('GET', path)).body.responses
  // Behind the year 9999, which the database does not read.
  const late = writeCursor(['-updatedAt', '999999999999999', `rsp_${'0'.repeat(26)}`])
  expect(await owner.call('GET', `${path}&cursor=${late}`)).toMatchObject({
    status: 422,
    body: { errors: [{ code: 'invalid_cursor' }] },
  })
  const turned = await owner.call('GET', `${path}&sort=updatedAt&cursor=${nextCursor}`)
  expect(turned).toMatchObject({ status: 422, body: { code: 'validation_failed' } })
})

test("days are those of the owner's time zone, both included", async () => {
  const owner = await api.newOwner()
  const job = await newForm(owner)
  // In India it is the day after from half past six in the evening on.
  for (const [name, at] of [
    ['Before', '2026-01-01T18:29:59.999Z'],
    ['First', '2026-01-01T18:30:00.000Z'],
    ['Last', '2026-01-03T18:29:59.999Z'],
    ['After', '2026-01-03T18:30:00.000Z'],
  ])
    await answer(owner, job.id, { name }, at)

  const days = '?responses=true&from=2026-01-02&to=2026-01-03'
  const { responses } = await readForm(owner, job.formId, days)

  const names = responses.items.map(({ values }: { values: { name: string } }) => values.name)
  expect(names).toEqual(['Last', 'First'])
  expect(responses.totals).toEqual({ complete: 2, partial: 0, matching: 2 })
})

test('forms are listed page by page from an index', async () => {
  const owner = await api.newOwner()
  for (let made = 0; made < 5; made += 1) await newForm(owner, `Job ${made}`, { status: 'draft' })
  const { id: ownerId } = owner
  await api.database.queries
    .update(forms)
    .set({ updatedAt: new Date('2026-01-02T03:04:05.678Z') })
    .where(eq(forms.ownerId, ownerId))

  const seen: string[] = []
  let cursor = ''
  do {
    const { body } = await owner.call('GET', `/api/chats/forms?limit=2${cursor}`)
    seen.push(...body.items.map(({ id }: { id: string }) => id))
    cursor = body.nextCursor === null ? '' : `&cursor=${body.nextCursor}`
  } while (cursor !== '')
  expect([seen.length, new Set(seen).size]).toEqual([5, 5])

  const { queries } = api.database
  await queries.execute(sql`
    insert into forms select (jsonb_populate_record(f, jsonb_build_object(
      'id', 'frm_' || lpad(n::text, 26, '0'), 'job_id', null,
      'updated_at', now() - n * interval '1 s'))).*
    from forms f, generate_series(1, 3000) n where f.id = ${seen[0] ?? ''}`)
  await queries.execute(sql`analyze forms`)
  const page = { ownerId, jobId: undefined, status: undefined, text: undefined, after: undefined }
  const plan = JSON.stringify(
    await queries.execute(sql`explain ${listForms(queries, { ...page, limit: 51 })}`),
  )
  expect(plan).toContain('Index Scan Backward using forms_by_update')
  expect(plan).not.toContain('Sort Key')
})
