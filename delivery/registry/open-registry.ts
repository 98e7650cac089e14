import { openDatabase } from '@errand/database'
import { Hono } from 'hono'
import { LRUCache } from 'lru-cache'
import * as z from 'zod/mini'

import { logInfo } from '../platform/log.ts'
import { protectAnswers, refuseOtherMethods } from '../platform/transport.ts'
import {
  hashToken,
  localAdminToken,
  localReaderToken,
  localTicketKey,
} from '../signing/credentials.ts'
import { publicKeyOf } from '../signing/keys.ts'
import {
  requireAdmin,
  requireKnownToken,
  auditSuspicious,
  requireOwner,
  type AuditEnv,
  type TokenHashes,
} from './access.ts'
import { consoleDist, consoleFiles } from './console/console-files.ts'
import { consoleTokensRoutes, meRoutes } from './console/console.routes.ts'
import type { NoticeSettings, RegistryContext } from './context.ts'
import { startGuard } from './guard/guard-loop.ts'
import { adminRoutes, changesRoutes, releasesRoutes, ticketsRoutes } from './http/change.routes.ts'
import { edgesRoutes } from './http/edge.routes.ts'
import { appsRoutes, documentRoutes } from './http/read.routes.ts'
import { startSendingNotices } from './notices/send-notices.ts'
import { Refusal, errorHandler, type LogError } from './refusal.ts'
import { keepDocument } from './rollout-document.ts'
import { startFolding } from './signal/fold.ts'
import { writeMetrics } from './signal/metrics.ts'
import { definition } from './tables/definition.ts'
import { listAudit } from './tables/queries.ts'

/** Where a registry keeps what it knows, and who may ask it. */
export interface OpenRegistryOptions {
  /** Holds the keys of this machine, and the local server's files when there is no URL. */
  dataDir: string
  releasesDir: string
  databaseUrl: string | undefined
  /** Those of the data directory, made at the first start, unless they are given. */
  adminToken?: string | undefined
  readerToken?: string | undefined
  ticketKey?: string | undefined
  /** Whether tickets may name development servers; not unless it is said. */
  allowsLocalRemotes?: boolean
  /** Whether it judges rollouts by itself; a test does it by hand. */
  guardsRollouts?: boolean
  /** Where notices of rollouts go; nowhere unless it is said. */
  notices?: NoticeSettings | undefined
  /** The build of the console; that of this workspace unless it is said. */
  consoleDir?: string
  /** Where people open the console. */
  consoleUrl?: string | undefined
  logError: LogError
}

/** A registry in this process. */
export interface Registry extends RegistryContext {
  dataDir: string
  /** Everything below `/registry` and `/console`, to be put on a port or into another app. */
  routes: Hono
  /** The token with which an edge reads. */
  readerToken: string
  close: () => Promise<void>
}

/** Opens the registry on its database and makes what is missing. */
export async function openRegistry(options: OpenRegistryOptions): Promise<Registry> {
  const { dataDir, releasesDir, databaseUrl, notices, logError } = options
  const { allowsLocalRemotes = false, guardsRollouts = true } = options
  const adminToken = options.adminToken ?? localAdminToken(dataDir)
  const readerToken = options.readerToken ?? localReaderToken(dataDir)
  const ticketKey = options.ticketKey ?? localTicketKey(dataDir)
  const database = await openDatabase(definition, {
    databaseUrl,
    dataDir,
    onLost: (error) => logError('the database is away', error),
    onRestored: () => logInfo('the database is back'),
  })
  const document = await keepDocument(database, publicKeyOf(ticketKey), logError)
  const common = { database, document, releasesDir, ticketKey, logError }
  const context = { ...common, allowsLocalRemotes, notices }
  const tokenHashes = { admin: hashToken(adminToken), reader: hashToken(readerToken) }
  const routes = createRegistry(context, tokenHashes, options)
  const folding = startFolding(database, logError)
  const guard = guardsRollouts ? startGuard(context) : undefined
  const sending = startSendingNotices(context)
  const close = async () => {
    await Promise.all([folding.stop(), guard?.stop(), sending.stop()])
    await database.close()
  }
  return { ...context, dataDir, routes, readerToken, close }
}

const auditQuerySchema = z.object({
  app: z.optional(z.string()),
  limit: z._default(z.coerce.number().check(z.int(), z.gte(1), z.lte(1000)), 100),
})

/** How long the metrics are kept: they are summed up over all counts. */
const metricsMs = 10_000

/** The registry as one function from request to answer. */
function createRegistry(
  context: RegistryContext,
  tokenHashes: TokenHashes,
  { consoleDir = consoleDist, consoleUrl }: Pick<OpenRegistryOptions, 'consoleDir' | 'consoleUrl'>,
): Hono {
  const registry = new Hono<AuditEnv>()
  const metrics = new LRUCache<string, string>({
    max: 1,
    ttl: metricsMs,
    fetchMethod: () => writeMetrics(context.database.queries),
  })
  registry.use(requireKnownToken(context, tokenHashes))
  registry.use(async (c, next) => {
    await next()
    // Reports of edges come every second, and change it only by what they count.
    const isReport = c.req.path.startsWith('/registry/edges/')
    if (c.req.method !== 'GET' && !isReport) context.document.forget()
  })
  registry.route('/', documentRoutes(context))
  registry.route('/apps', appsRoutes(context))
  registry.get('/audit', async (c) => {
    const query = auditQuerySchema.safeParse(c.req.query())
    if (!query.success) throw new Refusal('validation_failed', 'limit must be from 1 to 1000.')
    const { app, limit } = query.data
    return c.json({ audit: await listAudit(context.database.queries, { app, limit }) })
  })
  registry.get('/metrics', async (c) => {
    const type = 'text/plain; version=0.0.4; charset=utf-8'
    return c.body(await metrics.forceFetch('metrics'), 200, { 'content-type': type })
  })
  registry.route('/edges', edgesRoutes(context))
  registry.route('/tickets', ticketsRoutes(context))
  registry.route('/tokens', consoleTokensRoutes(context, consoleUrl))
  registry.route('/me', meRoutes())
  registry.use('/apps/:app/*', auditSuspicious(context), requireOwner(context))
  registry.route('/apps/:app/releases', releasesRoutes(context))
  registry.route('/apps/:app', changesRoutes(context))
  registry.use('/apps/:app/*', requireAdmin(context))
  registry.route('/apps/:app', adminRoutes(context))

  const app = new Hono()
  app.use(protectAnswers, refuseOtherMethods)
  app.route('/registry', registry)
  app.all('/registry/*', () => {
    throw new Refusal('not_found', 'The registry has nothing at this address.')
  })
  app.route('/console', consoleFiles(consoleDir))
  app.onError(errorHandler(context.logError))
  return app
}
