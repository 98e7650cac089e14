import { freePort } from '@errand/database/testing'
import { serve, type ServerType } from '@hono/node-server'
import { Hono } from 'hono'
import { afterAll, expect, onTestFinished, test, vi } from 'vitest'

import { edgeReportSchema, type EdgeReport } from '../../rollouts/edge-report.ts'
import { maxExposures, type Exposure } from '../../rollouts/exposure.ts'
import { startServer } from '../../testing/local-registry.ts'
import { chats, host, known, newKey, setUpReportingPage } from '../../testing/reporting-page.ts'
import { reportToRegistry } from '../report-to-registry.ts'

const { source, releasesDir, startReceiving, takeExposures, open, say } = setUpReportingPage()

/** A registry that takes reports, and answers as it is told to. */
async function startRegistry() {
  const reports: EdgeReport[] = []
  const answer: { status: number; keys: { id: string; key: string }[] | undefined } = {
    status: 204,
    keys: undefined,
  }
  const app = new Hono()
    .get('/registry/document', (c) => c.json(source.evaluator()?.document))
    .post('/registry/edges/:name', async (c) => {
      if (answer.status >= 400) return c.text('', answer.status as 503)
      reports.push(edgeReportSchema.parse(await c.req.json()))
      return answer.keys === undefined ? c.body(null, 204) : c.json({ keys: answer.keys })
    })
  const server = await new Promise<ServerType>((resolve) => {
    const started = serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' }, () =>
      resolve(started),
    )
  })
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : 0
  const url = `http://127.0.0.1:${port}/registry`
  return {
    reports,
    answer,
    url,
    server,
    exposures: () => reports.flatMap(({ exposures }) => exposures),
    /** Lets an edge report to it. */
    listenTo(receiving: ReturnType<typeof startReceiving>): void {
      void reportToRegistry({
        url,
        token: undefined,
        name: 'edge',
        signals: receiving.signals,
        releases: receiving.releases,
        source,
        signal: stopping.signal,
        pauseMs: 20,
      })
    },
  }
}
const stopping = new AbortController()
afterAll(() => stopping.abort())

test('edges accept each other’s tokens while the registry provides their keys', async () => {
  const registry = await startRegistry()
  onTestFinished(() => void registry.server.close())
  const [one, two] = [startReceiving(), startReceiving()]
  const own = await open('/chats', { at: one.edge })
  const isAccepted = async (token: string | undefined) => {
    takeExposures(two.signals)
    await say({ token, app: 'remote-chats', status: 'left' }, { at: two.edge })
    return takeExposures(two.signals).length === 1
  }
  expect(await isAccepted(own.token)).toBe(false)

  registry.answer.keys = [newKey('today')]
  for (const each of [one, two]) registry.listenTo(each)
  const until = (id: string) =>
    vi.waitFor(async () => {
      for (const each of [one, two])
        expect((await open('/chats', { at: each.edge })).token).toMatch(new RegExp(`^${id}~`))
    })
  await until('today')
  const { token } = await open('/chats', { at: one.edge })
  expect(await isAccepted(token)).toBe(true)

  registry.answer.keys = [newKey('tomorrow'), ...registry.answer.keys]
  await until('tomorrow')
  const yesterday = await open('/chats', { at: one.edge })
  expect(await isAccepted(yesterday.token)).toBe(true)
  registry.answer.keys = [newKey('later')]
  await until('later')
  expect(await isAccepted(yesterday.token)).toBe(false)

  // An older registry: each edge believes itself.
  registry.answer.keys = undefined
  await until('own-.+')
})

test('reports collected while the registry is unavailable are sent in parts when it is back', async () => {
  const registry = await startRegistry()
  onTestFinished(() => void registry.server.close())
  registry.answer.status = 503
  const receiving = startReceiving()
  registry.listenTo(receiving)
  const pages = maxExposures + 200
  for (let page = 0; page < pages; page += 1) await open('/login', { at: receiving.edge })
  const { token } = await open('/login', { at: receiving.edge })
  await say({ token, app: 'host', status: 'ready', ms: 5 }, { at: receiving.edge })

  registry.answer.status = 204
  await vi.waitFor(() => expect(registry.exposures()).toHaveLength(pages + 1))
  expect(registry.exposures().at(-1)).toMatchObject({ ...host, verdict: 'ready', readyMs: 5 })
  expect(new Set(registry.exposures().map(({ id }) => id)).size).toBe(pages + 1)
  await vi.waitFor(() => expect(receiving.signals.queue.size()).toBe(0))
})

test('a stopping edge first sends all waiting reports', async () => {
  const registry = await startRegistry()
  onTestFinished(() => void registry.server.close())
  const port = String(await freePort())
  const edge = await startServer('edge/server.ts', {
    PORT: port,
    DATA_DIR: releasesDir,
    RELEASES_DIR: releasesDir,
    REGISTRY_URL: registry.url,
    REGISTRY_TOKEN: 'token',
    FIREBASE_API_KEY: 'key',
  })
  registry.answer.status = 503
  const headers = { accept: 'text/html', cookie: known }
  const pages = maxExposures + 1
  for (let page = 0; page < pages; page += 1)
    await (await fetch(`http://127.0.0.1:${port}/login`, { headers })).text()

  registry.answer.status = 204
  expect(await edge.stop()).toBe(0)
  expect(registry.exposures()).toHaveLength(pages)
})

test('an invalid report does not block later ones', async () => {
  const registry = await startRegistry()
  onTestFinished(() => void registry.server.close())
  registry.answer.status = 422
  const receiving = startReceiving()
  registry.listenTo(receiving)
  await open('/login', { at: receiving.edge })
  await vi.waitFor(() => expect(receiving.signals.queue.size()).toBe(0))

  registry.answer.status = 204
  await open('/chats', { at: receiving.edge })
  await vi.waitFor(() => expect(registry.exposures()).toMatchObject([host, chats]))
  // By the clock that says when they were given.
  for (const { sentAt, exposures } of registry.reports) {
    for (const { at } of exposures) expect(sentAt).toBeGreaterThanOrEqual(at)
  }
})

test('of more than 50 000 waiting reports the oldest thousand are dropped and logged', async () => {
  const log = vi.spyOn(console, 'log').mockReturnValue()
  onTestFinished(() => log.mockRestore())
  const { queue } = startReceiving().signals
  const exposure = (id: number): Exposure => ({
    id: String(id).padStart(16, '0'),
    app: 'host',
    version: '1.0.0',
    arm: 'stable',
    at: id,
  })
  for (let id = 0; id < 50_003; id += 1) queue.add(exposure(id))

  expect(queue.size()).toBe(49_003)
  const part = queue.nextPart()
  expect(part[0]?.at).toBe(1000)
  queue.removePart()
  queue.removePart()
  expect(log.mock.calls.flat()).toEqual([expect.stringContaining('1000 page reports were lost')])
})

test('of a flood of forged and repeated beacons only one counts', async () => {
  const { edge, signals } = startReceiving()
  const { token = '' } = await open('/chats', { at: edge })
  takeExposures(signals)
  const [text, signature] = [token.slice(0, -43), token.slice(-43)]
  const failed = { app: 'remote-chats', status: 'failed', kind: 'render' }
  for (let each = 0; each < 50_000; each += 1) {
    // Of pages that nobody was given, and of the only one that was.
    const forged = text.replace(/~[^~]+~/, `~${String(each).padStart(36, '0')}~`)
    signals.receive({ ...failed, token: `${forged}${signature}` })
    signals.receive({ ...failed, token })
  }
  expect(takeExposures(signals)).toMatchObject([{ ...chats, verdict: 'failed' }])
  expect(signals.queue.size()).toBe(0)
})
