import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { queryChannel, type ObservedQuery } from '@errand/database'
import { serve, type ServerType } from '@hono/node-server'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'

import { followRegistry } from '../edge/follow-registry.ts'
import { reportToRegistry } from '../edge/report-to-registry.ts'
import type { RolloutSource } from '../rollouts/evaluator.ts'
import { rollout, setUpTestRegistry } from '../testing/registry-fixture.ts'
import { remoteBuild } from '../testing/releases-fixture.ts'
import { findChannel, saveChannel } from './tables/queries.ts'

const fixture = setUpTestRegistry()
const { call, upload, newTeam, change } = fixture
const app = 'remote-jobs'
const caches = mkdtempSync(join(tmpdir(), 'errand-edges-'))
const stopping = new AbortController()
let server: ServerType
let port = 0

beforeAll(async () => {
  server = await listen(0)
  port = (server.address() as AddressInfo).port
  const team = await newTeam('remote-jobs')
  for (const version of ['1.0.0', '1.1.0', '1.2.0'])
    await upload(team, remoteBuild('remote-jobs', version, 10))
  await change('remote-jobs', rollout('1.0.0'))
})

afterAll(() => {
  stopping.abort()
  server.close()
  rmSync(caches, { recursive: true })
})

const listen = (on: number): Promise<ServerType> =>
  new Promise((resolve) => {
    const { fetch } = fixture.registry.routes
    const started = serve({ fetch, port: on, hostname: '127.0.0.1' }, () => resolve(started))
  })

/** Closes the registry's port as a kill would: what is connected is cut. */
function kill(): void {
  server.close()
  if ('closeAllConnections' in server) server.closeAllConnections()
}

const follow = (name: string): RolloutSource =>
  followRegistry({
    url: `http://127.0.0.1:${port}/registry`,
    token: fixture.registry.readerToken,
    cacheFile: join(caches, `${name}.json`),
    signal: stopping.signal,
  })

const versionAt = (edge: RolloutSource) =>
  edge.evaluator()?.decide('remote-jobs', 'visitor-1')?.version
const untilRuns = (edge: RolloutSource, version: string) =>
  vi.waitFor(() => expect(versionAt(edge)).toBe(version))

const toEverybody = (version: string) => {
  const forced = { ...rollout(version), replace: true, force: true }
  return change('remote-jobs', forced, { reason: 'planted' })
}

test('every edge receives a change, and one started without a registry uses the cached document', async () => {
  const edges = [follow('a'), follow('b')]
  for (const edge of edges) await untilRuns(edge, '1.0.0')

  await toEverybody('1.1.0')
  for (const edge of edges) await untilRuns(edge, '1.1.0')

  kill()
  const late = follow('a')
  expect(versionAt(late)).toBe('1.1.0')
  expect(edges.map((edge) => versionAt(edge))).toEqual(['1.1.0', '1.1.0'])

  server = await listen(port)
  await toEverybody('1.2.0')
  for (const edge of [edges[0], late]) if (edge) await untilRuns(edge, '1.2.0')
})

test('edges follow a restored database, whatever its revision', async () => {
  const edge = follow('d')
  await untilRuns(edge, '1.2.0')
  const revision = edge.evaluator()?.document.revision
  const { queries } = fixture.registry.database
  const channel = await findChannel(queries, 'remote-jobs')
  if (channel === undefined) throw new Error('It has no channel')

  const restore = async (row: typeof channel) => {
    await saveChannel(queries, row)
    // Whoever listens loses the connection.
    await queries.execute(
      sql`select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and query like 'listen %'`,
    )
  }

  await restore({ ...channel, candidate: null })
  await untilRuns(edge, '1.0.0')
  expect(edge.evaluator()?.document.revision).toBe(revision)
  await restore(channel)
  await untilRuns(edge, '1.2.0')
})

test('a damaged cache is ignored and replaced by the next document', async () => {
  writeFileSync(join(caches, 'c.json'), '{"channels":')
  const edge = follow('c')
  expect(edge.evaluator()).toBeUndefined()

  await untilRuns(edge, '1.2.0')
  expect(JSON.parse(readFileSync(join(caches, 'c.json'), 'utf8'))).toHaveProperty('channels')
})

/** Reports until the test ends what an edge cannot serve of the releases that the source names. */
function report(source: RolloutSource, { token, name }: { token: string; name: string }) {
  const releases = { damaged: () => ({ [`${app}@1.0.0`]: 'It is not there' }) }
  const { signal } = stopping
  const url = `http://127.0.0.1:${port}/registry`
  void reportToRegistry({ url, token, name, releases, source, signal })
}

test('a report is accepted for any machine name', async () => {
  const source = follow('e')
  await vi.waitFor(() => expect(source.evaluator()).toBeDefined())
  report(source, { token: fixture.registry.readerToken, name: 'Büro Mac (2):3000' })

  await vi.waitFor(async () =>
    expect((await call('GET', `/apps/${app}`)).body).toMatchObject({
      damaged: [{ version: '1.0.0', edge: 'B-ro-Mac--2-:3000' }],
    }),
  )
})

test('an edge whose reports are refused logs it once', async () => {
  const source = follow('f')
  await vi.waitFor(() => expect(source.evaluator()).toBeDefined())
  const written = vi.spyOn(console, 'log').mockImplementation(() => {})
  const requests = vi.spyOn(globalThis, 'fetch')
  report(source, { token: 'unknown', name: 'f' })

  const address = `http://127.0.0.1:${port}/registry/edges/f`
  const sent = () => requests.mock.calls.filter(([url]) => url === address)
  await vi.waitFor(() => expect(sent().length).toBeGreaterThan(2), { timeout: 20_000 })
  const lines = written.mock.calls.map(([line]) => JSON.parse(line))
  expect(lines.filter(({ message }) => message === 'report refused')).toMatchObject([
    { stack: expect.stringContaining('answered 401') },
  ])
  vi.restoreAllMocks()
})

test('a known document is answered with 304', async () => {
  const { headers } = await call('GET', '/document')
  const etag = { 'if-none-match': headers.get('etag') ?? '' }
  expect((await call('GET', '/document', { headers: etag })).status).toBe(304)
  await change('remote-jobs', { type: 'rollback' })
  expect((await call('GET', '/document', { headers: etag })).status).toBe(200)
})

test('an unchanged document is read from the database once', async () => {
  const document = () => call('GET', '/document')
  const { body, headers } = await document()
  // Nor has an edge that says what pages were given.
  await call('POST', '/edges/a:1', { body: { damaged: {}, exposures: [] } })
  const seen: string[] = []
  const listener = (query: unknown) => void seen.push((query as ObservedQuery).statement)
  queryChannel.start.subscribe(listener)
  const again = await document()
  queryChannel.start.unsubscribe(listener)

  expect(again.body).toEqual(body)
  expect(again.headers.get('etag')).toBe(headers.get('etag'))
  expect(seen).toEqual([])

  const other = await fixture.open()
  const reader = { authorization: `Bearer ${other.readerToken}` }
  const etagThere = async () =>
    (await other.routes.request('/registry/document', { headers: reader })).headers.get('etag')
  expect(await etagThere()).toBe(headers.get('etag'))
  await toEverybody('1.1.0')
  const changed = (await document()).headers.get('etag')
  expect(changed).not.toBe(headers.get('etag'))
  // Sooner than a registry asks again that has received of nothing.
  await vi.waitFor(async () => expect(await etagThere()).toBe(changed), { timeout: 8_000 })
  await other.close()
})
