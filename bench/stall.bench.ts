import { test } from 'playwright/test'

import { report } from './figures.ts'
import { apiOrigin, makeOwner } from './owners.ts'

const maxStallMs = 50
const files = {
  'chats as CSV': '/api/chats/export?format=csv',
  'chats as JSON': '/api/chats/export?format=json',
  'whole account': '/api/auth/export',
}

/** Calls an endpoint that does nothing, all the time: its longest answer is the longest stall. */
async function longestAnswer(until: Promise<unknown>): Promise<number> {
  const over = new AbortController()
  const end = () => over.abort()
  until.then(end, end)
  let longest = 0
  while (!over.signal.aborted) {
    const start = performance.now()
    await (await fetch(`${apiOrigin}/api/healthz`)).arrayBuffer()
    longest = Math.max(longest, performance.now() - start)
  }
  await until
  return longest
}

test('longest stall of the event loop while a file is written', async () => {
  const owner = await makeOwner({ chats: 1_000, messages: 30_000 })
  const fetchFile = async (path: string): Promise<number> => {
    let bytes = 0
    for await (const chunk of (await owner.ask(path)).body ?? []) bytes += chunk.length
    return bytes
  }
  for (const [name, path] of Object.entries(files)) {
    const started = performance.now()
    const writing = fetchFile(path)
    const stall = await longestAnswer(writing)
    const seconds = (performance.now() - started) / 1000
    const rests = new Promise((resolve) => setTimeout(resolve, seconds * 1000))
    const idle = await longestAnswer(rests)
    const megabytes = ((await writing) / 1024 / 1024).toFixed(1)
    report(name, {
      measured: `${(stall / idle).toFixed(2)} × (${stall.toFixed(0)} ms while ${megabytes} MB are written in ${seconds.toFixed(1)} s, ${idle.toFixed(0)} ms while nothing is)`,
      limit: `at most ${maxStallMs} ms more than without`,
      isMet: stall <= idle + maxStallMs,
    })
  }
})
