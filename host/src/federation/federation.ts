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

/** Makes the page a Module Federation host; `localOrigins` are the development servers of its set. */
export function createFederation(localOrigins: readonly string[] = []): LoadRoutes {
  const guard = createScriptGuard(localOrigins)
  const instance = createInstance({
    name: 'host',
    remotes: [],
    shareStrategy: 'loaded-first',
    shared: sharedLibraries,
    plugins: [guard.plugin],
  })
  const attempts = new Map<string, number>()

  return async (remote, release) => {
    const { globalName, entry } = release
    // Only what the set, or a later one, names gets here.
    guard.allow(entry)
    const earlier = attempts.get(globalName) ?? 0
    attempts.set(globalName, earlier + 1)
    // A remote of its own for each attempt, so that none waits for another.
    const name = `${globalName}.${earlier}`
    // A new URL: the browser may hold on to a hung or broken answer.
    const url = earlier === 0 ? entry.url : `${entry.url}?retry=${earlier}`
    instance.registerRemotes([{ name, entry: url, entryGlobalName: globalName, type: 'var' }])
    const module = await instance.loadRemote<Partial<RemoteModule>>(`${name}/routes`)
    if (!Array.isArray(module?.routes)) {
      throw new TypeError(`${releaseName(remote, release)} has no routes`)
    }
    return module.routes
  }
}
