import { getMimeType } from 'hono/utils/mime'

import type { Encodings } from '../releases/encodings.ts'
import type { ReleaseFile } from '../releases/open-releases.ts'
import { acceptedEncodings } from './accepted-encodings.ts'

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
  const { bytes } = file
  const range = readRange(request.range, bytes.length)
  const encoding =
    range === undefined ? chooseEncoding(request['accept-encoding'], file) : 'identity'
  const { etag, headers, encodedHeaders, body } = variantOf(name, file, encoding)
  if (isKnown(request['if-none-match'], etag)) return { status: 304, headers, body: null }
  if (range === 'unsatisfiable') {
    return { status: 416, headers: withRange(headers, `*/${bytes.length}`), body: null }
  }
  if (range !== undefined) {
    const { start, end } = range
    const part = bytes.slice(start, end + 1)
    const place = `${start}-${end}/${bytes.length}`
    return { status: 206, headers: withRange(headers, place), body: part }
  }
  return { status: 200, headers: encodedHeaders, body }
}

type Encoding = keyof Encodings | 'identity'

/** A file in one encoding, with what is sent ahead of it. */
interface Variant {
  etag: string
  /** Headers of an answer that is not the whole file. */
  headers: Record<string, string>
  encodedHeaders: Record<string, string>
  body: Uint8Array<ArrayBuffer>
}

const variants = new WeakMap<ReleaseFile, Partial<Record<Encoding, Variant>>>()

/** Made once for each file and encoding, as headers are a good part of the work. */
function variantOf(name: string, file: ReleaseFile, encoding: Encoding): Variant {
  const known = variants.get(file) ?? {}
  variants.set(file, known)
  return (known[encoding] ??= makeVariant(name, file, encoding))
}

function makeVariant(name: string, file: ReleaseFile, encoding: Encoding): Variant {
  const { bytes, integrity, encodings } = file
  const encoded = encoding === 'identity' ? undefined : encodings[encoding]
  const etag = `"${integrity.slice(7)}${encoded === undefined ? '' : `-${encoding}`}"`
  const headers = {
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
  return {
    etag,
    headers,
    encodedHeaders: encoded === undefined ? headers : { ...headers, 'content-encoding': encoding },
    body: encoded ?? bytes,
  }
}

const withRange = (headers: Record<string, string>, range: string): Record<string, string> => ({
  ...headers,
  'content-range': `bytes ${range}`,
})

const chooseEncoding = (header: string | undefined, { encodings }: ReleaseFile): Encoding =>
  acceptedEncodings(header).find((name) => name in encodings) ?? 'identity'

const isKnown = (header = '', etag: string): boolean =>
  header !== '' && header.split(',').some((known) => known.trim().replace(/^W\//, '') === etag)

/** Bytes `start` to `end`, both included. */
interface Range {
  start: number
  end: number
}

/** The one range that a request asks for; nothing when it asks for none, or for several. */
function readRange(header: string | undefined, size: number): Range | 'unsatisfiable' | undefined {
  const [, first = '', last = ''] = /^bytes=(\d*)-(\d*)$/.exec(header ?? '') ?? []
  if (first === '' && last === '') return undefined
  const range =
    first === ''
      ? { start: Math.max(0, size - Number(last)), end: size - 1 }
      : { start: Number(first), end: last === '' ? size - 1 : Math.min(Number(last), size - 1) }
  return range.start <= range.end ? range : 'unsatisfiable'
}
