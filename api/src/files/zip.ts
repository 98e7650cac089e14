import { Zip, ZipDeflate } from 'fflate'

/** A file of an archive, made as it is read. */
export interface ZipEntry {
  name: string
  chunks: AsyncIterable<Uint8Array>
}

/** An archive piece by piece: only what was not taken yet is in memory. */
export async function* zip(
  entries: Iterable<ZipEntry> | AsyncIterable<ZipEntry>,
): AsyncGenerator<Uint8Array> {
  const made: Uint8Array[] = []
  let failure: Error | undefined
  const archive = new Zip((error, bytes) => {
    if (error === null) made.push(bytes)
    else failure = error
  })
  for await (const { name, chunks } of entries) {
    const file = new ZipDeflate(name, { level: 6 })
    archive.add(file)
    for await (const chunk of chunks) {
      file.push(chunk)
      if (failure !== undefined) throw failure
      yield* made.splice(0)
    }
    file.push(new Uint8Array(0), true)
    yield* made.splice(0)
  }
  archive.end()
  if (failure !== undefined) throw failure
  yield* made.splice(0)
}
