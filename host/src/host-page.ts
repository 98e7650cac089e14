import type { ReleaseSet } from '@errand/contract/release'
import type { RouteObject } from 'react-router-dom'

import { isReleaseGone } from './federation/release-gone.ts'
import { RemoteLoadError } from './federation/remote-load-error.ts'
import { withRetriedLazy } from './federation/retried-lazy.tsx'

interface HostPage {
  route: RouteObject
  /** The page as people know it. */
  label: () => string
  lazy: () => Promise<object>
}

/** Makes routes of the host's own pages, whose code may get lost as well. */
export const createHostPage =
  ({ version }: ReleaseSet['host']) =>
  ({ route, label, lazy }: HostPage): RouteObject =>
    withRetriedLazy(route, lazy, async (cause) => {
      const needsReload = await isReleaseGone(`/r/host/${version}/index.html`)
      return new RemoteLoadError({
        subject: { label: label() },
        releases: [`host@${version}`],
        needsReload,
        cause,
      })
    })
