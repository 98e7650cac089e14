import { and, asc, desc, eq } from 'drizzle-orm'

import { messagesBefore } from '../src/chats/messages/list-messages.ts'
import { sessionsPage } from '../src/chats/sessions/list-sessions.ts'
import { matchesFilter } from '../src/chats/sessions/session-filter.ts'
import { beginningOf, piecesFrom } from '../src/chats/sessions/session-order.ts'
import { chatSessions, jobs, messages } from '../src/database/schema.ts'
import type { BenchOwner } from './databases.ts'
import { measureCost, measureGrowth } from './latency.ts'
import { openApi, type BenchApi } from './open-api.ts'
import { measurePlans } from './plans.ts'

const rounds = Number(process.env['BENCH_ROUNDS'] ?? 100)
const warmups = 5

interface Place {
  url: string
  owner: BenchOwner
}

/** The lists of chats and messages: by which plan, how fast on much data, and at what cost. */
export async function measureReading(small: Place, large: Place): Promise<void> {
  const first = await openApi(large.url)
  // Made by the same generator, but each database has ids of its own.
  const same = await makeQuestions(first, large.owner)
  await first.close()
  await measurePlans(large.url, large.owner.token, Object.values(same))
  const [before, after] = [await openApi(small.url), await openApi(large.url)]
  const questions = await makeQuestions(before, small.owner)
  const [ask, askOther] = [asker(before, small.owner), asker(after, large.owner)]
  // Until code is compiled and every connection knows its tables.
  for (let time = 0; time < warmups; time += 1) {
    for (const [name, path] of Object.entries(questions)) {
      await ask(path)
      await askOther(same[name] ?? path)
    }
  }
  for (const [name, path] of Object.entries(questions)) {
    await measureGrowth(name, {
      small: () => ask(path),
      large: () => askOther(same[name] ?? path),
      rounds,
    })
  }
  await measureCosts(after, large.owner, same)
  await Promise.all([before.close(), after.close()])
}

function asker({ app }: BenchApi, { token }: BenchOwner) {
  const headers = { authorization: `Bearer ${token}` }
  return async (path: string): Promise<void> => {
    const answer = await app.request(path, { headers })
    if (!answer.ok) throw new Error(`${path}: ${answer.status}`)
    await answer.arrayBuffer()
  }
}

/** Every filter and order of the list, kinds of searches, and a page of a chat's messages. */
async function makeQuestions(
  { services }: BenchApi,
  { id }: BenchOwner,
): Promise<Record<string, string>> {
  const { queries } = services.database
  const [job] = await queries
    .select({ id: jobs.id })
    .from(jobs)
    .where(eq(jobs.ownerId, id))
    .orderBy(asc(jobs.createdAt))
    .limit(1)
  const [chat] = await queries
    .select({ id: chatSessions.id })
    .from(chatSessions)
    .where(eq(chatSessions.ownerId, id))
    .orderBy(desc(chatSessions.messageCount))
    .limit(1)
  const day = (ago: number) => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10)
  const filters = {
    chats: '',
    'chats by window': 'sort=window',
    'chats by unread': 'sort=unread',
    'chats, active': 'status=active',
    'chats, owner': 'handler=owner',
    'chats, unread': 'attention=unread',
    'chats, handoff': 'attention=handoff,failed_message,window_closing',
    'chats, saved': 'saved=true',
    'chats of a job': `jobId=${job?.id}`,
    'chats of days': `from=${day(30)}&to=${day(10)}`,
    'search, name': 'q=anita',
    'search, number': 'q=5550101',
    'search, words': 'q=allergic',
    'search, all at once': `q=please&status=completed&jobId=${job?.id}&from=${day(100)}`,
  }
  const lists = Object.entries(filters).map(([name, query]) => [
    name,
    `/api/chats/sessions?limit=30&${query}`,
  ])
  return {
    ...Object.fromEntries(lists),
    'messages of a chat': `/api/chats/sessions/${chat?.id}/messages`,
  }
}

async function measureCosts(api: BenchApi, owner: BenchOwner, questions: Record<string, string>) {
  const { queries } = api.services.database
  const ask = asker(api, owner)
  const now = new Date()
  const matches = matchesFilter({ ownerId: owner.id, now, timeZone: 'Asia/Kolkata' }, {})
  const [piece] = piecesFrom(beginningOf('-lastActivityAt', now))
  const list = questions['chats'] ?? ''
  await measureCost('a whole page of chats', {
    request: () => ask(list),
    question: async () =>
      sessionsPage(queries, and(matches, piece?.where), {
        orderBy: piece?.orderBy ?? [],
        limit: 31,
      }),
    rounds,
  })
  const thread = questions['messages of a chat'] ?? ''
  const sessionId = thread.split('/')[4] ?? ''
  await measureCost('a whole page of words', {
    request: () => ask(thread),
    question: async () => messagesBefore(queries, eq(messages.sessionId, sessionId), 51),
    rounds,
  })
}
