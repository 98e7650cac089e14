import type { ReleaseSet } from '@errand/contract/release'
import { useEffect } from 'react'

import { followReleases } from '../federation/follow-releases.ts'
import { prefetchRemotes, preloadOnIntent, whenIdle } from '../federation/prefetch.ts'
import type { ReleaseUpdates } from '../federation/release-updates.ts'
import type { Remotes } from '../federation/remotes.ts'
import { PreviewNotice } from '../preview/preview.tsx'
import { AppShell } from './app-shell.tsx'
import { UpdateNotice } from './notices.tsx'

interface SignedInShellProps {
  releaseSet: ReleaseSet
  remotes: Remotes
  updates: ReleaseUpdates
}

/** The shell, and everything that starts with an owner's first page. */
export function SignedInShell(props: SignedInShellProps) {
  const { releaseSet, updates } = props
  useEffect(() => startOnce(props))
  const notices = (
    <>
      <PreviewNotice {...releaseSet} />
      <UpdateNotice updates={updates} />
    </>
  )
  return <AppShell remotes={releaseSet.remotes} notices={notices} />
}

let isStarted = false

/**
 * Starts prefetching and following rollouts once for the life of the page, whoever signs in or out.
 */
function startOnce({ releaseSet, remotes: { places }, updates }: SignedInShellProps): void {
  if (isStarted) return
  isStarted = true
  prefetchRemotes(places)
  preloadOnIntent(places)
  // A preview stays at its ticket's releases; without a secure origin there are no locks.
  const canFollow = releaseSet.override === undefined && 'locks' in navigator
  if (canFollow) whenIdle(() => followReleases(releaseSet, updates))
}
