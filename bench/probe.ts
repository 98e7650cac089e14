import { parentPort, workerData } from 'node:worker_threads'

/** What a probe asks, again and again. */
export interface Probe {
  url: string
  headers?: Record<string, string>
}

const { url, headers = {} }: Probe = workerData
const milliseconds: number[] = []
const over = new AbortController()
parentPort?.once('message', () => over.abort())

while (!over.signal.aborted) {
  const start = performance.now()
  const answer = await fetch(url, { headers })
  await answer.arrayBuffer()
  if (!answer.ok) throw new Error(`${url}: ${answer.status}`)
  milliseconds.push(performance.now() - start)
}
parentPort?.postMessage(milliseconds)
