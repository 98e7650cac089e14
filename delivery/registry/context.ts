import type { KeptDocument } from './rollout-document.ts'
import type { Database } from './tables/definition.ts'

/** What everything in the registry works on. */
export interface RegistryContext {
  database: Database
  document: KeptDocument
  /** The folder of the published releases, `<app>/<version>/`. */
  releasesDir: string
  /** Signs tickets, Ed25519 as PKCS #8 PEM. */
  ticketKey: string
  /** Whether tickets may name development servers. */
  allowsLocalRemotes: boolean
}

/** Who does something to which app. */
export interface AuditContext {
  app: string
  /** `admin`, or the app whose deploy token it was; with the name that the caller gave. */
  actor: string
}
