import { handoffReasons } from '@errand/contract/chats/session'
import fc from 'fast-check'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'

import { newJob, readFigures, type AnalysedJob } from '../../../test/analytics-job.ts'
import { countPlainly, ends, spoken, type ModelChat } from '../../../test/analytics-model.ts'
import { addMany } from '../../../test/add-many.ts'
import { insertChat, insertMessage } from '../../../test/chat-rows.ts'
import { useTestApi } from '../../../test/test-api.ts'
import { newId } from '../../database/new-id.ts'
import { formData } from '../../database/schema.ts'
import { readPeriod } from '../../period/read-period.ts'
import { figuresOf } from './figures.repo.ts'

const api = useTestApi()

async function store(job: AnalysedJob, model: ModelChat): Promise<void> {
  const { queries } = api.database
  const later = (ms: number) => new Date(model.startedAt.getTime() + ms)
  const end = ends[model.end]
  const chat = await insertChat(queries, {
    ...end,
    ownerId: job.ownerId,
    jobId: job.id,
    formId: job.formId,
    jobVersion: model.version,
    handoffReasons: model.handoffs,
    handlerSince: later(model.endedAfter),
    closedAt: end.status === 'closed' ? later(model.endedAfter) : null,
    costMicros: BigInt(model.costMicros),
    createdAt: model.startedAt,
  })
  for (const [seq, { author, isEvent, after }] of model.messages.entries()) {
    const direction = author === 'contact' ? 'in' : 'out'
    const type = isEvent ? 'event' : 'text'
    await insertMessage(queries, chat, { seq, author, direction, type, createdAt: later(after) })
  }
  if (model.answersAfter === null) return
  await queries.insert(formData).values({
    id: newId('response'),
    ownerId: job.ownerId,
    sessionId: chat.id,
    formId: job.formId,
    formVersion: 1,
    fields: [],
    status: 'complete',
    completedAt: later(model.answersAfter),
    createdAt: model.startedAt,
    updatedAt: model.startedAt,
  })
}

const zones = ['UTC', 'Asia/Kolkata', 'America/New_York', 'Pacific/Apia', 'Europe/Berlin'] as const
const range = { from: '2026-10-20', to: '2026-11-05' }

const hours = fc.integer({ min: 0, max: 48 * 60 }).map((halfMinutes) => halfMinutes * 30_000)
const chat = fc.record<ModelChat>({
  // Around the period and the one before, and the nights on which clocks change.
  startedAt: fc
    .integer({ min: Date.UTC(2026, 8, 30), max: Date.UTC(2026, 10, 8) })
    .map((ms) => new Date(Math.floor(ms / 900_000) * 900_000)),
  version: fc.integer({ min: 1, max: 2 }),
  end: fc.constantFrom(...(Object.keys(ends) as ModelChat['end'][])),
  handoffs: fc.uniqueArray(fc.constantFrom(...handoffReasons), { maxLength: 2 }),
  endedAfter: hours,
  answersAfter: fc.option(hours),
  costMicros: fc.integer({ min: 0, max: 5_000_000 }),
  messages: fc.array(
    fc.record({
      after: hours,
      author: fc.constantFrom('contact', 'assistant', 'owner', 'system'),
      isEvent: fc.boolean(),
    }),
    { maxLength: 5 },
  ),
})

test('the figures are those that one counts by hand', async () => {
  const owner = await api.newOwner()
  await fc.assert(
    fc.asyncProperty(
      fc.array(chat, { maxLength: 12 }),
      fc.constantFrom(...zones),
      fc.constantFrom('day', 'week'),
      fc.option(fc.integer({ min: 1, max: 2 })),
      async (chats, tz, bucket, version) => {
        const job = await newJob(api.database.queries, owner)
        await owner.call('PUT', `/api/jobs/${job.id}`, { body: { action: 'publish', name: 'Spa' } })
        for (const model of chats) await store(job, model)

        const only = version === null ? '' : `&version=${version}`
        const query = `?from=${range.from}&to=${range.to}&tz=${tz}&bucket=${bucket}${only}`
        const found = await readFigures(owner, job.id, query)

        // Swedes write a day as computers do.
        const days = new Intl.DateTimeFormat('sv', { timeZone: tz })
        const dayOf = ({ startedAt }: ModelChat) => days.format(startedAt)
        const within = (from: string, to: string) =>
          chats.filter((one) => dayOf(one) >= from && dayOf(one) <= to)
        const ofVersion = (one: ModelChat) => version === null || one.version === version
        const now = within(range.from, range.to).filter(ofVersion)
        expectClose(found.totals, countPlainly(now))
        expectClose(
          found.previous,
          countPlainly(within('2026-10-03', '2026-10-19').filter(ofVersion)),
        )
        expect(found.range).toEqual({ ...range, tz, bucket })

        const dates = bucket === 'day' ? 17 : 3
        expect(found.series).toHaveLength(dates)
        for (const [index, row] of found.series.entries()) {
          const next = found.series[index + 1]?.date ?? '9999'
          const mine = now.filter((one) => dayOf(one) >= row.date && dayOf(one) < next)
          const { started, completed, handedOff } = countPlainly(mine)
          const messages = mine.reduce((sum, one) => sum + spoken(one).length, 0)
          expect(row).toEqual({ date: row.date, started, completed, handedOff, messages })
        }
        for (const row of found.versions) {
          const mine = within(range.from, range.to).filter((one) => one.version === row.number)
          const { completionRate } = countPlainly(mine)
          expect(row).toMatchObject({ sessions: mine.length, completionRate })
        }
        const reasons = handoffReasons
          .map((reason) => ({
            reason,
            count: now.filter((one) => one.handoffs.includes(reason)).length,
          }))
          .filter(({ count }) => count > 0)
        expect(found.handoffReasons).toHaveLength(reasons.length)
        expect(found.handoffReasons).toEqual(expect.arrayContaining(reasons))
      },
    ),
    { numRuns: 25 },
  )
})

/** Medians are fractions; all else is exact. */
function expectClose(found: Record<string, unknown>, expected: Record<string, unknown>): void {
  const rounded = (figures: Record<string, unknown>) =>
    Object.fromEntries(
      Object.entries(figures).map(([name, value]) => [
        name,
        typeof value === 'number' ? Math.round(value * 1e6) / 1e6 : value,
      ]),
    )
  expect(rounded(found)).toEqual(rounded(expected))
}

test('without a period it is the thirty days up to today of the owner', async () => {
  const owner = await api.newOwner()
  const { id } = await newJob(api.database.queries, owner, { status: 'draft' })

  const { range: period, series, funnel, totals } = await readFigures(owner, id)

  expect(period).toMatchObject({ tz: 'Asia/Kolkata', bucket: 'day' })
  expect(series).toHaveLength(30)
  expect(series.at(-1)?.date).toBe(
    new Intl.DateTimeFormat('sv', { timeZone: 'Asia/Kolkata' }).format(),
  )
  expect(funnel.map(({ fieldKey }) => fieldKey)).toEqual(['a', 'b', 'c'])
  expect(totals).toMatchObject({ started: 0, completionRate: null, costPerCompletionMinor: null })
})

test('a file holds the series', async () => {
  const owner = await api.newOwner()
  const { id } = await newJob(api.database.queries, owner)
  const query = '?format=csv&from=2026-01-01&to=2026-01-02'

  const { body, headers } = await owner.call('GET', `/api/jobs/${id}/analytics${query}`)

  expect(headers.get('content-disposition')).toContain('analytics-2026-01-01-2026-01-02.csv')
  expect(body).toBe(
    'date,started,completed,handed_off,messages\r\n2026-01-01,0,0,0,0\r\n2026-01-02,0,0,0,0\r\n',
  )
})

test.each([
  ['from=2026-01-02&to=2026-01-01', '#/to'],
  ['from=2020-01-01&to=2026-01-01', '#/to'],
  ['tz=Mars/Base', '#/tz'],
  ['from=soon', '#/from'],
  ['bucket=hour', '#/bucket'],
  ['version=0', '#/version'],
])('the query %s is refused at %s', async (query, pointer) => {
  const owner = await api.newOwner()
  const { id } = await newJob(api.database.queries, owner)

  const refused = await owner.call('GET', `/api/jobs/${id}/analytics?${query}`)

  expect(refused).toMatchObject({ status: 422, body: { errors: [{ pointer }] } })
})

test("another owner's job has no figures", async () => {
  const { id } = await newJob(api.database.queries, await api.newOwner())
  const stranger = await api.newOwner()

  expect((await stranger.call('GET', `/api/jobs/${id}/analytics`)).status).toBe(404)
})

test('the figures of one job are read from indexes, whatever else there is', async () => {
  const job = await newJob(api.database.queries, await api.newOwner())
  const { queries } = api.database
  const { id } = await insertChat(queries, { ...ends.completed, ownerId: job.ownerId })
  await insertMessage(queries, { id, ownerId: job.ownerId }, { seq: 0 })
  await queries.execute(sql`
    insert into chat_sessions select (jsonb_populate_record(s, jsonb_build_object(
      'id', 'ses_' || lpad(n::text, 26, '0'), 'job_id', case when n < 20 then ${job.id}::text end))).*
    from chat_sessions s, generate_series(1, 4000) n where s.id = ${id}`)
  await addMany(
    api.database,
    sql`
    insert into messages (id, owner_id, session_id, direction, author, seq, type, text, status,
      status_at, created_at, search_words)
    select 'msg_' || lpad((n * 10 + i)::text, 26, '0'), owner_id, 'ses_' || lpad(n::text, 26, '0'),
      direction, author, i, type, text, status, status_at, created_at, search_words
    from messages m, generate_series(1, 4000) n, generate_series(1, 5) i where m.session_id = ${id}`,
  )
  for (const table of ['chat_sessions', 'messages', 'form_data']) {
    await queries.execute(sql`analyze ${sql.identifier(table)}`)
  }

  const span = readPeriod({ bucket: 'day' }, 'UTC')
  const question = figuresOf({ jobId: job.id, span, version: undefined })
  const plan = JSON.stringify(await queries.execute(sql`explain ${question}`))

  expect(plan).toContain('chat_sessions_by_job')
  expect(plan).toContain('messages_seq')
  expect(plan).not.toMatch(/Seq Scan on (messages|chat_sessions)/)
})
