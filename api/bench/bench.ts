import type { ChildProcess } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { freePort, startTestServer } from '@errand/database/testing'

import { makeLarge, makeSmall, smallSize, tokenOfCopy, wholeSize } from './databases.ts'
import { measureExport } from './export-memory.ts'
import { measureReading } from './reading.ts'
import { startScript, stopScript } from './processes.ts'
import { measureStreams } from './streams.ts'
import { compare } from './throughput.ts'

/**
 * What the product does on a PostgreSQL of its own, and whether it is as it has to be: ratios of one
 * run, as nothing else can be compared between machines, and memory. `--small` is a quick look.
 */
const size = process.argv.includes('--small') ? smallSize : wholeSize
const seconds = Number(process.env['BENCH_SECONDS'] ?? 3)
const dir = mkdtempSync(join(tmpdir(), 'errand-bench-'))
const postgres = await startTestServer()

try {
  const small = await makeSmall(postgres.url('postgres'), size)
  const large = await makeLarge(postgres.url('postgres'), size)
  await measureReading(small, large)
  await measureServer(large)
} finally {
  await postgres.stop()
  rmSync(dir, { recursive: true })
}

/** Each with a process of its own: what one has taken up the next would find there. */
async function measureServer({
  url,
  exporter,
}: Awaited<ReturnType<typeof makeLarge>>): Promise<void> {
  await withApi(url, (api, at) =>
    measureExport(api, at, { token: exporter.token, messages: size.exported }),
  )
  await withApi(url, (api, at) => measureStreams(api, at, url))
  await withApi(url, (api, at) => measureThroughput(api, at, url))
}

async function withApi(
  databaseUrl: string,
  work: (api: ChildProcess, at: string) => Promise<void>,
): Promise<void> {
  const port = await freePort()
  const api = await startScript('api-process.ts', [String(port), databaseUrl])
  try {
    await work(api, `http://127.0.0.1:${port}`)
  } finally {
    await stopScript(api)
  }
}

async function measureThroughput(
  api: ChildProcess,
  at: string,
  databaseUrl: string,
): Promise<void> {
  const answer = await fetch(`${at}/api/jobs`, {
    headers: { authorization: `Bearer ${tokenOfCopy(1)}` },
  })
  const file = join(dir, 'jobs.json')
  writeFileSync(file, await answer.text())
  const script = join(dir, 'owners.lua')
  writeFileSync(script, askingAsOwners(Math.min(size.owners - 1, 100)))
  const port = await freePort()
  const constant = await startScript('constant-process.ts', [String(port), file, databaseUrl])
  const ours = { server: api, url: `${at}/api/jobs` }
  const their = (path: string) => ({ server: constant, url: `http://127.0.0.1:${port}${path}` })
  try {
    await compare(
      { ours, theirs: their('/constant') },
      { name: 'jobs', of: 'constant answer', seconds, script },
    )
    await compare(
      { ours, theirs: their('/row') },
      { name: 'jobs, with one row', of: 'one bare row', seconds, script },
    )
  } finally {
    await stopScript(constant)
  }
}

/** A script for wrk: each request with the token of the next owner. */
function askingAsOwners(owners: number): string {
  const tokens = Array.from({ length: owners }, (_, index) => `"${tokenOfCopy(index + 1)}"`)
  return `local tokens = { ${tokens.join(', ')} }
local requests, count = {}, 0
init = function()
  for index, token in ipairs(tokens) do
    wrk.headers["Authorization"] = "Bearer " .. token
    requests[index] = wrk.format("GET")
  end
end
request = function()
  count = count % #requests + 1
  return requests[count]
end
`
}
