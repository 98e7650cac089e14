import { once } from 'node:events'

import { announceCodes, createEmulator } from './emulator.ts'

const host = '127.0.0.1'
const port = Number(process.env['IDENTITY_PORT'] ?? 9099)
const project = process.env['IDENTITY_PROJECT'] ?? 'demo-errand'

try {
  const server = await createEmulator(project)
  announceCodes(server, {
    codesUrl: `http://${host}:${port}/emulator/v1/projects/${project}/verificationCodes`,
    onCode: (code) => process.send?.({ type: 'code', ...code }),
  })
  server.listen(port, host)
  await once(server, 'listening')
  process.send?.({ type: 'ready' })
} catch (error) {
  const message = error instanceof Error ? error.message : String(error)
  process.stderr.write(`${message}\n`)
  process.send?.({ type: 'failed', message })
  process.exitCode = 1
  process.disconnect?.()
}

// All state is in memory, so it can exit at once.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit())
process.once('disconnect', () => process.exit())
