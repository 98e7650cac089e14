import { endedSignInsSchema, signInsResponseSchema, type SignIn } from '@errand/contract/sign-ins'
import { eq, ne } from 'drizzle-orm'
import { Hono } from 'hono'
import type { Logger } from 'pino'

import type { Database } from '../../../platform/database/database.ts'
import { signIns } from '../../../platform/database/schema.ts'
import { describeOperation } from '../../../platform/docs/describe.ts'
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
  return new Hono<OwnerEnv>()
    .use('/sign-ins/*', requireSignIn(verifyToken), requireOwner)
    .get(
      '/sign-ins',
      describeOperation({
        tag: 'Account',
        summary: 'List the devices that are signed in',
        leaves: 'nothing',
        description:
          'This device first, then the one used last. A sign-in ends after 30 days without use, and after 180 days in any case; of more than 100 the one that was used last the longest ago.',
        answers: { 200: signInsResponseSchema },
        problems: [403],
      }),
      async (c) => {
        const { ownerId, identity } = c.var
        const rows = await listSignIns(database.queries, ownerId)
        const all = rows.map((row) => toSignIn(row, identity))
        const others = all.filter(({ isCurrent }) => !isCurrent)
        return c.json({ signIns: [...all.filter(({ isCurrent }) => isCurrent), ...others] })
      },
    )
    .delete(
      '/sign-ins/:id',
      describeOperation({
        tag: 'Account',
        summary: 'Sign out a device',
        leaves: 'nothing',
        description:
          'Its tokens, also renewed ones, are refused from then on, its stream of events and its downloads end, and it gets no alerts. `current` is the device of the call.',
        answers: { 200: endedSignInsSchema },
        problems: [403, 404],
      }),
      async (c) => {
        const { ownerId, identity, actor } = c.var
        const param = c.req.param('id')
        const id = param === 'current' ? undefined : readId('signIn', param)
        const rows = await listSignIns(database.queries, ownerId)
        const row = rows.find((one) => (id === undefined ? isOf(one, identity) : one.id === id))
        if (row === undefined)
          throw new Problem('not_found', { detail: 'There is no such device.' })
        const by = isOf(row, identity) ? 'device' : 'owner'
        const owner = { ownerId, uid: identity.uid }
        const ended = await database.transaction((queries) =>
          endSignIns({ queries, log }, owner, eq(signIns.id, row.id), { by, actor }),
        )
        return c.json({ success: true, ended })
      },
    )
    .delete(
      '/sign-ins',
      describeOperation({
        tag: 'Account',
        summary: 'Sign out all other devices',
        leaves: 'nothing',
        answers: { 200: endedSignInsSchema },
        problems: [403],
      }),
      async (c) => {
        const { ownerId, identity, actor } = c.var
        const others = ne(signIns.authenticatedAt, identity.authenticatedAt)
        const owner = { ownerId, uid: identity.uid }
        const ended = await database.transaction((queries) =>
          endSignIns({ queries, log }, owner, others, { by: 'owner', actor }),
        )
        return c.json({ success: true, ended })
      },
    )
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
