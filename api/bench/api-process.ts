import { createServer } from 'node:http'

import { getRequestListener } from '@hono/node-server'

import { startWork } from '../src/queue/start-work.ts'
import { openApi } from './open-api.ts'

// argv: port, URL of the database. Tells its parent how much memory it takes whenever that asks.
const [, , port, databaseUrl = ''] = process.argv

const { app, services, queue } = await openApi(databaseUrl)
await startWork(services, queue)
createServer(getRequestListener(app.fetch)).listen(Number(port), '127.0.0.1', () => {
  process.send?.('ready')
})
process.on('message', () => {
  globalThis.gc?.()
  process.send?.(process.memoryUsage.rss())
})
process.on('disconnect', () => process.exit(0))
