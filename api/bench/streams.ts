import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { Agent, get, type IncomingMessage } from 'node:http'

import { Client } from 'pg'

import { tokenOfCopy } from './databases.ts'
import { megabytes, quantile, report } from './figures.ts'
import { tidyMemory } from './processes.ts'

const streams = 1000
/** As many as one owner may have. */
const streamsOfOne = 50
const most = 100 * 1024 * 1024
const rounds = 5

/** Opens event streams, and tells all of their owners something. */
export async function measureStreams(
  server: ChildProcess,
  url: string,
  databaseUrl: string,
): Promise<void> {
  const agent = new Agent({ maxSockets: Infinity })
  const before = await tidyMemory(server)
  const open: IncomingMessage[] = []
  for (let index = 0; index < streams; index += 50) {
    const some = Array.from({ length: 50 }, (_, at) =>
      listen(agent, url, Math.floor((index + at) / streamsOfOne) + 1),
    )
    open.push(...(await Promise.all(some)))
  }
  const taken = (await tidyMemory(server)) - before
  report({
    name: 'streams',
    threshold: `< ${megabytes(most)}`,
    measured: `${megabytes(taken)} for ${streams} open streams`,
    isMet: taken < most,
  })
  const client = new Client({ connectionString: databaseUrl })
  await client.connect()
  const times: number[] = []
  for (let round = 0; round < rounds; round += 1) times.push(await reachAll(open, client))
  await client.end()
  agent.destroy()
  const slowest = Math.max(...times)
  report({
    name: 'events',
    threshold: '< 1 s to all streams',
    measured: `${slowest.toFixed(0)} ms at most, ${quantile(times, 0.5).toFixed(0)} ms in the middle`,
    isMet: slowest < 1000,
  })
}

async function listen(agent: Agent, url: string, owner: number): Promise<IncomingMessage> {
  const request = get(`${url}/api/events`, {
    agent,
    headers: { authorization: `Bearer ${tokenOfCopy(owner)}` },
  })
  const [response] = (await once(request, 'response')) as [IncomingMessage]
  if (response.statusCode !== 200)
    throw new Error(`A stream was answered with ${response.statusCode}`)
  await once(response, 'data')
  response.on('error', () => {})
  return response
}

/** From the commit to the last stream that has it. */
async function reachAll(open: readonly IncomingMessage[], client: Client): Promise<number> {
  const told = Promise.all(open.map((stream) => untilTold(stream)))
  const uids = Array.from({ length: streams / streamsOfOne }, (_, index) => `bench-${index + 1}`)
  await client.query('begin')
  await client.query(
    `with owner as (update users set event_seq = event_seq + 1 where uid = any($1) returning id, event_seq)
     insert into events (owner_id, seq, type, data, at) select id, event_seq, 'job.updated', '{"bench":true}', now() from owner`,
    [uids],
  )
  await client.query(`select pg_notify('owner_events', '')`)
  const start = performance.now()
  await client.query('commit')
  await told
  return performance.now() - start
}

function untilTold(stream: IncomingMessage): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const hear = (chunk: Buffer) => {
    if (!chunk.includes('"bench":true')) return
    stream.off('data', hear)
    resolve()
  }
  stream.on('data', hear)
  return promise
}
