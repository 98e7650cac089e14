import { appendFileSync } from 'node:fs'
import { Session } from 'node:inspector/promises'
import { join } from 'node:path'

import { afterAll, inject } from 'vitest'

import { countFunctions } from './executed-functions.ts'

const kept = globalThis as { executedSession?: Promise<Session> }

// Where files share a worker this runs again for each of them.
const session = await (kept.executedSession ??= startCounting())

// Registered first, so it runs after whatever the file itself does at its end.
afterAll(async () => {
  const { result } = await session.post('Profiler.takePreciseCoverage')
  const { dir, folder } = inject('executed')
  const lines = result.flatMap((script) => countFunctions(script, folder))
  const text = lines.map((line) => `${JSON.stringify(line)}\n`).join('')
  appendFileSync(join(dir, `${process.pid}.jsonl`), text)
})

async function startCounting(): Promise<Session> {
  const started = new Session()
  started.connect()
  await started.post('Profiler.enable')
  await started.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false })
  return started
}
