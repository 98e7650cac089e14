import { openDatabase } from '@errand/database'
import type { Hono } from 'hono'

import type { FlagdDocument } from '../rollouts/flagd-document.ts'
import { publicKeyOf } from '../signing/keys.ts'
import { localAdminToken, localReaderToken, localTicketKey } from './access/local-secrets.ts'
import { hashToken } from './access/token.ts'
import { openRevisionFeed, type RevisionFeed } from './changes/revision-feed.ts'
import type { RegistryContext } from './context.ts'
import { createRegistry } from './create-registry.ts'
import type { LogError } from './http/problem.ts'
import { definition } from './tables/definition.ts'
import { readDocument } from './tables/document.ts'

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
  logError: LogError
}

/** A registry in this process. */
export interface Registry extends RegistryContext {
  dataDir: string
  /** Everything below `/registry`, to be put on a port or into another app. */
  routes: Hono
  /** The token with which an edge reads. */
  readerToken: string
  document: () => Promise<FlagdDocument>
  /** Tells of each change of the document; gives back what ends that. */
  subscribe: RevisionFeed['subscribe']
  /** Ends the streams of events, which would keep a server from closing. */
  endStreams: () => void
  close: () => Promise<void>
}

/** Opens the registry on its database and makes what is missing. */
export async function openRegistry(options: OpenRegistryOptions): Promise<Registry> {
  const { dataDir, releasesDir, databaseUrl, allowsLocalRemotes = false, logError } = options
  const adminToken = options.adminToken ?? localAdminToken(dataDir)
  const readerToken = options.readerToken ?? localReaderToken(dataDir)
  const ticketKey = options.ticketKey ?? localTicketKey(dataDir)
  const database = await openDatabase(definition, {
    databaseUrl,
    dataDir,
    onIdleError: (error) => logError('idle database connection lost', error),
  })
  const feed = await openRevisionFeed(database, (error) => logError('change not told', error))
  const stopping = new AbortController()
  const routes = createRegistry({
    database,
    releasesDir,
    ticketKey,
    allowsLocalRemotes,
    feed,
    tokenHashes: { admin: hashToken(adminToken), reader: hashToken(readerToken) },
    logError,
    stopping: stopping.signal,
  })
  return {
    database,
    releasesDir,
    ticketKey,
    allowsLocalRemotes,
    dataDir,
    routes,
    readerToken,
    document: () => readDocument(database.queries, publicKeyOf(ticketKey)),
    subscribe: feed.subscribe,
    endStreams: () => stopping.abort(),
    close() {
      stopping.abort()
      return database.close()
    },
  }
}
