import { pieceTimeoutMs } from '@errand/contract/limits'
import type { RemoteRelease } from '@errand/contract/release'
import { queryClient } from '@errand/shared-auth'
import { type RefObject, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import {
  Outlet,
  type RouteObject,
  useLocation,
  useNavigate,
  useNavigation,
  useRouteError,
} from 'react-router-dom'

import { keepCaughtError } from '../errors/caught-error.ts'
import { PaneError } from '../errors/pane-error.tsx'
import { isCodeAtFault, isRemoteLoadError } from '../errors/remote-load-error.ts'
import { type Release, releaseName } from '../release/release.ts'
import { type OnLoadFailed, withRetriedLazy } from './load.tsx'
import type { FailureKind } from './report-release.ts'

/** Called when a release broke; resolves to whether another release replaced it. */
export type OnBroken = (kind: FailureKind, cause?: unknown) => Promise<boolean>

/** Events of a mounted release. */
export interface MountEvents {
  onLost: OnLoadFailed
  /** A page of it broke. */
  onBroken: OnBroken
  /** A page of it is visible or waits for the api, so its code has started. */
  onReady: () => void
}

interface MountedRelease {
  remote: RemoteRelease
  release: Release
  routes: RouteObject[]
  events: MountEvents
}

/** The subtree of the router that is one release of a remote. */
export function mountRoute({ remote, release, routes, events }: MountedRelease): RouteObject {
  const name = releaseName(remote, release)
  return {
    id: name,
    path: remote.mount,
    element: <RemotePane {...events} />,
    errorElement: <RemoteBoundary {...events} />,
    children: withUniqueIds(routes, name, events.onLost),
  }
}

/**
 * Route ids are global in a router: each release gets its own, so that two remotes cannot collide
 * and no release receives the data of another.
 */
function withUniqueIds(routes: RouteObject[], parent: string, onLost: OnLoadFailed): RouteObject[] {
  return routes.map((route, index) => {
    const id = `${parent}/${route.id ?? index}`
    const { lazy } = route
    const own = {
      ...route,
      id,
      ...(route.children && { children: withUniqueIds(route.children, id, onLost) }),
    } as RouteObject
    if (lazy === undefined) return own
    if (process.env['NODE_ENV'] !== 'production' && typeof lazy !== 'function') {
      throw new TypeError(`${id} has a \`lazy\` that is not a function`)
    }
    return withRetriedLazy(own, lazy as () => Promise<object>, onLost)
  })
}

const wholePane = { display: 'contents' }

/**
 * Renders a remote's pages and watches them: a page that stays blank or loads forever counts as
 * broken.
 */
function RemotePane(events: MountEvents) {
  const pane = useRef<HTMLDivElement>(null)
  const { key } = useLocation()
  const isIdle = useNavigation().state === 'idle'
  return (
    <>
      <div ref={pane} style={wholePane}>
        <Outlet />
      </div>
      {isIdle && <PaneWatch key={key} pane={pane} {...events} />}
    </>
  )
}

interface PaneWatchProps extends MountEvents {
  pane: RefObject<HTMLDivElement | null>
}

/**
 * Detects whether a page shows content, stays blank, or waits although nothing is being fetched.
 */
function PaneWatch({ pane, onReady, onBroken }: PaneWatchProps) {
  useEffect(() => {
    const { current: element } = pane
    if (element === null) return undefined
    let timer: ReturnType<typeof setTimeout> | undefined
    let [checks, idleChecks, blankChecks] = [0, 0, 0]
    let wasShown = false
    const checkPane = (): void => {
      timer = setTimeout(checkPane, checkIntervalMs)
      // Looked at again: it may lose what it shows.
      if (hasContent(element)) {
        wasShown = true
        ;[checks, idleChecks, blankChecks] = [0, 0, 0]
        return onReady()
      }
      const isWaiting = element.querySelector(waitingSelector) !== null
      checks += 1
      idleChecks = isFetchingFirstData() ? 0 : idleChecks + 1
      blankChecks = isWaiting ? 0 : blankChecks + 1
      // At the first check the fetch may be the shell's.
      if (isWaiting && idleChecks === 0 && checks > 1) onReady()
      // Without a network nothing arrives, which is not the release's fault.
      if (!navigator.onLine) [checks, idleChecks, blankChecks] = [0, 0, 0]
      // A page that was there may wait for what its visitor has asked for, however long.
      const isEndless = !wasShown && (idleChecks > maxIdleChecks || checks > maxChecks)
      if (blankChecks < 2 && !isEndless) return
      clearTimeout(timer)
      void onBroken(blankChecks > 1 ? 'blank' : 'waiting')
    }
    // At once, so that it is known how long people waited.
    const observer = new MutationObserver(() => {
      if (!hasContent(element)) return
      observer.disconnect()
      onReady()
    })
    observer.observe(element, { attributes: true, childList: true, subtree: true })
    checkPane()
    return () => {
      observer.disconnect()
      clearTimeout(timer)
    }
  }, [pane, onReady, onBroken])
  return null
}

const checkIntervalMs = 3000
/** A page may call the api without the query cache; no call takes longer than 30 s. */
const maxIdleChecks = 33_000 / checkIntervalMs
/**
 * As long as loading code may take: a page that is still fetching then has fetched again and again.
 */
const maxChecks = pieceTimeoutMs / checkIntervalMs

/**
 * Whether a first answer is on its way that a page may be waiting for; a slow api is not the page's
 * fault.
 */
const isFetchingFirstData = (): boolean =>
  queryClient.isFetching({ predicate: ({ state }) => state.data === undefined }) > 0

/** Placeholders for content that is loading. */
const waitingSelector = '[aria-busy="true"], [data-waiting]'
/** Elements that count as content without text. */
const visibleSelector = 'img,svg,canvas,video,input'

/** Whether a page shows anything besides loading placeholders. */
function hasContent(pane: HTMLElement): boolean {
  const isCounted = (element: Element): boolean => {
    const around = element.closest(waitingSelector)
    return (around === null || !pane.contains(around)) && isVisible(element)
  }
  const texts = document.createTreeWalker(pane, NodeFilter.SHOW_TEXT)
  while (texts.nextNode() !== null) {
    const { nodeValue, parentElement } = texts.currentNode
    if (nodeValue?.trim() && parentElement !== null && isCounted(parentElement)) return true
  }
  return [...pane.querySelectorAll(visibleSelector)].some(isCounted)
}

// Missing in some browsers; a hidden element counts as visible there.
const isVisible = (element: Element): boolean =>
  (element as Partial<Element>).checkVisibility?.({ visibilityProperty: true }) !== false

/** Shown in place of a page that threw, until another release shows it or all have failed. */
function RemoteBoundary({ onBroken, onReady }: MountEvents) {
  const error = useRouteError()
  const [handledError, setHandledError] = useState<unknown>()
  const location = useLocation()
  const navigate = useNavigate()
  const settle = useEffectEvent((isReplaced: boolean) => {
    if (!isReplaced) return setHandledError(error)
    // React Router's boundary resets its error only when the location changes.
    const { state } = location as { state: unknown }
    void navigate(location, { replace: true, state })
  })
  // Before React reports that it was caught.
  useLayoutEffect(() => keepCaughtError(error), [error])
  useEffect(() => {
    if (!isCodeAtFault(error)) {
      // Code that shows what the api answered has started.
      if (!isRemoteLoadError(error)) onReady()
      return undefined
    }
    let isCurrent = true
    void onBroken('render', error).then((isReplaced) => isCurrent && settle(isReplaced))
    return () => {
      isCurrent = false
    }
  }, [error, onBroken, onReady])
  const isDecided = handledError === error || !isCodeAtFault(error)
  return isDecided ? <PaneError /> : <div aria-busy="true" />
}
