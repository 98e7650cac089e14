import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'

import { type Owner, useTestApi } from '../../../test/test-api.ts'
import { jobs } from '../../platform/database/schema.ts'

const api = useTestApi()

interface Listed {
  id: string
  name: string
}

async function createJobs(owner: Owner, names: string[], more: object = {}): Promise<void> {
  for (const name of names) {
    const { status } = await owner.call('POST', '/api/jobs', { body: { name, ...more } })
    expect(status).toBe(201)
  }
}

/** Every page after the other; `between` runs after each. */
async function readPages(
  owner: Owner,
  query: string,
  between: () => Promise<void> = async () => {},
): Promise<Listed[]> {
  const seen: Listed[] = []
  let cursor: string | null = null
  do {
    const position: string = cursor === null ? '' : `&cursor=${encodeURIComponent(cursor)}`
    const { status, body } = await owner.call('GET', `/api/jobs?${query}${position}`)
    expect(status).toBe(200)
    seen.push(...body.items)
    cursor = body.nextCursor
    await between()
  } while (cursor !== null)
  return seen
}

const namesOf = (items: Listed[]) => items.map(({ name }) => name)

/** As if everything had happened in the same millisecond, to jobs of the longest name. */
async function tieAll(owner: Owner): Promise<void> {
  const at = new Date('2026-01-02T03:04:05.678Z')
  await api.database.queries
    .update(jobs)
    .set({ createdAt: at, updatedAt: at, sortName: '\u0001"'.repeat(40) })
    .where(eq(jobs.ownerId, owner.id))
}

test.each(['-updatedAt', 'updatedAt', '-createdAt', 'createdAt', 'name'])(
  'pages by %s show every job once, even if all are tied',
  async (sort) => {
    const owner = await api.newOwner()
    await createJobs(owner, ['A', 'B', 'C', 'D', 'E', 'F', 'G'])
    await tieAll(owner)

    const seen = await readPages(owner, `sort=${sort}&limit=2`)

    expect(namesOf(seen).toSorted()).toEqual(['A', 'B', 'C', 'D', 'E', 'F', 'G'])
  },
)

test('a page of the longest jobs is cut at some megabytes, and the next one goes on', async () => {
  const owner = await api.newOwner()
  const field = { key: 'a', label: 'A', order: 0, type: 'text', required: false }
  const condition = { fieldKey: 'a', op: 'eq', value: 'x'.repeat(190_000) }
  const names = Array.from({ length: 15 }, (_, index) => `Job ${index}`)
  await createJobs(owner, names, { fields: [field, { ...field, key: 'b', condition }] })

  const { body } = await owner.call('GET', '/api/jobs?limit=100')
  const seen = await readPages(owner, 'limit=100')

  expect(JSON.stringify(body).length).toBeLessThan(2_500_000)
  expect(body.items.length).toBeGreaterThan(8)
  expect(namesOf(seen).toSorted()).toEqual(names.toSorted())
})

test('jobs that come and go between two pages make none appear twice or vanish', async () => {
  const owner = await api.newOwner()
  const names = ['A', 'B', 'C', 'D', 'E', 'F']
  await createJobs(owner, names)

  let round = 0
  const seen = await readPages(owner, 'sort=-createdAt&limit=2', async () => {
    round += 1
    await createJobs(owner, [`New ${round}`])
    // What the cursor points at may go.
    if (round === 1) await removeJob(owner, 'E')
  })

  expect(namesOf(seen)).toEqual(['F', 'E', 'D', 'C', 'B', 'A'])
})

async function removeJob(owner: Owner, name: string): Promise<void> {
  const { body } = await owner.call('GET', `/api/jobs?q=${name}`)
  const { id } = body.items.find((item: Listed) => item.name === name)
  expect((await owner.call('DELETE', `/api/jobs/${id}`)).status).toBe(200)
}

test('jobs are ordered by time or by name', async () => {
  const owner = await api.newOwner()
  await createJobs(owner, ['banana', 'Cherry', 'apple', 'Élan'])
  const { body } = await owner.call('GET', '/api/jobs?q=banana')
  await owner.call('PUT', `/api/jobs/${body.items[0].id}`, { body: { tone: 'brief' } })

  const order = async (query: string) => namesOf((await owner.call('GET', query)).body.items)

  expect(await order('/api/jobs')).toEqual(['banana', 'Élan', 'apple', 'Cherry'])
  expect(await order('/api/jobs?sort=createdAt')).toEqual(['banana', 'Cherry', 'apple', 'Élan'])
  expect(await order('/api/jobs?sort=name')).toEqual(['apple', 'banana', 'Cherry', 'Élan'])
})

test('a list leaves deleted jobs out unless it asks for them, and counts all', async () => {
  const owner = await api.newOwner()
  await createJobs(owner, ['Draft'])
  await createJobs(owner, ['Active 1', 'Active 2'], {
    status: 'active',
    instructions: 'Answer.',
    answerOnly: true,
    trigger: { type: 'keyword', keywords: ['book'] },
  })
  await createJobs(owner, ['Gone'])
  await removeJob(owner, 'Gone')
  const list = async (query: string) => (await owner.call('GET', `/api/jobs${query}`)).body

  const all = await list('')
  expect(namesOf(all.items)).toEqual(['Active 2', 'Active 1', 'Draft'])
  expect(all.totals).toEqual({ draft: 1, active: 2, paused: 0, archived: 1 })
  expect(all.items[0]).not.toHaveProperty('instructions')

  const some = await list('?status=archived,draft')
  expect(namesOf(some.items).toSorted()).toEqual(['Draft', 'Gone'])
  expect(some.totals).toEqual(all.totals)
})

test('a search finds words of names and descriptions, and counts under it', async () => {
  const found: Record<string, string[]> = {
    SALON: ['Salon booking'],
    '100%': ['Discount'],
    _: [],
    'eclairs bakery': ['Bakery'],
    'AB-1234': ['Discount'],
    '  ': ['Bakery', 'Discount', 'Salon booking'],
  }
  const owner = await api.newOwner()
  await createJobs(owner, ['Salon booking'])
  await createJobs(owner, ['Bakery'], { description: 'Orders of éclairs' })
  await createJobs(owner, ['Discount'], { description: 'Up to 100% off with AB 1234' })

  for (const [q, expected] of Object.entries(found)) {
    const { body } = await owner.call('GET', `/api/jobs?sort=name&q=${encodeURIComponent(q)}`)
    expect(namesOf(body.items)).toEqual(expected)
    expect(body.totals.draft).toBe(expected.length)
  }
})

const id = 'job_01ARZ3NDEKTSV4RRFFQ69G5FAV'
const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')

test.each([
  ['no base64', '%%%'],
  ['a time of another era', encode(['-updatedAt', 8.64e15, id])],
  ['an id that is none', encode(['-updatedAt', 1, "' or 1=1"])],
  ['another order', encode(['name', 'a', id])],
])('a cursor with %s is refused', async (_, cursor) => {
  const owner = await api.newOwner()

  const refused = await owner.call('GET', `/api/jobs?cursor=${encodeURIComponent(cursor)}`)

  expect(refused.status).toBe(422)
  expect(refused.body.errors).toMatchObject([{ pointer: '#/cursor', code: 'invalid_cursor' }])
})

test('every order is read from an index, backwards where it descends', async () => {
  const owner = await api.newOwner()
  await createJobs(owner, ['Seed'])
  const { id: ownerId } = owner
  await api.database.queries.execute(sql`
    insert into jobs select (jsonb_populate_record(j, jsonb_build_object(
      'id', 'job_' || lpad(n::text, 26, '0'), 'sort_name', 'name ' || n,
      'updated_at', now() - n * interval '1 s', 'created_at', now() - n * interval '1 s'))).*
    from jobs j, generate_series(1, 3000) n where owner_id = ${ownerId}`)
  await api.database.queries.execute(sql`analyze jobs`)

  for (const column of [jobs.updatedAt, jobs.createdAt, jobs.sortName]) {
    const page = api.database.queries
      .select()
      .from(jobs)
      .where(eq(jobs.ownerId, ownerId))
      .orderBy(sql`${column} desc`, sql`${jobs.id} desc`)
      .limit(50)
    const plan = JSON.stringify(await api.database.queries.execute(sql`explain ${page}`))
    expect(plan).toContain('Index Scan Backward')
    expect(plan).not.toContain('Sort Key')
  }
})
