import type { RemoteRelease } from '@errand/contract/release'
import { useEffect, useRef } from 'react'
import { Outlet, useLocation, useNavigation } from 'react-router-dom'

import styles from './app-shell.module.css'
import { MainNavigation } from './main-navigation.tsx'
import { ProfileNotice } from './profile-notice.tsx'

/** The frame of every page of a signed-in owner. */
export function AppShell({ remotes }: { remotes: RemoteRelease[] }) {
  const main = useFocusAfterNavigation()
  const isNavigating = useNavigation().state !== 'idle'
  return (
    <div className={styles['shell']}>
      <a className={styles['skip']} href="#content">
        Skip to content
      </a>
      <MainNavigation remotes={remotes} />
      <div
        className={styles['progress']}
        data-active={isNavigating}
        role="progressbar"
        aria-label="Loading the page"
        hidden={!isNavigating}
      />
      <main
        id="content"
        ref={main}
        tabIndex={-1}
        className={styles['main']}
        aria-busy={isNavigating}
      >
        <ProfileNotice />
        <Outlet />
      </main>
    </div>
  )
}

/** A screen reader goes on at the new page, not at the link that led there. */
function useFocusAfterNavigation() {
  const main = useRef<HTMLElement>(null)
  const { pathname } = useLocation()
  const lastPathname = useRef(pathname)
  useEffect(() => {
    if (lastPathname.current === pathname) return
    lastPathname.current = pathname
    main.current?.focus({ preventScroll: true })
    window.scrollTo(0, 0)
  }, [pathname])
  return main
}
