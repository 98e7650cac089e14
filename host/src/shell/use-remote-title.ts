import { isBelow } from '@errand/contract/paths'
import type { RemoteRelease } from '@errand/contract/release'
import { useSettings } from '@errand/shared-ui'
import { useLayoutEffect } from 'react'
import { useLocation } from 'react-router-dom'

import { spoken } from './spoken.ts'
import { pageTitle } from './use-document-title.ts'

/** Names the tab after the remote on show, until a page of the remote names it better. */
export function useRemoteTitle(remotes: RemoteRelease[]): void {
  const { pathname } = useLocation()
  const { locale } = useSettings()
  const remote = remotes.find(({ mount }) => isBelow(mount, pathname))
  const label = remote && spoken(remote, locale)
  // Before the effects of the pages below, which have the last word.
  useLayoutEffect(() => {
    if (label !== undefined) document.title = pageTitle(label)
  }, [label])
}
