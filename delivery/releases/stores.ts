import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

import { fetchLimited } from '../platform/fetch-limited.ts'
import { maxUnpackedBytes } from './release.ts'

/** Where published files lie: a folder, or an object store behind HTTP. */
export interface ReleaseStore {
  /** The bytes at `<app>/<version>/<file>`, or nothing when there are none. */
  read: (path: string) => Promise<Uint8Array<ArrayBuffer> | undefined>
}

/** A folder on this machine. */
export function folderStore(directory: string): ReleaseStore {
  return {
    async read(path) {
      try {
        return await readFile(join(directory, path))
      } catch (error) {
        if (isMissing(error)) return undefined
        throw error
      }
    },
  }
}

/** What a name in a URL can lead to that is no file of ours. */
const missingCodes = new Set<unknown>(['ENOENT', 'EISDIR', 'ENOTDIR', 'ENAMETOOLONG'])

/** Whether there is no such file. */
export const isMissing = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && missingCodes.has(error.code)

const storeTimeoutMs = 5_000

/** An object store, or any server of static files. */
export function httpStore(baseUrl: string): ReleaseStore {
  const base = baseUrl.endsWith('/') ? baseUrl : `${baseUrl}/`
  return {
    async read(path) {
      const signal = AbortSignal.timeout(storeTimeoutMs)
      const answer = await fetchLimited(
        new URL(path, base),
        { redirect: 'error', signal },
        maxUnpackedBytes,
      ).catch((cause: unknown) => {
        throw new Error(`The store did not answer for ${path}`, { cause })
      })
      // Stores that may not be listed answer 403 for what is not there.
      if (answer.status === 404 || answer.status === 403) return undefined
      if (!answer.ok) throw new Error(`The store answered ${answer.status} for ${path}`)
      return new Uint8Array(await answer.arrayBuffer())
    },
  }
}
