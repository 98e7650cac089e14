import type { LogError } from './refusal.ts'
import type { KeptDocument } from './rollout-document.ts'
import type { Database } from './tables/definition.ts'

/** Where notices are sent. */
export interface NoticeSettings {
  url: string
  /** `whsec_` and the key as base64. */
  secret: string
}

/** What all parts of the registry work with. */
export interface RegistryContext {
  database: Database
  document: KeptDocument
  /** The folder of the published releases, `<app>/<version>/`. */
  releasesDir: string
  /** Signs tickets, Ed25519 as PKCS #8 PEM. */
  ticketKey: string
  /** Whether tickets may name development servers. */
  allowsLocalRemotes: boolean
  /** Where notices of rollouts go; nowhere if undefined. */
  notices: NoticeSettings | undefined
  logError: LogError
}

/** The app of a change and who makes it. */
export interface AuditContext {
  app: string
  /** `admin`, or the app of the deploy token, with the name that the caller gave. */
  actor: string
}
