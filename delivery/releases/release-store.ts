import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

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
        return Uint8Array.from(await readFile(join(directory, path)))
      } catch (error) {
        if (isMissing(error)) return undefined
        throw error
      }
    },
  }
}

const isMissing = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'EISDIR')

/** The store could not be asked: nothing is known of the file. */
export class ReleaseStoreError extends Error {
  override readonly name = 'ReleaseStoreError'
}

const storeTimeoutMs = 5_000

async function ask(url: URL): Promise<Response> {
  try {
    return await fetch(url, { signal: AbortSignal.timeout(storeTimeoutMs) })
  } catch (cause) {
    throw new ReleaseStoreError('It did not answer', { cause })
  }
}

/** An object store, or any server of static files. */
export function httpStore(baseUrl: string): ReleaseStore {
  const base = baseUrl.endsWith('/') ? baseUrl : `${baseUrl}/`
  return {
    async read(path) {
      const answer = await ask(new URL(path, base))
      // Stores that may not be listed answer 403 for what is not there.
      if (answer.status === 404 || answer.status === 403) return undefined
      if (!answer.ok) throw new ReleaseStoreError(`It answered ${answer.status} for ${path}`)
      return new Uint8Array(await answer.arrayBuffer())
    },
  }
}
