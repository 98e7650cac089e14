import type { RemoteRelease } from '@errand/contract/release'
import type { ReactNode } from 'react'
import { Outlet, useNavigation } from 'react-router-dom'

import styles from './app-shell.module.css'
import { MainNavigation } from './main-navigation.tsx'
import { ProfileNotice } from './profile-notice.tsx'
import { useArrival } from './use-arrival.ts'
import { useRemoteTitle } from './use-remote-title.ts'

interface AppShellProps {
  remotes: RemoteRelease[]
  /** What is to be said above every page. */
  notices?: ReactNode
}

/** The frame of every page of a signed-in owner. */
export function AppShell({ remotes, notices }: AppShellProps) {
  const { main, announcement } = useArrival()
  const isNavigating = useNavigation().state !== 'idle'
  useRemoteTitle(remotes)
  return (
    <div className={styles['shell']}>
      <a className={styles['skip']} href="#content">
        Skip to content
      </a>
      <MainNavigation remotes={remotes} />
      <main
        id="content"
        ref={main}
        tabIndex={-1}
        className={styles['main']}
        aria-busy={isNavigating}
      >
        <ProfileNotice />
        {notices}
        <Outlet />
      </main>
      <div className={styles['progress']} aria-hidden="true" hidden={!isNavigating} />
      <p role="status" ref={announcement} className={styles['announcement']} />
    </div>
  )
}
