import { isBelow } from '@errand/contract/paths'
import type { RemoteRelease } from '@errand/contract/release'
import type { PageHandle } from '@errand/contract/remote'
import { classNames, pageTitle, useSettings } from '@errand/shared-ui'
import { useQuery } from '@tanstack/react-query'
import { type MouseEvent, type ReactNode, useEffect, useLayoutEffect, useRef } from 'react'
import {
  NavigationType,
  Outlet,
  useLocation,
  useMatches,
  useNavigation,
  useNavigationType,
} from 'react-router-dom'

import { accountStatsQuery, useFollowAccount } from '../account/account.ts'
import { useLook } from '../look/look.ts'
import { useNotices } from '../notify/use-notices.ts'
import { ShellActions } from '../palette/shell-actions.tsx'
import { localizedLabel } from '../release/localized-label.ts'
import { useWords } from '../words/words.ts'
import styles from './app-shell.module.css'
import { MainNavigation } from './main-navigation.tsx'
import { OfflineNotice } from './notices.tsx'

interface AppShellProps {
  remotes: RemoteRelease[]
  /** Banners above every page. */
  notices?: ReactNode
}

/** The frame around every page of a signed-in owner. */
export function AppShell({ remotes, notices }: AppShellProps) {
  const { main, announcement } = useAnnouncePage()
  const isNavigating = useNavigation().state !== 'idle'
  const handles = useMatches().map(({ handle }) => handle as PageHandle | undefined)
  const hasWindow = handles.some((handle) => handle?.layout === 'window')
  const parameters = new URLSearchParams(useLocation().search)
  const fillsPhone = handles.some((handle) => handle?.fillsPhone?.(parameters) === true)
  const say = useWords()
  useRemoteTitle(remotes)
  useFollowAccount()
  useLook()
  useBadge()
  useNotices()
  // The address stays, because its hash may select a part of the page.
  const skip = (event: MouseEvent) => {
    event.preventDefault()
    main.current?.focus()
  }
  return (
    <div className={classNames(styles['shell'], fillsPhone && styles['filled'])}>
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

/**
 * Makes navigation clear to screen readers: announces the new page's title and moves the focus to
 * `main` instead of leaving it on the link.
 */
function useAnnouncePage() {
  const main = useRef<HTMLElement>(null)
  const announcement = useRef<HTMLParagraphElement>(null)
  const { pathname } = useLocation()
  const isGoingBack = useNavigationType() === NavigationType.Pop
  const lastPathname = useRef(pathname)
  useEffect(() => {
    if (lastPathname.current === pathname) return
    lastPathname.current = pathname
    // The effects of the page have run: its title is set, and a form may have taken the focus.
    if (announcement.current !== null) announcement.current.textContent = document.title
    if (main.current?.contains(document.activeElement) === false) {
      main.current.focus({ preventScroll: true })
    }
    // When going back, the browser restores the scroll position.
    if (!isGoingBack) window.scrollTo(0, 0)
  }, [pathname, isGoingBack])
  return { main, announcement }
}

/** The count at the start of a title. */
const countPrefix = /^\(\d+\+?\) /

/** Shows the number of chats that need the owner in the tab's title and on the app's icon. */
function useBadge(): void {
  const { data } = useQuery(accountStatsQuery())
  const count = data?.sessions.needsYou ?? 0
  useEffect(() => {
    void setIconBadge(count)
    const title = document.querySelector('title')
    if (title === null) return undefined
    const show = () => {
      const baseTitle = document.title.replace(countPrefix, '')
      const shown = count === 0 ? baseTitle : `(${count > 99 ? '99+' : count}) ${baseTitle}`
      if (shown !== document.title) document.title = shown
    }
    show()
    // Pages, including those of remotes, set the title themselves.
    const observer = new MutationObserver(show)
    observer.observe(title, { childList: true })
    return () => {
      observer.disconnect()
      document.title = document.title.replace(countPrefix, '')
      void setIconBadge(0)
    }
  }, [count])
}

/** Missing in most browsers, and it may refuse. */
async function setIconBadge(count: number): Promise<void> {
  try {
    await navigator.setAppBadge?.(count)
  } catch {
    // The title says it as well.
  }
}

/** Sets the tab's title to the remote's name, until its page sets a better one. */
function useRemoteTitle(remotes: RemoteRelease[]): void {
  const { pathname } = useLocation()
  const { locale } = useSettings()
  const remote = remotes.find(({ mount }) => isBelow(mount, pathname))
  const label = remote && localizedLabel(remote, locale)
  // Before the effects of the page, which may override it.
  useLayoutEffect(() => {
    if (label !== undefined) document.title = pageTitle(label)
  }, [label])
}
