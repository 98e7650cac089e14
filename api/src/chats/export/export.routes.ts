import {
  exportQuerySchema,
  exportStartedSchema,
  maxStreamedMessages,
} from '@errand/contract/chats/export'
import { Hono } from 'hono'
import * as z from 'zod/mini'

import { describe } from '../../docs/describe.ts'
import { startExport } from '../../exports/exports.repo.ts'
import { attachment } from '../../http/attachment.ts'
import type { OwnerEnv } from '../../http/context.ts'
import { query } from '../../http/query.ts'
import { readId } from '../../http/read-id.ts'
import { toStream } from '../../http/to-stream.ts'
import type { Services } from '../../services.ts'
import { noSuchChat } from '../reply/lock-chat.ts'
import { findSession } from '../sessions/sessions.repo.ts'
import { chatsFile } from './chats-file.ts'
import { countMessages, readScope } from './export-scope.ts'
import { formats } from './formats.ts'

/** /api/chats/export: chats as a file. */
export function exportRoutes({ database, queue }: Services) {
  return new Hono<OwnerEnv>().get(
    '/export',
    describe({
      tag: 'Chats',
      summary: 'Export chats as a file',
      description:
        'One chat (`sessionId`, with `from` and `to` those days of it alone), or all chats under the ' +
        `filter of the list. More than ${maxStreamedMessages} messages are written in the ` +
        'background: 202, and `export.ready` tells when the file is there.',
      answers: { 200: z.unknown(), 202: exportStartedSchema },
      files: Object.values(formats).map(({ mimeType }) => mimeType),
      problems: [403, 404, 422],
    }),
    query(exportQuerySchema),
    async (c) => {
      const { ownerId } = c.var
      const wanted = c.req.valid('query')
      const { queries } = database
      if (wanted.sessionId !== undefined) {
        const chat = await findSession(queries, ownerId, readId('session', wanted.sessionId))
        if (chat === undefined) throw noSuchChat()
      }
      const now = new Date()
      const scope = await readScope(queries, ownerId, { query: wanted, now })
      const total = await countMessages(queries, scope, maxStreamedMessages + 1)
      if (total > maxStreamedMessages) {
        const exportId = await startExport(database, queue, {
          ownerId,
          kind: 'chats',
          query: wanted,
        })
        return c.json({ success: true, exportId }, 202)
      }
      const { name, mimeType, chunks } = await chatsFile(queries, { scope, query: wanted, now })
      return c.body(toStream(chunks), 200, {
        'content-type': mimeType,
        'content-disposition': attachment(name),
      })
    },
  )
}
