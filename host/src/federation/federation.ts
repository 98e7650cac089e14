import type { RemoteRelease } from '@errand/contract/release'
import type { RemoteModule } from '@errand/contract/remote'
import { createInstance } from '@module-federation/enhanced/runtime'

import { releaseName, type Release } from './release.ts'
import { createScriptGuard } from './script-guard.ts'
import { sharedLibraries } from './shared-libraries.ts'

/** The page's way to code of remotes: the routes of a release. Asked again, it tries again. */
export type LoadRoutes = (
  remote: RemoteRelease,
  release: Release,
) => Promise<RemoteModule['routes']>

/** Makes the page a Module Federation host. */
export function createFederation(): LoadRoutes {
  const guard = createScriptGuard()
  const instance = createInstance({
    name: 'host',
    remotes: [],
    shareStrategy: 'loaded-first',
    shared: sharedLibraries,
    plugins: [guard.plugin],
  })
  const attempts = new Map<string, number>()

  /** The name to ask for: each attempt is a remote of its own, so that none waits for another. */
  function register({ globalName, entry }: Release): string {
    const earlier = attempts.get(globalName) ?? 0
    attempts.set(globalName, earlier + 1)
    const name = `${globalName}.${earlier}`
    // A new URL: the browser may hold on to a hung or broken answer.
    const url = earlier === 0 ? entry.url : `${entry.url}?retry=${earlier}`
    instance.registerRemotes([{ name, entry: url, entryGlobalName: globalName, type: 'var' }])
    return name
  }

  return async (remote, release) => {
    // Only what the set, or a later one, names gets here.
    guard.allow(release.entry)
    const name = register(release)
    const module = await instance.loadRemote<Partial<RemoteModule>>(`${name}/routes`)
    if (!Array.isArray(module?.routes)) {
      throw new TypeError(`${releaseName(remote, release)} exposes no routes`)
    }
    return module.routes
  }
}
