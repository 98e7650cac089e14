import { ReleaseStoreError, type ReleaseStore } from './release-store.ts'

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
