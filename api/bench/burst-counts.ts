import { sql, type SQL } from 'drizzle-orm'

import type { BenchApi } from './open-api.ts'
import { creditMicros, type Shop } from './shops.ts'

/** What was written to whom. */
export interface Burst {
  contacts: number
  texts: number
  shops: Shop[]
}

/** Whether everything that was told is worked in, and everything that is to be said has arrived. */
export async function isQuiet(api: BenchApi, { texts }: Burst): Promise<boolean> {
  const left = await ask(
    api,
    sql`select
      (select count(*) from webhook_events where attempts < 9)::int as webhooks,
      (select count(*) from messages where direction = 'in')::int as stored,
      (select count(*) from assistant_runs where finished_at is null)::int as runs,
      (select count(*) from messages where direction = 'out' and status in ('queued', 'sent'))::int
        as moving`,
  )
  return left.stored === texts && left.webhooks === 0 && left.runs === 0 && left.moving === 0
}

/** What is there when it is quiet. */
export async function countBurst(api: BenchApi, { shops }: Burst) {
  const messages = await ask(
    api,
    sql`select count(*)::int as stored, count(distinct provider_id)::int as told
      from messages where direction = 'in'`,
  )
  const replies = await ask(
    api,
    sql`select coalesce(sum(said), 0)::int as answers,
        count(*) filter (where said = 1)::int as "chatsWithOne"
      from (select session_id, count(*) as said from messages
        where author = 'assistant' and status = 'delivered' group by session_id) as chats`,
  )
  const lost = await ask(
    api,
    sql`select count(*)::int as unanswered from messages where direction = 'in' and not exists (
      select from assistant_runs as runs where runs.session_id = messages.session_id
        and runs.state = 'done' and messages.seq between runs.seq_from and runs.seq_to)`,
  )
  return {
    ...messages,
    ...replies,
    ...lost,
    ...(await countMoney(api, shops)),
    withheld: await whyNot(api),
  }
}

async function countMoney(api: BenchApi, shops: Shop[]) {
  const { unitPriceMicros } = api.services.billing.prices
  const { lines, taken, balance } = await ask(
    api,
    sql`select count(*) filter (where kind = 'usage')::int as lines,
        coalesce(sum(micros) filter (where kind <> 'top_up'), 0)::text as taken,
        (select sum(balance_micros) from accounts)::text as balance
      from ledger_entries`,
  )
  const price = unitPriceMicros * BigInt(lines)
  const isExact =
    BigInt(taken) === -price && BigInt(balance) === creditMicros * BigInt(shops.length) - price
  return { lines: Number(lines), isExact }
}

/** Why runs came to an end without a reply. */
async function whyNot({ services }: BenchApi): Promise<string> {
  const rows = await rowsOf(
    services,
    sql`select coalesce(stop_reason, state) as reason, count(*)::int as total
      from assistant_runs where state <> 'done' group by 1 order by 2 desc`,
  )
  return rows.map(({ reason, total }) => `${total} ${reason}`).join(', ')
}

async function ask({ services }: BenchApi, question: SQL) {
  const [row] = await rowsOf(services, question)
  return row
}

async function rowsOf(
  { database }: BenchApi['services'],
  question: SQL,
  // oxlint-disable-next-line typescript/no-explicit-any -- the columns stand in the question
): Promise<any[]> {
  const { rows } = (await database.queries.execute(question)) as { rows: unknown[] }
  return rows
}
