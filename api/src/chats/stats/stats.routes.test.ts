import { chatStatsSchema, type ChatStats } from '@errand/contract/chats/stats'
import { sql } from 'drizzle-orm'
import fc from 'fast-check'
import { expect, test } from 'vitest'

import { addMany } from '../../../test/add-many.ts'
import { insertChat, insertMessage } from '../../../test/chat-rows.ts'
import { expectProblem } from '../../../test/expect-problem.ts'
import { setPreferences } from '../../../test/owner-preferences.ts'
import { ownerIdOf } from '../../../test/owner-id.ts'
import { useTestApi, type Person } from '../../../test/test-api.ts'
import { addDays, dayOf, mondayOf, startOfDay } from '../../period/days.ts'
import { readPeriod } from '../../period/read-period.ts'
import { begunIn } from './begun.repo.ts'
import { saidIn } from './said.repo.ts'

const api = useTestApi()
const minute = 60_000

interface SaidBefore {
  at: Date
  author: 'contact' | 'assistant' | 'owner' | 'system'
  type: 'text' | 'event'
  status: 'received' | 'sent' | 'failed'
  isRead: boolean
}
interface ChatBefore {
  at: Date
  job: number | undefined
  status: 'active' | 'completed' | 'closed'
  isHandedOff: boolean
  messages: SaidBefore[]
}

const base = Date.parse('2026-03-20T00:00:00Z')
const moments = fc.integer({ min: 0, max: 20 * 24 * 60 }).map((n) => new Date(base + n * minute))
const messageArbitrary = fc
  .record({
    after: fc.integer({ min: 0, max: 3000 }),
    author: fc.constantFrom('contact' as const, 'assistant', 'owner', 'system'),
    isEvent: fc.boolean(),
    hasFailed: fc.boolean(),
    isRead: fc.boolean(),
  })
  .map(({ isEvent, hasFailed, ...rest }) => ({
    ...rest,
    type: isEvent && rest.author === 'system' ? ('event' as const) : ('text' as const),
    status:
      rest.author === 'contact'
        ? ('received' as const)
        : hasFailed
          ? ('failed' as const)
          : ('sent' as const),
  }))
const chatArbitrary = fc
  .record({
    at: moments,
    job: fc.option(fc.constantFrom(0, 1), { nil: undefined }),
    status: fc.constantFrom('active' as const, 'completed', 'closed'),
    isHandedOff: fc.boolean(),
    messages: fc.array(messageArbitrary, { maxLength: 6 }),
  })
  .map((chat) => ({
    ...chat,
    messages: chat.messages
      .toSorted((one, other) => one.after - other.after)
      .map(({ after, ...rest }) => ({ ...rest, at: new Date(chat.at.getTime() + after * minute) })),
  }))

async function store(owner: Person, chats: ChatBefore[], jobIds: string[]): Promise<void> {
  const ownerId = await ownerIdOf(api, owner)
  for (const { at, job, status, isHandedOff, messages } of chats) {
    const row = await insertChat(api.database.queries, {
      ownerId,
      createdAt: at,
      lastActivityAt: messages.at(-1)?.at ?? at,
      jobId: job === undefined ? null : (jobIds[job] ?? null),
      status,
      ...(status !== 'active' && { closeReason: status === 'completed' ? 'completed' : 'idle' }),
      ...(status === 'closed' && { closedAt: at }),
      // The assistant may have it back by now.
      ...(isHandedOff && { handoffReasons: ['customer_request'] }),
    })
    for (const [index, { at: createdAt, isRead, ...message }] of messages.entries()) {
      await insertMessage(api.database.queries, row, {
        ...message,
        seq: index + 1,
        direction: message.author === 'contact' ? 'in' : 'out',
        createdAt,
        readByOwnerAt: isRead ? createdAt : null,
      })
    }
  }
}

/** The same figures, counted one row after the other. */
function countNaively(chats: ChatBefore[], start: Date, end: Date): ChatStats['totals'] {
  const isIn = ({ at }: { at: Date }) => at >= start && at < end
  const begun = chats.filter(isIn)
  const said = chats.flatMap(({ messages }) => messages).filter(isIn)
  const spoken = said.filter(({ type }) => type !== 'event')
  const by = (author: SaidBefore['author']) => spoken.filter((one) => one.author === author)
  const replies = begun.flatMap(({ messages }) => {
    const first = messages.findIndex(({ author }) => author === 'contact')
    const reply = messages.find(
      ({ author, status }, index) =>
        first !== -1 &&
        index > first &&
        (author === 'assistant' || author === 'owner') &&
        status === 'sent',
    )
    const asked = messages[first]
    return reply === undefined || asked === undefined
      ? []
      : [(reply.at.getTime() - asked.at.getTime()) / 1000]
  })
  const sent = by('assistant').length + by('owner').length
  return {
    sessions: begun.length,
    inbound: by('contact').length,
    outbound: spoken.length - by('contact').length,
    unread: by('contact').filter(({ isRead }) => !isRead).length,
    completed: begun.filter(({ status }) => status === 'completed').length,
    handoffs: begun.filter(({ isHandedOff }) => isHandedOff).length,
    failed: spoken.filter(({ status }) => status === 'failed').length,
    medianFirstReplySeconds: median(replies),
    assistantShare: sent === 0 ? null : by('assistant').length / sent,
  }
}

function median(values: number[]): number | null {
  const ordered = values.toSorted((one, other) => one - other)
  const [low, high] = [
    ordered[Math.floor((ordered.length - 1) / 2)],
    ordered[Math.ceil((ordered.length - 1) / 2)],
  ]
  return low === undefined || high === undefined ? null : (low + high) / 2
}

async function newJobs(owner: Person): Promise<string[]> {
  const ids = []
  for (const name of ['Bookings', 'Orders']) {
    const { body } = await owner.call('POST', '/api/jobs', { body: { name } })
    ids.push(body.job.id as string)
  }
  return ids
}

test('the figures are those of a count by hand, in any zone, for any job', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(chatArbitrary, { maxLength: 12 }),
      fc.constantFrom('Asia/Kolkata', 'America/New_York', 'Europe/Berlin', 'UTC'),
      fc.option(fc.constantFrom(0, 1), { nil: undefined }),
      fc.constantFrom('day' as const, 'week' as const),
      async (chats, tz, job, bucket) => {
        const owner = await api.newOwner()
        const jobIds = await newJobs(owner)
        await store(owner, chats, jobIds)
        const wanted = chats.filter((chat) => job === undefined || chat.job === job)
        // The clocks of Berlin change in it, those of New York in the period before.
        const [from, to] = ['2026-03-27', '2026-04-03']
        const ofJob = job === undefined ? '' : `&jobId=${jobIds[job]}`
        const path = `/api/chats/stats?from=${from}&to=${to}&tz=${tz}&bucket=${bucket}${ofJob}`

        const stats = chatStatsSchema.parse((await owner.call('GET', path)).body)

        const start = startOfDay(from, tz)
        const end = startOfDay(addDays(to, 1), tz)
        expect(stats.totals).toEqual(countNaively(wanted, start, end))
        const before = startOfDay(addDays(from, -8), tz)
        expect(stats.previous).toEqual(countNaively(wanted, before, start))

        const inbound = wanted
          .flatMap(({ messages }) => messages)
          .filter(({ at, author }) => author === 'contact' && at >= start && at < end)
        const bucketOf = (at: Date) => {
          const day = dayOf(at, tz)
          return bucket === 'week' ? mondayOf(day) : day
        }
        for (const { date, inbound: count } of stats.series) {
          expect(count).toBe(inbound.filter(({ at }) => bucketOf(at) === date).length)
        }
        expect(stats.series).toHaveLength(bucket === 'week' ? 2 : 8)
        const hourOf = (at: Date) =>
          Number(at.toLocaleString('en-GB', { timeZone: tz, hour: '2-digit', hourCycle: 'h23' }))
        expect(stats.byHour).toEqual(
          Array.from(
            { length: 24 },
            (_, hour) => inbound.filter(({ at }) => hourOf(at) === hour).length,
          ),
        )
        for (const [index, id] of jobIds.entries()) {
          const sessions = wanted.filter(
            (chat) => chat.job === index && chat.at >= start && chat.at < end,
          ).length
          const row = stats.byJob.find(({ jobId }) => jobId === id)
          expect(row?.sessions ?? 0).toBe(sessions)
        }
      },
    ),
    { numRuns: 25 },
  )
})

test('days are those of the owner; nothing happened is said in full; others see none of it', async () => {
  const owner = await api.newOwner()
  const ownerId = await ownerIdOf(api, owner)
  const timeZone = 'Pacific/Auckland'
  await setPreferences(api.database.queries, ownerId, { business: { timeZone } })
  const at = new Date('2026-03-09T12:00:00Z')
  const chat = await insertChat(api.database.queries, { ownerId, createdAt: at })
  await insertMessage(api.database.queries, chat, { seq: 1, createdAt: at })
  const path = '/api/chats/stats?from=2026-03-09&to=2026-03-10'

  const { body } = await owner.call('GET', path)
  expect(body.range).toEqual({
    from: '2026-03-09',
    to: '2026-03-10',
    tz: timeZone,
    bucket: 'day',
  })
  expect(body.series.map(({ inbound }: { inbound: number }) => inbound)).toEqual([0, 1])
  expect(body.byHour[1]).toBe(1)

  const other = await api.newOwner()
  const { body: nothing } = await other.call('GET', path)
  expect(nothing.totals).toMatchObject({
    sessions: 0,
    inbound: 0,
    assistantShare: null,
    medianFirstReplySeconds: null,
  })
  expect(nothing.series).toHaveLength(2)
})

test('without a period it is about thirty days up to today; a turned one is refused', async () => {
  const owner = await api.newOwner()
  const { body } = await owner.call('GET', '/api/chats/stats')
  expect(body.series).toHaveLength(30)
  expectProblem(await owner.call('GET', '/api/chats/stats?from=2026-03-02&to=2026-03-01'), 422)
  expectProblem(await owner.call('GET', '/api/chats/stats?tz=Mars/Olympus'), 422)
})

test('both questions are answered from indexes', async () => {
  const { queries } = api.database
  const owner = await api.newOwner()
  const ownerId = await ownerIdOf(api, owner)
  const rows = sql`generate_series(1, 20000) n`
  for (const of of [ownerId, await ownerIdOf(api, await api.newOwner())]) {
    const chat = await insertChat(queries, { ownerId: of })
    await addMany(
      api.database,
      sql`
      insert into messages (id, owner_id, session_id, direction, author, seq, type, text, status,
        status_at, created_at, search_words)
      select 'msg_' || ${of.slice(-16)} || lpad(n::text, 10, '0'), ${of}, ${chat.id}, 'in',
        'contact', n, 'text', '', 'received', '{}', now() - n * interval '1 hour', ''
      from ${rows}`,
    )
  }
  await queries.execute(sql`analyze messages`)
  const span = readPeriod({ bucket: 'day' }, 'Asia/Kolkata')
  const plan = async (question: ReturnType<typeof saidIn>) =>
    JSON.stringify(await queries.execute(sql`explain ${question}`))
  const cohort = { ownerId, jobId: undefined, span }

  expect(await plan(saidIn(cohort))).toContain('messages_by_owner')
  expect(await plan(begunIn(cohort))).not.toContain('Seq Scan on messages')
})
