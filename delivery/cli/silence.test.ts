import { on, once } from 'node:events'
import { mkdirSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { problemSchema } from '@errand/contract/problem'
import { afterAll, afterEach, beforeEach, expect, test, vi } from 'vitest'

import { emptyChannel } from '../rollouts/channel.ts'
import { createKeyPair } from '../signing/keys.ts'
import { setUpTestEdge } from '../testing/edge-fixture.ts'
import { errand } from '../testing/local-registry.ts'
import { hostBuild, remoteBuild } from '../testing/releases-fixture.ts'

type Exchange = [request: IncomingMessage, response: ServerResponse]

/** Called with each request that nothing else answers: a registry that hangs. */
let arrive: (exchange: Exchange) => void = () => {}
const app = 'remote-jobs'
const channel = { ...emptyChannel(app), lineage: ['1.1.0', '1.0.0'], changedAt: null }
const answers: Record<string, unknown> = {
  '/registry/apps': { apps: [{ app, channel, fitsHost: true }] },
  [`/registry/audit?app=${app}&limit=1000`]: { audit: [] },
}
let isHung = false
const registry = createServer((request, response) => {
  const answer = isHung ? undefined : answers[request.url ?? '']
  if (answer === undefined) arrive([request, response])
  else response.end(JSON.stringify(answer))
})
await new Promise<void>((resolve) => registry.listen(0, '127.0.0.1', resolve))
const url = `http://127.0.0.1:${(registry.address() as AddressInfo).port}`
const { edge } = setUpTestEdge([hostBuild()], { REGISTRY_URL: `${url}/registry` })

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }))
afterEach(() => {
  isHung = false
  vi.useRealTimers()
})
afterAll(() => {
  registry.closeAllConnections()
  registry.close()
})

const nextRequest = (): Promise<Exchange> =>
  new Promise((resolve) => {
    arrive = resolve
  })
const run = (args: string[], more: Record<string, string> = {}) =>
  errand(args, {
    DATA_DIR: join(tmpdir(), 'errand-nobody'),
    ERRAND_REGISTRY: url,
    ERRAND_EDGE: url,
    ERRAND_TOKEN: 'token',
    ERRAND_SIGNING_KEY: createKeyPair().privateKey,
    ...more,
  })
const answer = ([, response]: Exchange, body: unknown) => void response.end(JSON.stringify(body))

test.each([
  [['status'], `The registry at ${url}/registry has not answered within 10 s.\n`],
  [['why', 'vAyIaUH1s0E321W9CR-sLk'], `The edge at ${url} does not answer.`],
])('%s waits ten seconds for an answer and no longer', async (args, sentence) => {
  isHung = true
  const asked = nextRequest()
  const ended = run(args)
  await asked
  await vi.advanceTimersByTimeAsync(10_000)

  expect(await ended).toMatchObject({
    code: 3,
    stdout: '',
    stderr: expect.stringContaining(sentence),
  })
})

test.each([
  ['The rollback', ['rollback', app]],
  ['The kill', ['kill', app, '1.1.0']],
])('%s without an answer is reported as uncertain', async (action, args) => {
  const hung = nextRequest()
  const ended = run(args)
  await hung
  await vi.advanceTimersByTimeAsync(10_000)
  const doubt = `${action} may have happened: "npx pnpm errand history remote-jobs" says so.\n`
  expect(await ended).toMatchObject({ code: 3, stderr: expect.stringContaining(doubt) })

  const broken = nextRequest()
  const lost = run(args)
  void (await broken)[1].destroy()
  expect(await lost).toMatchObject({ code: 3, stderr: expect.stringContaining(doubt) })

  // What is only tried happens in no case.
  const tried = nextRequest()
  const without = run([...args, '--dry-run'])
  await tried
  await vi.advanceTimersByTimeAsync(10_000)
  expect((await without).stderr).not.toContain('may have happened')
})

test('a change that was never sent is not reported as uncertain', async () => {
  // No TLS is spoken there.
  const ERRAND_REGISTRY = url.replace('http:', 'https:')
  const ended = await run(['tokens', 'remove', app], { ERRAND_REGISTRY })
  expect(ended).toMatchObject({ code: 3, stderr: expect.stringContaining('cannot be reached') })
  expect(ended.stderr).not.toContain('may have happened')
})

test('an internal error has its own exit code', async () => {
  const asked = nextRequest()
  isHung = true
  const ended = run(['status'])
  const [, response] = await asked
  const detail = "The disk of the registry's database is full, so nothing was changed."
  const problem = { type: 'https://errors.local/internal', title: 'A disk is full', status: 507 }
  response.statusCode = 507
  response.end(JSON.stringify({ ...problem, code: 'internal', traceId: 'abc', detail }))
  expect(await ended).toMatchObject({ code: 5, stderr: `${detail} (trace abc)\n` })

  // Nor is one of this machine: a folder where a file has to be written.
  const dist = remoteBuild(app, '1.2.0', 10)
  mkdirSync(join(dist, 'release.sig.json'))
  const failed = await run(['release', app, '--dist', dist])
  expect(failed).toMatchObject({
    code: 5,
    stderr: expect.stringMatching(/^It failed on .* EISDIR/),
  })
})

test('release waits while the registry processes the upload', async () => {
  const sent = nextRequest()
  const ended = run(['release', app, '--dist', remoteBuild(app, '1.2.0', 10)])
  const exchange = await sent
  await vi.advanceTimersByTimeAsync(60_000)
  answer(exchange, { isNew: true })
  expect(await ended).toMatchObject({ code: 0 })
})

test('the edge forwards slow uploads, and gives up on a registry that does not answer', async () => {
  const reading = nextRequest()
  const read = edge.request('/registry/apps/remote-jobs')
  await reading
  await vi.advanceTimersByTimeAsync(10_000)
  const response = await read
  expect(response.status).toBe(503)
  expect(problemSchema.parse(await response.json())).toMatchObject({
    code: 'service_unavailable',
    detail: 'The registry has not answered within 10 s.',
  })

  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>()
  const writer = writable.getWriter()
  const arrived = nextRequest()
  const upload = edge.request(`/registry/apps/${app}/releases`, {
    method: 'POST',
    body: readable,
    duplex: 'half',
  } as RequestInit)
  void writer.write(new Uint8Array(1))
  const [request, released] = await arrived
  const received = on(request, 'data')
  const ended = once(request, 'end')
  for (const parts of [1, 2, 3]) {
    await received.next()
    await vi.advanceTimersByTimeAsync(9_000)
    if (parts < 3) void writer.write(new Uint8Array(1))
  }
  void writer.close()
  await ended
  await vi.advanceTimersByTimeAsync(60_000)
  released.writeHead(201).end('{"isNew":true}')
  expect((await upload).status).toBe(201)
})
