import { openDatabase } from '@errand/database'
import { startCluster } from '@errand/database/testing/cluster'
import { Hono } from 'hono'
import { Pool } from 'pg'

import { definition } from '../src/database/definition.ts'
import { measureRatio } from './measure.ts'
import { openApi, seed } from './seeded-api.ts'

/**
 * What the product adds to the framework and the driver, in one process and without a network, so
 * that only the api's own work is in the figures: ratios of one run, which is all that can be
 * compared between machines.
 */
const cluster = await startCluster()
const database = await openDatabase(definition, {
  databaseUrl: cluster.url,
  dataDir: '',
  onIdleError: () => {},
})
const pool = new Pool({ connectionString: cluster.url, max: 10 })
const { app, call, close } = await openApi(database)
const chats = await seed(call)
const [{ sessionId, messageId }] = chats as [(typeof chats)[0]]

const list = await (await call('GET', '/api/jobs')).text()
const bare = new Hono()
  .get('/constant', (c) => c.body(list, 200, { 'content-type': 'application/json' }))
  .get('/row', async (c) => c.json((await pool.query('select * from jobs limit 1')).rows[0]))

let count = 0
/** As a page works: mostly reading. */
const mixed = [
  () => call('GET', '/api/chats/sessions?limit=30'),
  () => call('GET', `/api/chats/sessions/${sessionId}/messages`),
  () => call('GET', '/api/jobs?limit=20'),
  () => call('PUT', '/api/chats/messages/mark-read', { messageIds: [messageId] }),
  () => {
    count += 1
    const chat = chats[count % chats.length]
    return call('POST', `/api/chats/sessions/${chat?.sessionId}/reply`, {
      templateName: 'text_message',
      languageCode: 'en',
      components: [{ type: 'BODY', text: 'Yes' }],
      message: 'Yes',
    })
  },
]
const next = () => {
  count += 1
  return mixed[count % mixed.length]?.() ?? call('GET', '/api/jobs')
}
const row = async () => bare.request('/row')
const constant = async () => bare.request('/constant')

const report = async (name: string, ...measured: Parameters<typeof measureRatio>) => {
  const { ratio, perSecond } = await measureRatio(...measured)
  process.stdout.write(`${name.padEnd(52)} ${ratio.toFixed(2)}  (${Math.round(perSecond)}/s)\n`)
}
process.stdout.write('Requests per second, as a share of the baseline\n')
await report('GET /jobs of 1 000, one row', row, () => call('GET', '/api/jobs?limit=1'))
await report('GET /jobs of 1 000, a page, to one row', row, () => call('GET', '/api/jobs'))
await report('GET /jobs of 1 000, a page, to the same as a constant', constant, () =>
  call('GET', '/api/jobs'),
)
await report('GET /healthz, to one row', row, async () => app.request('/api/healthz'))
await report('sessions, messages, jobs, mark-read, reply; to one row', row, next)

await close()
await pool.end()
await database.close()
await cluster.stop()
