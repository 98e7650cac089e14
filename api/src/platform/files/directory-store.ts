import { access, mkdir, open, rename, rm, type FileHandle } from 'node:fs/promises'
import { dirname, join } from 'node:path'

import { pathOf, type ByteRange, type FileStore } from './file-store.ts'

/** How much of a file is read at a time. */
const chunkBytes = 128 * 1024

/** Keeps files in a directory, which only the user of the process can read. */
export function openDirectoryStore(root: string): FileStore {
  const find = (id: string) => join(root, pathOf(id))
  return {
    write: async (id, source) => {
      const path = find(id)
      const created = await mkdir(dirname(path), { recursive: true, mode: 0o700 })
      const file = await open(partOf(path), 'w', 0o600)
      try {
        await file.writeFile(source)
        await file.sync()
      } finally {
        await file.close()
      }
      await rename(partOf(path), path)
      await syncDirectory(dirname(path))
      if (created !== undefined) await syncDirectory(dirname(created))
    },
    read: async (id, range) => {
      await access(find(id))
      return readChunks(find(id), range)
    },
    delete: async (ids) => {
      for (const path of ids.map(find)) {
        await rm(partOf(path), { force: true })
        await rm(path, { force: true })
      }
    },
  }
}

/** What is being written; a crash leaves it, and it is deleted like a file that was finished. */
const partOf = (path: string): string => `${path}.part`

/** After this a new name in the directory outlives a loss of power. */
async function syncDirectory(path: string): Promise<void> {
  // Windows cannot open directories, and needs no such call.
  if (process.platform === 'win32') return
  const directory = await open(path)
  try {
    await directory.sync()
  } finally {
    await directory.close()
  }
}

/** The file is opened by the first read: a stream that nobody reads must not keep it open. */
function readChunks(
  path: string,
  { from, to }: ByteRange = { from: 0, to: Infinity },
): ReadableStream<Uint8Array> {
  let file: FileHandle | undefined
  let position = from
  return new ReadableStream<Uint8Array>(
    {
      pull: async (controller) => {
        file ??= await open(path)
        const length = Math.min(chunkBytes, to - position + 1)
        const { bytesRead, buffer } = await file.read(
          Buffer.allocUnsafe(length),
          0,
          length,
          position,
        )
        position += bytesRead
        if (bytesRead > 0) controller.enqueue(buffer.subarray(0, bytesRead))
        if (bytesRead > 0 && position <= to) return
        await file.close()
        controller.close()
      },
      cancel: () => file?.close(),
    },
    { highWaterMark: 0 },
  )
}
