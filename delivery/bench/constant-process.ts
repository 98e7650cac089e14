import { readFileSync } from 'node:fs'

import { serve } from '@hono/node-server'
import { Hono } from 'hono'

// argv: port, file with the page
const [, , port, file = ''] = process.argv

const page = readFileSync(file, 'utf8')
const server = new Hono().get('*', (c) => c.html(page))
serve({ fetch: server.fetch, port: Number(port), hostname: '127.0.0.1' }, () =>
  process.send?.('ready'),
)
process.on('disconnect', () => process.exit(0))
