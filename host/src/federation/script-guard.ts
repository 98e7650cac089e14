import { pieceTimeoutMs } from '@errand/contract/limits'
import type { ReleaseSet } from '@errand/contract/release'
import type { ModuleFederationRuntimePlugin } from '@module-federation/enhanced/runtime'

/**
 * Lets only scripts run that the release set names, and only with the bytes it names: an entry
 * without a known hash is refused. Development servers have no hashes, their builds no such check.
 */
export function scriptGuard({ remotes }: ReleaseSet): ModuleFederationRuntimePlugin {
  const integrityByUrl = new Map(
    remotes.map(({ entry }) => [new URL(entry.url, document.baseURI).href, entry.integrity]),
  )
  return {
    name: 'errand:script-guard',
    createScript({ url }) {
      // A retry adds a query so that the browser asks again; the bytes must be the same.
      const integrity = integrityByUrl.get(url.replace(/\?.*$/, ''))
      if (integrity === undefined && process.env['NODE_ENV'] === 'production') {
        throw new Error(`No hash is known for ${url}`)
      }
      const script = document.createElement('script')
      script.async = true
      script.crossOrigin = 'anonymous'
      if (integrity !== undefined) script.integrity = integrity
      script.src = url
      return { script, timeout: pieceTimeoutMs }
    },
  }
}
