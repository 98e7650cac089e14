import { Buffer } from 'node:buffer'
import { constants, crc32, deflateRawSync } from 'node:zlib'

import { LRUCache } from 'lru-cache'

/** A document with a hole for the nonce; all the rest is the same for many visitors, and made once. */
export interface DocumentTemplate {
  /** One character for each byte of the document; so has `gzip`. */
  plain: (nonce: string) => string
  gzip: (nonce: string) => string
  /** What it may come to hold in memory. */
  bytes: number
}

/** What many templates have behind the nonce. */
interface Ending {
  text: string
  bytes: Buffer
  compressed: Buffer
}

/** Each release of the host has one. */
const cachedEndings = 100
const endings = new LRUCache<string, Ending>({
  max: cachedEndings,
  memoMethod: (after) => {
    const bytes = Buffer.from(after)
    return { bytes, text: latin1(bytes), compressed: deflate(bytes) }
  },
})

/** The document that has these texts before and after the nonce. */
export function createTemplate(before: string, after: string): DocumentTemplate {
  // Not encoded again for each visitor, and no memory outside the heap, which is dear to give back.
  const start = Buffer.from(before).toString('latin1')
  const end = endings.memo(after)
  let gzip: DocumentTemplate['gzip'] | undefined
  return {
    plain: (nonce) => start + nonce + end.text,
    gzip: (nonce) => (gzip ??= gzipAround(Buffer.from(start, 'latin1'), end))(nonce),
    // As much again for the compressed text, which is never longer than that.
    bytes: 2 * start.length,
  }
}

/** A gzip header that tells neither name nor time (RFC 1952). */
const header = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff])
/** Hashes hardly compress: the best level takes several times as long for four percent. */
const level = 3

/** A copy: what zlib answers lies in a buffer of its own that is several times as large. */
const deflate = (bytes: Buffer, finishFlush: number = constants.Z_FINISH): Buffer =>
  Buffer.from(Uint8Array.from(deflateRawSync(bytes, { level, finishFlush })).buffer)

/** Compresses what stands before the hole once; what fills it is stored as it is. */
function gzipAround(start: Buffer, end: Ending): DocumentTemplate['gzip'] {
  // A full flush ends at a whole byte, and nothing behind it refers back.
  const before = latin1(Buffer.concat([header, deflate(start, constants.Z_FULL_FLUSH)]))
  const after = latin1(end.compressed)
  const [startSum, startLength] = [crc32(start), start.length]
  return (nonce) => {
    const sum = crc32(end.bytes, crc32(nonce, startSum))
    const trailer = bytes32(sum) + bytes32(startLength + nonce.length + end.bytes.length)
    return before + stored(nonce) + after + trailer
  }
}

/** A block of ASCII text as it is, which is not the last one (RFC 1951). */
const stored = (text: string): string => `\0${bytes16(text.length)}${bytes16(~text.length)}${text}`

const latin1 = (bytes: Buffer): string => bytes.toString('latin1')
const bytes16 = (value: number): string => String.fromCharCode(value & 0xff, (value >>> 8) & 0xff)
const bytes32 = (value: number): string => bytes16(value) + bytes16(value >>> 16)
