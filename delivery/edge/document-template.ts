import { constants, crc32, deflateRawSync } from 'node:zlib'

/** A document with a hole for the nonce; all the rest is the same for many visitors, and made once. */
export interface DocumentTemplate {
  /** One character for each byte of the document. */
  plain: (nonce: string) => string
  gzip: (nonce: string) => Uint8Array<ArrayBuffer>
}

/** The document that has these texts before and after the nonce. */
export function createTemplate(before: string, after: string): DocumentTemplate {
  const [start, end] = [Buffer.from(before), Buffer.from(after)]
  // Not encoded again for each visitor, and no memory outside the heap, which is dear to give back.
  const [startBytes, endBytes] = [start.toString('latin1'), end.toString('latin1')]
  let gzip: DocumentTemplate['gzip'] | undefined
  return {
    plain: (nonce) => startBytes + nonce + endBytes,
    gzip: (nonce) => (gzip ??= gzipAround(start, end))(nonce),
  }
}

/** A gzip header that tells neither name nor time (RFC 1952). */
const header = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff])
const best = { level: constants.Z_BEST_COMPRESSION }

/** Compresses what stands around the hole once; what fills it is stored as it is. */
function gzipAround(start: Buffer, end: Buffer): DocumentTemplate['gzip'] {
  // A full flush ends at a whole byte, and nothing behind it refers back.
  const first = deflateRawSync(start, { ...best, finishFlush: constants.Z_FULL_FLUSH })
  const last = deflateRawSync(end, best)
  const startSum = crc32(start)
  return (nonce) => {
    const middle = Buffer.from(nonce)
    const frame = Buffer.alloc(5)
    frame.writeUInt16LE(middle.length, 1)
    frame.writeUInt16LE(~middle.length & 0xffff, 3)
    const trailer = Buffer.alloc(8)
    trailer.writeUInt32LE(crc32(end, crc32(middle, startSum)), 0)
    trailer.writeUInt32LE(start.length + middle.length + end.length, 4)
    return Buffer.concat([header, first, frame, middle, last, trailer])
  }
}
