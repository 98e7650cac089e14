import { Hono } from 'hono'
import * as z from 'zod/mini'

import { describe } from '../../docs/describe.ts'
import { attachment } from '../../http/attachment.ts'
import type { OwnerEnv } from '../../http/context.ts'
import { takeTurn } from '../../http/rate-limit.ts'
import { toStream } from '../../http/to-stream.ts'
import { ownerOnly } from '../../identity/owner.ts'
import { signedIn } from '../../identity/signed-in.ts'
import type { Services } from '../../services.ts'
import { accountFile } from './account-file.ts'

/** More than anybody needs; each reads everything that its owner has. */
const limit = { limit: 60, windowMs: 60 * 60 * 1000 }

/** /api/auth/export: everything an owner has here, as a file that is written as it is read. */
export function accountExportRoutes({ database, verifyToken }: Services) {
  return new Hono<OwnerEnv>().use('/export', signedIn(verifyToken), ownerOnly(database)).get(
    '/export',
    describe({
      tag: 'Account',
      summary: 'Export the account',
      description: 'An archive of JSON and CSV files. At most 60 in an hour.',
      answers: { 200: z.unknown() },
      files: ['application/zip'],
      problems: [403, 429],
    }),
    async (c) => {
      const { ownerId } = c.var
      await takeTurn(database.queries, { key: `export ${ownerId}`, ...limit })
      const day = new Date().toISOString().slice(0, 10)
      const chunks = await accountFile(database.queries, ownerId)
      return c.body(toStream(chunks), 200, {
        'content-type': 'application/zip',
        'content-disposition': attachment(`account-${day}.zip`),
      })
    },
  )
}
