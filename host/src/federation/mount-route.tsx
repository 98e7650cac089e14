import type { RemoteRelease } from '@errand/contract/release'
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
import { isCodeAtFault, type OnLost, withRetriedLazy } from './load.tsx'
import { type Release, releaseName } from './release.ts'

/** What a mounted release tells of itself. */
interface MountEvents {
  onLost: OnLost
  /** A page of it broke; true when another release took its place. */
  onBroken: () => Promise<boolean>
  /** A page of it can be seen. */
  onReady: () => void
}

interface Mounted {
  remote: RemoteRelease
  release: Release
  routes: RouteObject[]
  events: MountEvents
}

/** The part of the router's tree that is one release of a remote. */
export function mountRoute({ remote, release, routes, events }: Mounted): RouteObject {
  const name = releaseName(remote, release)
  return {
    id: name,
    path: remote.mount,
    element: <RemotePane {...events} />,
    errorElement: <RemoteBoundary {...events} />,
    children: withOwnIds(routes, name, events.onLost),
  }
}

/**
 * Ids are global in a router: each release has its own, so that two remotes cannot meet, and no
 * data of one release is given to another.
 */
function withOwnIds(routes: RouteObject[], parent: string, onLost: OnLost): RouteObject[] {
  return routes.map((route, index) => {
    const id = `${parent}/${route.id ?? index}`
    const { lazy } = route
    const own = {
      ...route,
      id,
      ...(route.children && { children: withOwnIds(route.children, id, onLost) }),
    } as RouteObject
    if (lazy === undefined) return own
    if (process.env['NODE_ENV'] !== 'production' && typeof lazy !== 'function') {
      throw new TypeError(`${id} has a \`lazy\` that is not a function`)
    }
    return withRetriedLazy(own, lazy as () => Promise<object>, onLost)
  })
}

const wholePane = { display: 'contents' }

/** A remote's pages, watched: a page that stays blank is as broken as one that throws. */
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

/** Tells once whether a page shows something, or is still blank after 3 s. */
function PaneWatch({ pane, onReady, onBroken }: PaneWatchProps) {
  useEffect(() => {
    const { current: shown } = pane
    if (shown === null) return undefined
    let timer: ReturnType<typeof setTimeout> | undefined
    const look = (isLate: boolean): void => {
      if (isShown(shown)) onReady()
      else if (isLate && !shown.querySelector('[aria-busy="true"]')) void onBroken()
      else timer = setTimeout(look, patienceMs, true)
    }
    look(false)
    return () => clearTimeout(timer)
  }, [pane, onReady, onBroken])
  return null
}

/** What can be seen without a word. */
const visible = 'img,svg,canvas,video,input'
const patienceMs = 3000

const isShown = (pane: HTMLElement): boolean =>
  pane.innerText.trim() !== '' || [...pane.querySelectorAll(visible)].some(isSeen)

// Not in every browser yet; there an element that is hidden counts as seen.
const isSeen = (element: Element): boolean =>
  (element as { checkVisibility?: () => boolean }).checkVisibility?.() !== false

/** What stands instead of a page that threw, until another release shows it, or for good. */
function RemoteBoundary({ onBroken }: MountEvents) {
  const error = useRouteError()
  const [given, setGiven] = useState<unknown>()
  const location = useLocation()
  const navigate = useNavigate()
  const settle = useEffectEvent((isReplaced: boolean) => {
    if (!isReplaced) return setGiven(error)
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
  const isDecided = given === error || !isCodeAtFault(error)
  return isDecided ? <PaneError /> : <div aria-busy="true" />
}
