import { useEffect, useEffectEvent, useRef, useState, type RefObject } from 'react'
import { Outlet, useLocation, useNavigate, useNavigation, useRouteError } from 'react-router-dom'

import { PaneError } from '../errors/pane-error.tsx'
import { isCodeAtFault } from './code-at-fault.ts'
import type { MountEvents } from './mount-route.tsx'
import { watchPane } from './pane-state.ts'

const wholePane = { display: 'contents' }

/** A remote's pages, watched: a page that stays blank is as broken as one that throws. */
export function RemotePane(events: MountEvents) {
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

/** Looks at one page once. */
function PaneWatch({ pane, onReady, onBroken }: PaneWatchProps) {
  useEffect(() => {
    if (pane.current === null) return undefined
    return watchPane({ pane: pane.current, onShown: onReady, onBlank: () => void onBroken() })
  }, [pane, onReady, onBroken])
  return null
}

/** What stands instead of a page that threw, until another release shows it, or for good. */
export function RemoteBoundary({ onBroken }: MountEvents) {
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
