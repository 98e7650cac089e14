import type { RemoteRelease } from '@errand/contract/release'
import type { RemoteModule } from '@errand/contract/remote'
import { createInstance } from '@module-federation/enhanced/runtime'

import type { Release } from './release.ts'
import { createScriptGuard } from './script-guard.ts'
import { sharedLibraries } from './shared-libraries.ts'

/** The page's way to code of remotes: what a release exposes. Asked again, it tries again. */
export type LoadExposed = (release: Release, key: 'routes' | 'widget') => Promise<unknown>

/** The routes of a release. */
export type LoadRoutes = (
  remote: RemoteRelease,
  release: Release,
) => Promise<RemoteModule['routes']>

/** Makes the page a Module Federation host; `localOrigins` are the development servers of its set. */
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
    // Only what the set, or a later one, names gets here.
    guard.allow(entry)
    const exposed = globalName + key
    const attempt = attempts.get(exposed) ?? 0
    attempts.set(exposed, attempt + 1)
    // A remote of its own for each attempt, so that none waits for another.
    const name = exposed + attempt
    // A new URL: the browser may hold on to a hung or broken answer.
    const url = entry.url + (attempt > 0 ? `?retry=${attempt}` : '')
    instance.registerRemotes([{ name, entry: url, entryGlobalName: globalName, type: 'var' }])
    return instance.loadRemote(`${name}/${key}`)
  }
}

/** The way to routes, for a page that has the way to all that is exposed. */
export function routesLoader(load: LoadExposed): LoadRoutes {
  return async (_, release) => {
    const { routes } = (await load(release, 'routes')) as RemoteModule
    if (Array.isArray(routes)) return routes
    throw new TypeError(`${release.globalName} has no routes`)
  }
}
