import { setTimeout as delay } from 'node:timers/promises'
import { parentPort, workerData } from 'node:worker_threads'

/** What a probe asks, again and again. */
export interface Probe {
  url: string
  headers?: Record<string, string>
}

/** Asking without a pause would itself be the load that is measured. */
const pauseMs = 20

const { url, headers = {} }: Probe = workerData
const milliseconds: number[] = []
const over = new AbortController()
parentPort?.once('message', () => over.abort())

// What a thread loads for its first call is no cost of what is asked.
await (await fetch(url, { headers })).arrayBuffer()

while (!over.signal.aborted) {
  const start = performance.now()
  const answer = await fetch(url, { headers })
  await answer.arrayBuffer()
  if (!answer.ok) throw new Error(`${url}: ${answer.status}`)
  milliseconds.push(performance.now() - start)
  await delay(pauseMs)
}
parentPort?.postMessage(milliseconds)
