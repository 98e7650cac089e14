import {
  maxFileBytes,
  maxUploadBytes,
  mediaKindOf,
  uploadHours,
  uploadResponseSchema,
} from '@errand/contract/chats/media'
import { cleanName, withoutDirectionControls } from '@errand/contract/visible-text'
import { Hono, type Context } from 'hono'
import * as z from 'zod/mini'

import { describeOperation } from '../../platform/calls/describe.ts'
import type { Database } from '../../platform/database/database.ts'
import type { ByteRange } from '../../platform/files/file-store.ts'
import {
  findOwnFile,
  readFile,
  readRange,
  writeFile,
  type FileRow,
  type Files,
} from '../../platform/files/files.service.ts'
import type { OwnerEnv, VerifyToken } from '../../platform/http/context.ts'
import { contentDisposition, whileSignedIn } from '../../platform/http/downloads.ts'
import { isUnchanged } from '../../platform/http/etag.ts'
import { Problem } from '../../platform/http/problem.ts'
import { readId } from '../../platform/http/read-id.ts'
import { consumeRateLimit } from '../../platform/http/request-limits.ts'
import { detectType, headBytes } from './detect-type.ts'
import { requireOwner, requireSignIn } from './require-owner.ts'

interface Dependencies extends Files {
  database: Database
  verifyToken: VerifyToken
}

/** The types that a browser may show, as they run no code; all others are downloaded. */
const inlineTypes =
  /^(image\/(png|jpeg|webp|gif)|audio\/[\w.+-]+|video\/[\w.+-]+|application\/pdf)$/i

/** How many files an owner can upload in an hour. */
const maxUploadsPerHour = 120

/** /api/files: what contacts sent, and what the owner is about to send. */
export function filesRoutes({ database, fileStore, verifyToken }: Dependencies) {
  return new Hono<OwnerEnv>()
    .use(requireSignIn(verifyToken), requireOwner)
    .post(
      '/',
      describeOperation({
        tag: 'Chats',
        summary: 'Upload a file to send',
        leaves: 'nothing',
        description: `The body is the file. Its type is found by its content; photos have at most 5 MiB, audio and video 16 MiB, documents 32 MiB. \`POST /chats/sessions/{id}/reply\` sends it by its id; unsent it is deleted after ${uploadHours} hours.`,
        parameters: [fileNameHeader],
        answers: { 201: uploadResponseSchema },
        problems: [400, 403, 413, 415, 422, 503],
      }),
      async (c) => {
        const { ownerId } = c.var
        const limit = { key: `upload:${ownerId}`, limit: maxUploadsPerHour, windowMs: hourMs }
        await consumeRateLimit(database.queries, limit)
        const {
          id,
          mimeType,
          size: bytes,
          name: fileName,
        } = await upload({ database, fileStore }, c, ownerId)
        const file = { id, mimeType, bytes, fileName }
        return c.json({ success: true as const, file }, 201)
      },
    )
    .get(
      '/:id',
      describeOperation({
        tag: 'Chats',
        summary: 'Read a file',
        leaves: { what: 'one file', code: 'never', why: 'pages show it' },
        description: 'The media of a message; `Range` reads a part of it.',
        answers: { 200: z.unknown(), 206: z.unknown(), 304: 'unchanged' },
        fileTypes: ['*/*'],
        problems: [403, 404, 416, 503],
      }),
      async (c) => {
        const id = readId('file', c.req.param('id'))
        const file = await findOwnFile(database.queries, c.var.ownerId, id)
        if (file === undefined) {
          throw new Problem('not_found', { detail: 'There is no such file.' })
        }
        const headers = headersOf(file)
        if (isUnchanged(c, headers.etag)) return c.body(null, 304, headers)
        const range = requestedRange(c, file, headers.etag)
        if (range === undefined) {
          const whole = { ...headers, 'content-length': String(file.size) }
          // Nobody would read the body.
          if (c.req.method === 'HEAD') return c.body(null, 200, whole)
          const chunks = await readFile(fileStore, id)
          return c.body(ReadableStream.from(whileSignedIn(c, chunks)), 200, whole)
        }
        const chunks = await readFile(fileStore, id, range)
        return c.body(ReadableStream.from(whileSignedIn(c, chunks)), 206, {
          ...headers,
          'content-length': String(range.to - range.from + 1),
          'content-range': `bytes ${range.from}-${range.to}/${file.size}`,
        })
      },
    )
}

const hourMs = 60 * 60 * 1000

const fileNameHeader = {
  name: 'X-File-Name',
  in: 'header',
  description: 'The name that the contact sees, percent-encoded.',
  schema: { type: 'string' },
} as const

/** Stores the body of a request as a file that waits to be sent. */
async function upload(stored: Files, c: Context, ownerId: string): Promise<FileRow> {
  if (Number(c.req.header('content-length') ?? 0) > maxUploadBytes) throw tooLarge(maxUploadBytes)
  const body = chunksOf(c.req.raw.body ?? [])
  const head = await readHead(body)
  if (head.length === 0) throw new Problem('validation_failed', { detail: 'The file is empty.' })
  const name = readFileName(c.req.header('x-file-name'))
  const mimeType = detectType(head.subarray(0, headBytes), {
    extension: /\.(\w{1,8})$/.exec(name)?.[1]?.toLowerCase() ?? '',
    mimeType: c.req.header('content-type') ?? '',
  })
  if (mimeType === undefined) {
    throw new Problem('unsupported_media_type', {
      title: 'Files of this type cannot be sent from here',
      detail:
        'Send a JPEG or PNG photo, an MP4 video, audio, a PDF, an Office document or text such as CSV.',
    })
  }
  const maxBytes = maxFileBytes[mediaKindOf(mimeType)]
  const expiresAt = new Date(Date.now() + uploadHours * hourMs)
  const file = { ownerId, name, mimeType, expiresAt }
  return writeFile(stored, file, limited(head, body, maxBytes))
}

function tooLarge(maxBytes: number): Problem {
  const limit = `${maxBytes / 1024 / 1024} MiB`
  return new Problem('body_too_large', {
    title: 'The file is too large',
    detail: `At most ${limit}.`,
  })
}

/** The pieces of a body; one that breaks off is the client's fault. */
async function* chunksOf(
  body: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  try {
    yield* body
  } catch (cause) {
    throw new Problem('malformed_request', { detail: 'The upload broke off.', cause })
  }
}

/** The first bytes of a body, enough to find its type, or all of it. */
async function readHead(body: AsyncGenerator<Uint8Array>): Promise<Uint8Array> {
  const chunks: Uint8Array[] = []
  let size = 0
  while (size < headBytes) {
    const { done, value } = await body.next()
    if (done === true) break
    chunks.push(value)
    size += value.length
  }
  return Buffer.concat(chunks)
}

/** Limits the real size, because the stated one may be missing or wrong. */
async function* limited(
  head: Uint8Array,
  rest: AsyncGenerator<Uint8Array>,
  maxBytes: number,
): AsyncGenerator<Uint8Array> {
  yield head
  let size = head.length
  for await (const chunk of rest) {
    size += chunk.length
    if (size > maxBytes) throw tooLarge(maxBytes)
    yield chunk
  }
}

const maxNameLength = 200

/** The name of a file, without folders and what would not be seen in it. */
function readFileName(header = ''): string {
  const name = decodeOrKeep(header).split(/[/\\]/).at(-1) ?? ''
  const clean = cleanName(withoutDirectionControls(name.toWellFormed()))
  return clean.slice(-maxNameLength).toWellFormed() || 'file'
}

function decodeOrKeep(header: string): string {
  try {
    return decodeURIComponent(header)
  } catch {
    return header
  }
}

/** The file may come from a stranger: the browser must not treat it as a page of this origin. */
function headersOf({ name, mimeType, sha256 }: FileRow) {
  const type = mimeType.split(';')[0]?.trim() ?? ''
  const charset = type.startsWith('text/') ? '; charset=utf-8' : ''
  const isType = /^[\w.+-]+\/[\w.+-]+$/.test(type)
  return {
    etag: `"${sha256}"`,
    'accept-ranges': 'bytes',
    // Revalidated each time: the next user of this browser may not be allowed to read it.
    'cache-control': 'private, no-cache',
    'content-type': isType ? `${type}${charset}` : 'application/octet-stream',
    'content-disposition': contentDisposition(
      inlineTypes.test(type) ? 'inline' : 'attachment',
      name,
    ),
    'content-security-policy':
      "sandbox; default-src 'none'; base-uri 'none'; frame-ancestors 'none'",
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
