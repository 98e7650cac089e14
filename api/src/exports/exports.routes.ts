import { exportResponseSchema } from '@errand/contract/chats/export'
import { Hono } from 'hono'
import * as z from 'zod/mini'

import { describe } from '../docs/describe.ts'
import { readFile } from '../files/files.service.ts'
import { attachment } from '../http/attachment.ts'
import type { OwnerEnv } from '../http/context.ts'
import { Problem } from '../http/problem.ts'
import { readId } from '../http/read-id.ts'
import type { Services } from '../services.ts'
import { findExport } from './exports.repo.ts'

/** /api/chats/exports: files that are made in the background. */
export function exportsRoutes({ database }: Services) {
  return new Hono<OwnerEnv>()
    .get(
      '/exports/:id',
      describe({
        tag: 'Chats',
        summary: 'Read how far an export is',
        answers: { 200: exportResponseSchema },
        problems: [403, 404],
      }),
      async (c) => {
        const { shown } = await find(c.var.ownerId, c.req.param('id'))
        return c.json({ export: shown })
      },
    )
    .get(
      '/exports/:id/file',
      describe({
        tag: 'Chats',
        summary: "Read an export's file",
        description: 'There for seven days after it was made.',
        answers: { 200: z.unknown() },
        files: ['application/octet-stream'],
        problems: [403, 404, 409],
      }),
      async (c) => {
        const { shown, fileId, mimeType } = await find(c.var.ownerId, c.req.param('id'))
        if (shown.status !== 'ready') {
          throw new Problem('conflict', { detail: 'The file is not ready.', meta: { ...shown } })
        }
        if (fileId === null)
          throw new Problem('not_found', { detail: 'The file is not kept any more.' })
        return c.body(readFile(database, fileId), 200, {
          'content-type': mimeType,
          'content-length': String(shown.bytes),
          'content-disposition': attachment(shown.fileName ?? shown.id),
        })
      },
    )

  async function find(ownerId: string, id: string) {
    const found = await findExport(database.queries, ownerId, readId('export', id))
    if (found === undefined) throw new Problem('not_found', { detail: 'There is no such export.' })
    return found
  }
}
