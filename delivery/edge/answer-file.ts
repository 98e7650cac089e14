import { getMimeType } from 'hono/utils/mime'

import type { ReleaseFile } from '../releases/open-releases.ts'
import { readRange } from './range.ts'

/** What a request says about how it wants a file; the names of HTTP's headers. */
export interface FileRequest {
  range?: string | undefined
  'accept-encoding'?: string | undefined
  'if-none-match'?: string | undefined
}

/** The answer, whatever kind of server sends it. */
export interface FileAnswer {
  status: 200 | 206 | 304 | 416
  headers: Record<string, string>
  body: Uint8Array<ArrayBuffer> | null
}

const oneYearSeconds = 31_536_000

/** The answer to a request for a file of a release: encoded, in part, or not at all. */
export function answerFile(name: string, file: ReleaseFile, request: FileRequest): FileAnswer {
  const { bytes, integrity, encodings } = file
  const range = readRange(request.range, bytes.length)
  const encoding =
    range === undefined ? chooseEncoding(request['accept-encoding'], file) : 'identity'
  const etag = `"${integrity.slice(7)}${encoding === 'identity' ? '' : `-${encoding}`}"`
  const headers = headersOf(name, file, etag)
  if (isKnown(request['if-none-match'], etag)) return { status: 304, headers, body: null }
  if (range === 'unsatisfiable') {
    return { status: 416, headers: withRange(headers, `*/${bytes.length}`), body: null }
  }
  if (range !== undefined) {
    const { start, end } = range
    const body = bytes.slice(start, end + 1)
    return { status: 206, headers: withRange(headers, `${start}-${end}/${bytes.length}`), body }
  }
  const encoded = encoding === 'identity' ? undefined : encodings[encoding]
  if (encoded === undefined) return { status: 200, headers, body: bytes }
  return { status: 200, headers: { ...headers, 'content-encoding': encoding }, body: encoded }
}

const headersByFile = new WeakMap<ReleaseFile, Map<string, Record<string, string>>>()

/** Headers of a file in one encoding; made once, as they are a good part of the work. */
function headersOf(name: string, file: ReleaseFile, etag: string): Record<string, string> {
  const byTag = headersByFile.get(file) ?? new Map<string, Record<string, string>>()
  headersByFile.set(file, byTag)
  const headers = byTag.get(etag) ?? {
    'content-type': getMimeType(name) ?? 'application/octet-stream',
    'cache-control': `public, max-age=${oneYearSeconds}, immutable`,
    'x-content-type-options': 'nosniff',
    'cross-origin-resource-policy': 'same-origin',
    // Opened by itself, a page or picture of a team is nobody's: it runs nothing.
    'content-security-policy': "default-src 'none'; sandbox",
    'accept-ranges': 'bytes',
    vary: 'accept-encoding',
    etag,
  }
  byTag.set(etag, headers)
  return headers
}

const withRange = (headers: Record<string, string>, range: string): Record<string, string> => ({
  ...headers,
  'content-range': `bytes ${range}`,
})

function chooseEncoding(header = '', { encodings }: ReleaseFile): 'br' | 'gzip' | 'identity' {
  const accepted = header.split(',').map((part) => part.trim())
  // The smaller one first: browsers list gzip first and mean nothing by it.
  const chosen = (['br', 'gzip'] as const).find(
    (name) => encodings[name] !== undefined && accepted.some((part) => isTaken(part, name)),
  )
  return chosen ?? 'identity'
}

/** `br`, or `br;q=0.5`, but not `br;q=0`. */
function isTaken(part: string, name: string): boolean {
  const [encoding, ...parameters] = part.split(';').map((word) => word.trim())
  return encoding === name && !parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter))
}

const isKnown = (header = '', etag: string): boolean =>
  header !== '' && header.split(',').some((known) => known.trim().replace(/^W\//, '') === etag)
