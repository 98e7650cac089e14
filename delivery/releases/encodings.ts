import { promisify } from 'node:util'
import { brotliDecompress, gunzip } from 'node:zlib'

import type { ReleaseStore } from './release-store.ts'

/** A file in the encodings that browsers take, by their names in `content-encoding`. */
export interface Encodings {
  br?: Uint8Array<ArrayBuffer>
  gzip?: Uint8Array<ArrayBuffer>
}

const decoders = [
  { name: 'br', suffix: '.br', decode: promisify(brotliDecompress) },
  { name: 'gzip', suffix: '.gz', decode: promisify(gunzip) },
] as const

/**
 * What publishing compressed beside a file. The release signs the file alone, so each encoding has
 * to decode to exactly its bytes; one that does not is as good as missing.
 */
export async function readEncodings(
  store: ReleaseStore,
  path: string,
  bytes: Uint8Array<ArrayBuffer>,
): Promise<Encodings> {
  const encodings: Encodings = {}
  await Promise.all(
    decoders.map(async ({ name, suffix, decode }) => {
      const encoded = await store.read(`${path}${suffix}`)
      if (encoded === undefined) return
      const decoded = await decode(encoded, { maxOutputLength: bytes.length + 1 }).catch(() => null)
      if (decoded?.equals(bytes) === true) encodings[name] = encoded
    }),
  )
  return encodings
}
