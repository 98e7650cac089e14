import { exportStartedSchema } from '@errand/contract/chats/export'
import { Hono } from 'hono'

import { describe } from '../../docs/describe.ts'
import { startExport } from '../../exports/exports.repo.ts'
import { exportsRoutes } from '../../exports/exports.routes.ts'
import type { OwnerEnv } from '../../http/context.ts'
import { ownerOnly } from '../../identity/owner.ts'
import { signedIn } from '../../identity/signed-in.ts'
import type { Services } from '../../services.ts'

/** /api/auth/export: everything an owner has here, as a file that is made in the background. */
export function accountExportRoutes(services: Services) {
  const { database, queue, verifyToken } = services
  return new Hono<OwnerEnv>()
    .use('/export', signedIn(verifyToken), ownerOnly(database))
    .use('/exports/*', signedIn(verifyToken), ownerOnly(database))
    .post(
      '/export',
      describe({
        tag: 'Account',
        summary: 'Export the account',
        description:
          'Makes an archive of JSON and CSV files; an event `export.ready` says when it can be fetched. Asking again while it is being made gives the same one; only the latest file is kept. At most 60 exports in an hour.',
        answers: { 202: exportStartedSchema },
        problems: [403],
      }),
      async (c) => {
        const { ownerId } = c.var
        const exportId = await startExport(database, queue, { ownerId, kind: 'account', query: {} })
        return c.json({ success: true, exportId }, 202)
      },
    )
    .route('/', exportsRoutes(services))
}
