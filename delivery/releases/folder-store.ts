import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

import type { ReleaseStore } from './release-store.ts'

/** A folder on this machine. */
export function folderStore(directory: string): ReleaseStore {
  return {
    async read(path) {
      try {
        return Uint8Array.from(await readFile(join(directory, path)))
      } catch (error) {
        if (isMissing(error)) return undefined
        throw error
      }
    },
  }
}

/** What a name in a URL can lead to that is no file of ours. */
const missingCodes = new Set<unknown>(['ENOENT', 'EISDIR', 'ENOTDIR', 'ENAMETOOLONG'])

const isMissing = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && missingCodes.has(error.code)
