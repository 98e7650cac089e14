import { isSamePath, paths } from '@errand/contract/paths'
import { useSession } from '@errand/shared-auth'
import { useEffect, useEffectEvent } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'

import { whenIdle } from '../federation/prefetch.ts'
import { announceInFront } from './in-front.ts'

/** Notifies the owner of what needs them, on every page, in front or not. */
export function useNotices(): void {
  const session = useSession()
  const { pathname, search } = useLocation()
  const navigate = useNavigate()
  const open = useEffectEvent((path: string) => void navigate(path))
  const uid = session.status === 'signed-in' ? session.user.uid : undefined
  const chat = isSamePath(paths.chats.list, pathname)
    ? (new URLSearchParams(search).get('session') ?? '')
    : ''

  useEffect(() => (uid === undefined ? undefined : announceInFront(uid, chat)), [uid, chat])

  useEffect(() => {
    if (uid === undefined) return undefined
    let stop: (() => void) | undefined
    let isOver = false
    const start = async () => {
      const { followNotices } = await import(
        /* webpackChunkName: "notices" */ './follow-notices.tsx'
      )
      if (!isOver) stop = followNotices((path) => open(path))
    }
    // Loaded when idle: the first page does not need it.
    whenIdle(() => {
      void start().catch(() => {
        // Without its code there are no notices; the title counts all the same.
      })
    })
    return () => {
      isOver = true
      stop?.()
    }
  }, [uid])
}
