import { Hono, type Context } from 'hono'
import * as z from 'zod/mini'

import type { Database } from '../../platform/database/database.ts'
import { describeOperation } from '../../platform/docs/describe.ts'
import {
  findOwnFile,
  readFile,
  readRange,
  type ByteRange,
  type FileRow,
} from '../../platform/files/files.service.ts'
import type { OwnerEnv, VerifyToken } from '../../platform/http/context.ts'
import { contentDisposition } from '../../platform/http/downloads.ts'
import { isUnchanged } from '../../platform/http/etag.ts'
import { Problem } from '../../platform/http/problem.ts'
import { readId } from '../../platform/http/read-id.ts'
import { requireOwner, requireSignIn } from './require-owner.ts'

interface Dependencies {
  database: Database
  verifyToken: VerifyToken
}

/** The types that a browser may show, as they run no code; all others are downloaded. */
const inlineTypes =
  /^(image\/(png|jpeg|webp|gif)|audio\/[\w.+-]+|video\/[\w.+-]+|application\/pdf)$/i

/** /api/files: what contacts sent, and what was made for the owner. */
export function filesRoutes({ database, verifyToken }: Dependencies) {
  return new Hono<OwnerEnv>().use(requireSignIn(verifyToken), requireOwner(database)).get(
    '/:id',
    describeOperation({
      tag: 'Chats',
      summary: 'Read a file',
      description: 'The media of a message; `Range` reads a part of it.',
      answers: { 200: z.unknown(), 206: z.unknown() },
      fileTypes: ['application/octet-stream'],
      problems: [403, 404, 416],
    }),
    async (c) => {
      const id = readId('file', c.req.param('id'))
      const file = await findOwnFile(database.queries, c.var.ownerId, id)
      if (file === undefined) throw new Problem('not_found', { detail: 'There is no such file.' })
      const headers = headersOf(file)
      if (isUnchanged(c, headers.etag)) return c.body(null, 304, headers)
      const range = requestedRange(c, file, headers.etag)
      if (range === undefined) {
        const whole = { ...headers, 'content-length': String(file.size) }
        return c.body(readFile(database, id), 200, whole)
      }
      return c.body(readFile(database, id, range), 206, {
        ...headers,
        'content-length': String(range.to - range.from + 1),
        'content-range': `bytes ${range.from}-${range.to}/${file.size}`,
      })
    },
  )
}

/** The file may come from a stranger: the browser must not treat it as a page of this origin. */
function headersOf({ name, mimeType, sha256 }: FileRow) {
  const type = mimeType.split(';')[0]?.trim() ?? ''
  const isType = /^[\w.+-]+\/[\w.+-]+$/.test(type)
  return {
    etag: `"${sha256}"`,
    'accept-ranges': 'bytes',
    // Revalidated each time: the next user of this browser may not be allowed to read it.
    'cache-control': 'private, no-cache',
    'content-type': isType ? type : 'application/octet-stream',
    'content-disposition': contentDisposition(
      inlineTypes.test(type) ? 'inline' : 'attachment',
      name,
    ),
    'content-security-policy': "sandbox; default-src 'none'; frame-ancestors 'none'",
    'x-content-type-options': 'nosniff',
  }
}

function requestedRange(c: Context, { size }: FileRow, etag: string): ByteRange | undefined {
  const condition = c.req.header('if-range')
  // The client holds another version, so a part of this one is of no use.
  if (condition !== undefined && condition !== etag) return undefined
  const range = readRange(c.req.header('range'), size)
  if (range !== 'unsatisfiable') return range
  throw new Problem('range_not_satisfiable', { headers: { 'content-range': `bytes */${size}` } })
}
