import { pieceTimeoutMs } from '@errand/contract/limits'
import type { ReleaseAsset } from '@errand/contract/release'
import {
  createInstance,
  type ModuleFederationRuntimePlugin,
} from '@module-federation/enhanced/runtime'

import type { Release } from '../release/release.ts'
import { sharedLibraries } from './shared-libraries.ts'

/** Loads what a release exposes; calling it again retries. */
export type LoadExposed = (release: Release, key: 'routes' | 'widget') => Promise<unknown>

/**
 * Creates the Module Federation host; `localOrigins` are the development servers of the release
 * set.
 */
export function createFederation(localOrigins: readonly string[] = []): LoadExposed {
  const guard = createScriptGuard(localOrigins)
  const instance = createInstance({
    name: 'host',
    remotes: [],
    shareStrategy: 'loaded-first',
    shared: sharedLibraries,
    plugins: [guard.plugin],
  })
  const attempts = new Map<string, number>()

  return ({ globalName, entry }, key) => {
    // Only entries that a release set names get here.
    guard.allow(entry)
    const exposed = globalName + key
    const attempt = attempts.get(exposed) ?? 0
    attempts.set(exposed, attempt + 1)
    // A separate remote for each attempt, so that none waits for another.
    const name = exposed + attempt
    // A new URL, because the browser may hold on to a hung or broken response.
    const url = entry.url + (attempt > 0 ? `?retry=${attempt}` : '')
    instance.registerRemotes([{ name, entry: url, entryGlobalName: globalName, type: 'var' }])
    return instance.loadRemote(`${name}/${key}`)
  }
}

interface ScriptUrlRules {
  createScriptURL: (url: string) => string
}

/** Trusted Types; missing in TypeScript's library, and in some browsers. */
interface PolicyFactory {
  createPolicy: (name: string, rules: ScriptUrlRules) => ScriptUrlRules
}

/**
 * Allows only scripts that a release of the set names, with exactly the named bytes: an entry
 * without a known hash is refused. Development servers have no hashes: they are allowed if a ticket
 * named them (`localOrigins`), or if the page itself comes from one.
 */
export function createScriptGuard(localOrigins: readonly string[]) {
  const integrityByUrl = new Map<string, string | undefined>()
  // A retry adds a query to bypass the browser's cache; the bytes must be the same.
  const integrityOf = (url: string) => integrityByUrl.get(url.replace(/\?.*$/, ''))
  const isLocal = (url: string) => localOrigins.includes(new URL(url, document.baseURI).origin)
  const rules: ScriptUrlRules = {
    createScriptURL(url) {
      const isKnown = integrityOf(url) !== undefined || isLocal(url)
      if (!isKnown && process.env['NODE_ENV'] === 'production') {
        throw new Error(`No hash for ${url}`)
      }
      return url
    },
  }
  let policy: ScriptUrlRules | undefined

  const plugin: ModuleFederationRuntimePlugin = {
    name: 'errand:script-guard',
    createScript({ url }) {
      const { trustedTypes } = window as { trustedTypes?: PolicyFactory }
      policy ??= trustedTypes?.createPolicy('errand-loader', rules) ?? rules
      const script = document.createElement('script')
      script.crossOrigin = 'anonymous'
      script.integrity = integrityOf(url) ?? ''
      script.src = policy.createScriptURL(url)
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
