import type { RemoteRelease } from '@errand/contract/release'
import type { PageHandle } from '@errand/contract/remote'
import { classNames } from '@errand/shared-ui'
import type { MouseEvent, ReactNode } from 'react'
import { Outlet, useMatches, useNavigation } from 'react-router-dom'

import { useFollowAccount } from '../account/use-follow-account.ts'
import { useLook } from '../look/use-look.ts'
import { useNotices } from '../notify/use-notices.ts'
import { ShellActions } from '../palette/shell-actions.tsx'
import styles from './app-shell.module.css'
import { MainNavigation } from './main-navigation.tsx'
import { OfflineNotice } from './offline-notice.tsx'
import { useArrival } from './use-arrival.ts'
import { useBadge } from './use-badge.ts'
import { useRemoteTitle } from './use-remote-title.ts'
import { useWords } from './words/words.ts'

interface AppShellProps {
  remotes: RemoteRelease[]
  /** What is to be said above every page. */
  notices?: ReactNode
}

/** The frame of every page of a signed-in owner. */
export function AppShell({ remotes, notices }: AppShellProps) {
  const { main, announcement } = useArrival()
  const isNavigating = useNavigation().state !== 'idle'
  const hasWindow = useMatches().some(({ handle }) => (handle as PageHandle)?.layout === 'window')
  const say = useWords()
  useRemoteTitle(remotes)
  useFollowAccount()
  useLook()
  useBadge()
  useNotices()
  // The address stays: its hash may say which part of a page is on show.
  const skip = (event: MouseEvent) => {
    event.preventDefault()
    main.current?.focus()
  }
  return (
    <div className={styles['shell']}>
      <a className={styles['skip']} href="#content" onClick={skip}>
        {say('skip')}
      </a>
      <MainNavigation remotes={remotes} />
      <main
        id="content"
        ref={main}
        tabIndex={-1}
        className={classNames(styles['main'], hasWindow && styles['window'])}
        aria-busy={isNavigating}
      >
        <div className={styles['notices']}>
          <OfflineNotice />
          {notices}
        </div>
        <Outlet />
      </main>
      <ShellActions remotes={remotes} />
      <div className={styles['progress']} aria-hidden="true" hidden={!isNavigating} />
      <p role="status" ref={announcement} className={styles['announcement']} />
    </div>
  )
}
