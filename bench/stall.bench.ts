import { once } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'

import { test } from 'playwright/test'

import { quantile, report } from './figures.ts'
import { apiOrigin, healthUrl, makeOwner, type BenchOwner } from './owners.ts'
import type { Probe } from './probe.ts'

const listeners = 10
const streamsEach = 50
const messagesEach = 5
const maxRatio = 2.5
const maxHealthMs = 100
const maxMemoryMb = 400
const quietMs = 5_000
const recoveryMs = 60_000

/** What one owner asks for at once. */
const burst = {
  '/api/search?q=please': 100,
  '/api/chats/export?format=csv': 40,
  '/api/chats/stats': 200,
}

test('one owner who asks for much at once does not slow the others', async () => {
  test.setTimeout(900_000)
  const busy = await makeOwner(2_000)
  const other = await makeOwner(200)
  const listening = await Promise.all(Array.from({ length: listeners }, () => makeOwner()))
  // What is loaded at the first call of each kind is no cost of the burst.
  for (const path of Object.keys(burst)) await read(other, path)
  const startMb = await readMemory()
  const streams = new AbortController()
  await Promise.all(listening.map((owner) => openStreams(owner, streams.signal)))

  const idle = await probe(other, () => delay(quietMs))
  let memory = Promise.resolve(startMb)
  const statuses: number[] = []
  const loaded = await probe(other, async () => {
    const over = new AbortController()
    memory = maxMemory(over.signal)
    await Promise.all([
      ...Object.entries(burst).flatMap(([path, times]) =>
        Array.from({ length: times }, async () => statuses.push(await read(busy, path))),
      ),
      ...listening.map(sendMessages),
    ])
    over.abort()
  })
  const maxMb = await memory
  const { ms, mb } = await recover(startMb)
  streams.abort()

  const answered = statuses.filter((status) => status === 200).length
  const refused = statuses.filter((status) => status === 429).length
  const [before, during] = [quantile(idle.jobs, 0.95), quantile(loaded.jobs, 0.95)]
  report('another owner', {
    measured: `${(during / before).toFixed(2)} × (${during.toFixed(0)} ms, ${before.toFixed(0)} ms before; ${loaded.jobs.length} calls while ${answered} of the others were answered and ${refused} refused)`,
    limit: `p95 ≤ ${maxRatio} × before`,
    isMet: during <= maxRatio * before && answered + refused === statuses.length,
  })
  const longest = Math.max(...loaded.health)
  report('health', {
    measured: `${longest.toFixed(0)} ms, ${Math.max(...idle.health).toFixed(0)} ms before`,
    limit: `≤ ${maxHealthMs} ms`,
    isMet: longest <= maxHealthMs,
  })
  report('memory', {
    measured: `${maxMb.toFixed(0)} MB, ${startMb.toFixed(0)} MB before, ${mb.toFixed(0)} MB after ${(ms / 1000).toFixed(0)} s`,
    limit: `≤ ${maxMemoryMb} MB, and at most a quarter more than before within ${recoveryMs / 1000} s`,
    isMet: maxMb <= maxMemoryMb && mb <= 1.25 * startMb,
  })
})

/** Asks for another owner's jobs and for health during the work, each from a thread of its own. */
async function probe({ headers }: BenchOwner, work: () => Promise<unknown>) {
  const jobs = startProbe({ url: `${apiOrigin}/api/jobs`, headers })
  const health = startProbe({ url: healthUrl })
  await work()
  return { jobs: await jobs(), health: await health() }
}

/** Asks from a thread, which the answers to everything else do not slow; ends when it is called. */
function startProbe(workerData: Probe): () => Promise<number[]> {
  const worker = new Worker(new URL('probe.ts', import.meta.url), { workerData })
  const answered = once(worker, 'message')
  // The error is thrown where the answer is awaited.
  answered.catch(() => {})
  return async () => {
    worker.postMessage('end')
    const [milliseconds] = await answered
    return milliseconds
  }
}

async function openStreams({ headers }: BenchOwner, signal: AbortSignal): Promise<void> {
  const open = async () => {
    const { body, status } = await fetch(`${apiOrigin}/api/events`, { headers, signal })
    if (body === null || status !== 200) throw new Error(`An event stream: ${status}`)
    void body.pipeTo(new WritableStream()).catch(() => {})
  }
  await Promise.all(Array.from({ length: streamsEach }, open))
}

async function sendMessages({ ask }: BenchOwner): Promise<void> {
  for (let index = 0; index < messagesEach; index += 1) {
    const body = JSON.stringify({ from: '+919800000001', name: 'Ravi', text: `Word ${index}` })
    await ask('/api/dev/simulate/inbound', { method: 'POST', body })
  }
}

/** Reads an answer to its end. */
async function read({ headers }: BenchOwner, path: string): Promise<number> {
  const { body, status } = await fetch(`${apiOrigin}${path}`, { headers })
  await body?.pipeTo(new WritableStream())
  return status
}

/** The resident memory of the api in megabytes. */
async function readMemory(): Promise<number> {
  const metrics = await (await fetch(`${apiOrigin}/api/metrics`)).text()
  return Number(/^process_resident_memory_bytes (\S+)/m.exec(metrics)?.[1]) / 1024 / 1024
}

/** The most memory until the signal. */
async function maxMemory(over: AbortSignal): Promise<number> {
  let most = 0
  while (!over.aborted) {
    most = Math.max(most, await readMemory())
    await delay(250)
  }
  return most
}

/** Waits until the memory is near its start, for as long as that may take. */
async function recover(startMb: number) {
  const start = performance.now()
  for (;;) {
    const [mb, ms] = [await readMemory(), performance.now() - start]
    if (mb <= 1.25 * startMb || ms > recoveryMs) return { mb, ms }
    await delay(1_000)
  }
}
