import { flagDefinitions } from '@errand/contract/flags'

import { flagNameOf } from '../../rollouts/channel.ts'
import { findAppByToken } from '../tables/apps.ts'
import type { Queries } from '../tables/definition.ts'
import { hashToken, isTokenOf } from './token.ts'

/** Whose token it was: an admin's, a team's for its app, or one that may only read. */
export type Principal = { kind: 'admin' } | { kind: 'app'; app: string } | { kind: 'reader' }

/** SHA-256 of the tokens that belong to no app. */
export interface TokenHashes {
  admin: string
  /** The edge's own. */
  reader: string
}

/** Who sent this token; nothing when nobody knows it. */
export async function findPrincipal(
  queries: Queries,
  hashes: TokenHashes,
  token: string,
): Promise<Principal | undefined> {
  if (isTokenOf(hashes.admin, token)) return { kind: 'admin' }
  if (isTokenOf(hashes.reader, token)) return { kind: 'reader' }
  const app = await findAppByToken(queries, hashToken(token))
  return app === undefined ? undefined : { kind: 'app', app }
}

/** Whether it may change this app, or this flag of its app. */
export function mayChange(principal: Principal, app: string): boolean {
  if (principal.kind !== 'app') return principal.kind === 'admin'
  const flag = flagNameOf(app)
  return principal.app === (flag === undefined ? app : ownerOfFlag(flag))
}

/** A flag that the contract does not know is the admin's alone. */
const ownerOfFlag = (name: string): string | undefined =>
  new Map(Object.entries(flagDefinitions)).get(name)?.owner
