import { pieceTimeoutMs } from '@errand/contract/limits'
import type { RemoteRelease } from '@errand/contract/release'
import { queryClient } from '@errand/shared-auth'
import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react'
import {
  Outlet,
  type RouteObject,
  useLocation,
  useNavigate,
  useNavigation,
  useRouteError,
} from 'react-router-dom'

import { PaneError } from '../errors/pane-error.tsx'
import { isCodeAtFault, type OnLoadFailed, withRetriedLazy } from './load.tsx'
import { type Release, releaseName } from './release.ts'

/** What a mounted release tells of itself. */
interface MountEvents {
  onLost: OnLoadFailed
  /** A page of it broke; true when another release took its place. */
  onBroken: () => Promise<boolean>
  /** A page of it can be seen, or waits for the api: its code came up. */
  onReady: () => void
}

interface MountedRelease {
  remote: RemoteRelease
  release: Release
  routes: RouteObject[]
  events: MountEvents
}

/** The part of the router's tree that is one release of a remote. */
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
 * Ids are global in a router: each release has its own, so that two remotes cannot meet, and no
 * data of one release is given to another.
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

/** A remote's pages, watched: one that stays blank, or waits for ever, is as broken as one that throws. */
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

/** Sees whether a page shows something, or stays blank, or waits for what nobody has asked for. */
function PaneWatch({ pane, onReady, onBroken }: PaneWatchProps) {
  useEffect(() => {
    const { current: element } = pane
    if (element === null) return undefined
    let timer: ReturnType<typeof setTimeout> | undefined
    let [checks, idleChecks, blankChecks] = [0, 0, 0]
    const checkPane = (): void => {
      if (hasContent(element)) return onReady()
      const isWaiting = element.querySelector(waitingSelector) !== null
      checks += 1
      idleChecks = isFetchingFirstData() ? 0 : idleChecks + 1
      blankChecks = isWaiting ? 0 : blankChecks + 1
      // At the first look it may be the shell that asks.
      if (isWaiting && idleChecks === 0 && checks > 1) onReady()
      // Without a network nothing comes, whatever the release does.
      if (!navigator.onLine) [checks, idleChecks, blankChecks] = [0, 0, 0]
      if (blankChecks > 1 || idleChecks > maxIdleChecks || checks > maxChecks) void onBroken()
      else timer = setTimeout(checkPane, checkIntervalMs)
    }
    checkPane()
    return () => clearTimeout(timer)
  }, [pane, onReady, onBroken])
  return null
}

const checkIntervalMs = 3000
/** A page may also call the api without the cache of queries; no call takes longer than 30 s. */
const maxIdleChecks = 33_000 / checkIntervalMs
/** As long as a piece of code: a page that still asks then has asked again and again. */
const maxChecks = pieceTimeoutMs / checkIntervalMs

/** Whether an answer is on its way that a page may be waiting for; a slow api is not its fault. */
const isFetchingFirstData = (): boolean =>
  queryClient.isFetching({ predicate: ({ state }) => state.data === undefined }) > 0

/** What a page has in the place of what is on its way. */
const waitingSelector = '[aria-busy="true"], [data-waiting]'
/** What can be seen without a word. */
const visibleSelector = 'img,svg,canvas,video,input'

/** Whether a page shows anything but what stands for what is on its way. */
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

// Not in every browser yet; there an element that is hidden counts as seen.
const isVisible = (element: Element): boolean =>
  (element as { checkVisibility?: () => boolean }).checkVisibility?.() !== false

/** What stands instead of a page that threw, until another release shows it, or for good. */
function RemoteBoundary({ onBroken }: MountEvents) {
  const error = useRouteError()
  const [handledError, setHandledError] = useState<unknown>()
  const location = useLocation()
  const navigate = useNavigate()
  const settle = useEffectEvent((isReplaced: boolean) => {
    if (!isReplaced) return setHandledError(error)
    // A boundary of React Router lets go of an error only when the location is another.
    const { state } = location as { state: unknown }
    void navigate(location, { replace: true, state })
  })
  useEffect(() => {
    if (!isCodeAtFault(error)) return undefined
    let isCurrent = true
    void onBroken().then((isReplaced) => isCurrent && settle(isReplaced))
    return () => {
      isCurrent = false
    }
  }, [error, onBroken])
  const isDecided = handledError === error || !isCodeAtFault(error)
  return isDecided ? <PaneError /> : <div aria-busy="true" />
}
