import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

import type { Release } from '../../releases/release.ts'

const compressible = /\.(js|css|html|json|svg|map|txt)$/
const brotli = promisify(brotliCompress)
const gzipped = promisify(gzip)

/** Writes the smallest `.br` and `.gz` beside each file of text: once here, for every visitor. */
export async function precompress(directory: string, release: Release): Promise<void> {
  const names = Object.keys(release.files).filter((name) => compressible.test(name))
  await Promise.all(
    names.map(async (name) => {
      const file = join(directory, name)
      const bytes = await readFile(file)
      const [br, gz] = await Promise.all([
        brotli(bytes, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: bytes.byteLength } }),
        gzipped(bytes, { level: 9 }),
      ])
      await writeSmaller(`${file}.br`, br, bytes)
      await writeSmaller(`${file}.gz`, gz, bytes)
    }),
  )
}

/** A copy that saves nothing is not worth a look for it. */
async function writeSmaller(file: string, copy: Uint8Array, original: Uint8Array): Promise<void> {
  if (copy.byteLength < original.byteLength) await writeFile(file, copy)
}
