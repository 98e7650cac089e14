import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'

import { getRequestListener } from '@hono/node-server'
import { Hono } from 'hono'
import { Pool } from 'pg'

// argv: port, file with the answer, URL of the database
const [, , port, file = '', connectionString] = process.argv

const body = readFileSync(file, 'utf8')
const pool = new Pool({ connectionString, max: 10 })
const headers = { 'content-type': 'application/json' }
// The framework and the server under it, and nothing else; or a bare question to the database more.
const app = new Hono()
  .get('/constant', (c) => c.body(body, 200, headers))
  .get('/row', async (c) => {
    await pool.query({
      name: 'row',
      text: 'select id, event_seq from users where uid = $1',
      values: ['bench-1'],
    })
    return c.body(body, 200, headers)
  })
createServer(getRequestListener(app.fetch)).listen(Number(port), '127.0.0.1', () => {
  process.send?.('ready')
})
process.on('disconnect', () => process.exit(0))
