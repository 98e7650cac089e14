import { Hono } from 'hono'

import { updateUser } from '../src/auth/auth.repo.ts'
import { webhookEvents } from '../src/database/schema.ts'
import type { RequestEnv } from '../src/http/context.ts'
import { requestLog } from '../src/http/request-log.ts'
import { securityHeaders } from '../src/http/security-headers.ts'
import { trace } from '../src/http/trace.ts'
import { createMetrics } from '../src/metrics/metrics.ts'
import { writeSecret } from '../src/secrets/secrets.repo.ts'
import { quantile, report } from './figures.ts'
import { openApi, type BenchApi } from './open-api.ts'
import { deliver, openAccount, writtenIn, type Written } from './shops.ts'

/** How fast webhooks are taken, next to what storing one costs at least; in turns, in one run. */
const rounds = 5
const perRound = Number(process.env['BENCH_WEBHOOKS'] ?? 3000)
const atOnce = 16
const least = 0.5

const number = '1000'
const appSecret = 'secret'

/** How many webhooks are taken for each second of a core, over bare inserts of the same row. */
export async function measureTaking(databaseUrl: string): Promise<void> {
  const api = await openApi(databaseUrl)
  try {
    const { ownerId } = await openAccount(api, 0)
    await connectNumber(api, ownerId)
    const body = (index: number) => writtenIn(number, textOf(index))
    const ours = (index: number) => deliver(api.app, { body: body(index), appSecret })
    const bare = bareInsert(api, ownerId)
    const theirs = (index: number) => deliver(bare, { body: body(index), appSecret })
    await compare(ours, theirs)
  } finally {
    await api.close()
  }
}

async function compare(ours: Send, theirs: Send): Promise<void> {
  const ratios: number[] = []
  const shown: string[] = []
  for (let round = -1; round < rounds; round += 1) {
    const [our, their] = [await rateOf(ours), await rateOf(theirs)]
    // The first one is to warm up.
    if (round < 0) continue
    ratios.push(our / their)
    shown.push(`${Math.round(our)}/${Math.round(their)}`)
  }
  const ratio = quantile(ratios, 0.5)
  report({
    name: 'webhooks taken',
    threshold: `≥ ${least} × a bare insert`,
    measured: `${ratio.toFixed(2)} × (per second of a core: ${shown.join('; ')})`,
    isMet: ratio >= least,
  })
}

type Send = (index: number) => Promise<void>

/** For each second of a core, so that what else runs on the machine does not count. */
async function rateOf(send: Send): Promise<number> {
  let next = 0
  const before = process.cpuUsage()
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      while (next < perRound) {
        next += 1
        await send(next)
      }
    }),
  )
  const { user, system } = process.cpuUsage(before)
  return perRound / ((user + system) / 1_000_000)
}

/** One insert of the same row and nothing else, behind what every request of the api goes through. */
function bareInsert({ services }: BenchApi, ownerId: string): Hono<RequestEnv> {
  const stack = [trace, requestLog(services.log), createMetrics(services).measure, securityHeaders]
  return new Hono<RequestEnv>().use(...stack).post('*', async (c) => {
    const body = await c.req.text()
    const row = { ownerId, channel: 'whatsapp', body, receivedAt: new Date() } as const
    await services.database.queries.insert(webhookEvents).values(row)
    return c.json({ success: true })
  })
}

async function connectNumber({ services }: BenchApi, ownerId: string): Promise<void> {
  const { queries } = services.database
  const whatsapp = { provider: 'cloud_api', phoneNumberId: number, wabaId: '2000' } as const
  await updateUser(queries, ownerId, { preferences: { whatsapp } })
  const secret = { ownerId, name: 'whatsapp_app_secret', value: appSecret } as const
  await writeSecret(queries, services.secretBox, secret)
}

const textOf = (index: number): Written => ({
  id: `wamid.${index}`,
  from: `9198${String(index % 2000).padStart(8, '0')}`,
  text: `Word ${index}`,
  at: new Date(),
})
