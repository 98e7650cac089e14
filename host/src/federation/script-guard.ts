import { pieceTimeoutMs } from '@errand/contract/limits'
import type { ReleaseAsset } from '@errand/contract/release'
import type { ModuleFederationRuntimePlugin } from '@module-federation/enhanced/runtime'

interface ScriptUrlPolicy {
  createScriptURL: (url: string) => string
}

/** Trusted Types; TypeScript's library does not have it, nor has every browser. */
interface PolicyFactory {
  createPolicy: (name: string, rules: ScriptUrlPolicy) => ScriptUrlPolicy
}

/**
 * Lets only scripts run that a release of the set names, and only with the bytes it names: an entry
 * without a known hash is refused. Development servers have no hashes, their builds no such check.
 */
export function createScriptGuard() {
  const integrityByUrl = new Map<string, string | undefined>()
  // A retry adds a query so that the browser asks again; the bytes must be the same.
  const bare = (url: string): string => url.replace(/\?.*$/, '')
  let policy: ScriptUrlPolicy | undefined

  const rules: ScriptUrlPolicy = {
    createScriptURL(url) {
      if (!integrityByUrl.has(bare(url))) throw new TypeError(`No release has ${url}`)
      return url
    },
  }
  function trusted(url: string): string {
    const { trustedTypes } = window as { trustedTypes?: PolicyFactory }
    policy ??= trustedTypes?.createPolicy('errand-loader', rules) ?? rules
    return policy.createScriptURL(url)
  }

  const plugin: ModuleFederationRuntimePlugin = {
    name: 'errand:script-guard',
    createScript({ url }) {
      const integrity = integrityByUrl.get(bare(url))
      if (integrity === undefined && process.env['NODE_ENV'] === 'production') {
        throw new Error(`No hash is known for ${url}`)
      }
      const script = document.createElement('script')
      script.async = true
      script.crossOrigin = 'anonymous'
      if (integrity !== undefined) script.integrity = integrity
      script.src = trusted(url)
      return { script, timeout: pieceTimeoutMs }
    },
  }
  return {
    plugin,
    allow({ url, integrity }: ReleaseAsset): void {
      integrityByUrl.set(new URL(url, document.baseURI).href, integrity)
    },
  }
}
