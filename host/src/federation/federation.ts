import type { ReleaseSet, RemoteRelease } from '@errand/contract/release'
import type { RemoteModule } from '@errand/contract/remote'
import { createInstance } from '@module-federation/enhanced/runtime'

import { preload } from './preload.ts'
import { RemoteLoadError } from './remote-load-error.ts'
import { scriptGuard } from './script-guard.ts'
import { sharedLibraries } from './shared-libraries.ts'

const retryPauseMs = 300

/** The page's way to code of remotes. */
export interface Federation {
  /** The routes of a remote; throws `RemoteLoadError`. Asked again, it tries again. */
  loadRoutes: (remote: RemoteRelease) => Promise<RemoteModule['routes']>
}

/** Makes the page a Module Federation host for the remotes of the release set. */
export function createFederation(releaseSet: ReleaseSet): Federation {
  const instance = createInstance({
    name: 'host',
    remotes: [],
    shareStrategy: 'loaded-first',
    shared: sharedLibraries,
    plugins: [scriptGuard(releaseSet)],
  })
  const failures = new Map<string, number>()

  function register({ app, name, entry, globalName }: RemoteRelease): void {
    const failed = failures.get(app) ?? 0
    // A new URL after a failure: the browser may hold on to a hung or broken answer.
    const url = failed === 0 ? entry.url : `${entry.url}?retry=${failed}`
    instance.registerRemotes([{ name, entry: url, entryGlobalName: globalName, type: 'var' }], {
      force: failed > 0,
    })
  }

  async function attempt(remote: RemoteRelease): Promise<RemoteModule['routes']> {
    try {
      register(remote)
      const module = await instance.loadRemote<Partial<RemoteModule>>(`${remote.name}/routes`)
      if (!Array.isArray(module?.routes)) throw new TypeError(`${remote.app} exposes no routes`)
      failures.delete(remote.app)
      return module.routes
    } catch (cause) {
      failures.set(remote.app, (failures.get(remote.app) ?? 0) + 1)
      throw new RemoteLoadError(remote, cause)
    }
  }

  return {
    async loadRoutes(remote) {
      preload(remote)
      try {
        return await attempt(remote)
      } catch {
        // Once more by itself: most failures pass, and a preload that failed answers the first
        // request for its file with that old failure.
        await new Promise((resolve) => setTimeout(resolve, retryPauseMs))
        return attempt(remote)
      }
    },
  }
}
