import type { ReleaseSet } from '@errand/contract/release'
import type { RouteObject } from 'react-router-dom'

import { RemoteLoadError } from './errors/remote-load-error.ts'
import { isTimedOut, withRetriedLazy } from './federation/load.tsx'
import { reportRelease } from './federation/report-release.ts'
import { fetchReleaseStatus, avoid } from './release/release.ts'

interface HostPage {
  route: RouteObject
  /** The name that people know the page by. */
  label: () => string
  lazy: () => Promise<object>
}

/** Creates routes for the host's own pages, whose code may fail to load as well. */
export const createHostPage =
  ({ host: { version }, override }: Pick<ReleaseSet, 'host' | 'override'>) =>
  ({ route, label, lazy }: HostPage): RouteObject =>
    withRetriedLazy(route, lazy, async (cause) => {
      const answer = fetchReleaseStatus(`/r/host/${version}/index.html`).then((status) => {
        // The host of the next document may still have the page.
        if (status < 500) avoid({ app: 'host', isPreview: override !== undefined }, [{ version }])
        return status
      })
      const kind = isTimedOut(cause) ? 'timeout' : 'import'
      reportRelease({ app: 'host' }, 'failed', { kind, isReplaced: false, cause })
      return new RemoteLoadError({
        subject: { label: label() },
        releases: [`host@${version}`],
        needsReload: !isTimedOut(cause) && (await answer) === 410,
        cause,
      })
    })
