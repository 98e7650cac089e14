import {
  endOtherSignInsCall,
  endSignInCall,
  listSignInsCall,
  type SignIn,
} from '@errand/contract/sign-ins'
import { eq, ne } from 'drizzle-orm'
import { Hono } from 'hono'
import type { Logger } from 'pino'

import { answerCalls } from '../../../platform/calls/answer-calls.ts'
import type { Database } from '../../../platform/database/database.ts'
import { signIns } from '../../../platform/database/schema.ts'
import type { Identity, OwnerEnv, VerifyToken } from '../../../platform/http/context.ts'
import { Problem } from '../../../platform/http/problem.ts'
import { readId } from '../../../platform/http/read-id.ts'
import { requireOwner, requireSignIn } from '../require-owner.ts'
import { endSignIns, listSignIns, type SignInRow } from './sign-ins.repo.ts'

interface Dependencies {
  database: Database
  log: Logger
  verifyToken: VerifyToken
}

/** /api/auth/sign-ins: where the owner is signed in, and how that is ended. */
export function signInsRoutes({ database, log, verifyToken }: Dependencies) {
  const routes = new Hono<OwnerEnv>().use('/sign-ins/*', requireSignIn(verifyToken), requireOwner)
  const on = answerCalls(routes, '/auth', 'Account')
  on(listSignInsCall, {
    summary: 'List the devices that are signed in',
    leaves: 'nothing',
    description:
      'This device first, then the one used last. A sign-in ends after 30 days without use, and after 180 days in any case; of more than 100 the one that was used last the longest ago.',
  }).answer(async ({ ownerId, identity }) => {
    const rows = await listSignIns(database.queries, ownerId)
    const all = rows.map((row) => toSignIn(row, identity))
    const others = all.filter(({ isCurrent }) => !isCurrent)
    return { signIns: [...all.filter(({ isCurrent }) => isCurrent), ...others] }
  })
  on(endSignInCall, {
    summary: 'Sign out a device',
    leaves: 'nothing',
    description:
      'Its tokens, also renewed ones, are refused from then on, its stream of events and its downloads end, and it gets no alerts. `current` is the device of the call.',
  }).answer(async ({ ownerId, identity, actor, id: given }) => {
    const id = given === 'current' ? undefined : readId('signIn', given)
    const rows = await listSignIns(database.queries, ownerId)
    const row = rows.find((one) => (id === undefined ? isOf(one, identity) : one.id === id))
    if (row === undefined) throw new Problem('not_found', { detail: 'There is no such device.' })
    const by = isOf(row, identity) ? 'device' : 'owner'
    const owner = { ownerId, uid: identity.uid }
    const ended = await database.transaction((queries) =>
      endSignIns({ queries, log }, owner, eq(signIns.id, row.id), { by, actor }),
    )
    return { success: true, ended }
  })
  on(endOtherSignInsCall, {
    summary: 'Sign out all other devices',
    leaves: 'nothing',
  }).answer(async ({ ownerId, identity, actor }) => {
    const others = ne(signIns.authenticatedAt, identity.authenticatedAt)
    const owner = { ownerId, uid: identity.uid }
    const ended = await database.transaction((queries) =>
      endSignIns({ queries, log }, owner, others, { by: 'owner', actor }),
    )
    return { success: true, ended }
  })
  return routes
}

const isOf = (row: SignInRow, { authenticatedAt }: Identity): boolean =>
  row.authenticatedAt.getTime() === authenticatedAt.getTime()

const toSignIn = (row: SignInRow, identity: Identity): SignIn => ({
  id: row.id,
  device: row.device,
  address: row.address,
  signedInAt: row.authenticatedAt.toISOString(),
  lastUsedAt: row.lastUsedAt.toISOString(),
  isCurrent: isOf(row, identity),
})
