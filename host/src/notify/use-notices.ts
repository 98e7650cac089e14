import { isSamePath, paths } from '@errand/contract/paths'
import { useSession } from '@errand/shared-auth'
import { useEffect, useEffectEvent, useState } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'

import { whenIdle } from '../federation/prefetch.ts'

type Notices = typeof import('./follow-notices.tsx')

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
  const [notices, setNotices] = useState<Notices>()

  useEffect(() => {
    if (uid === undefined) return
    // Loaded when idle: the first page does not need it. Without its code there are no notices; the
    // title counts all the same.
    whenIdle(() => {
      void import(/* webpackChunkName: "notices" */ './follow-notices.tsx').then(
        setNotices,
        () => undefined,
      )
    })
  }, [uid])

  useEffect(
    () => (uid === undefined ? undefined : notices?.announceInFront(uid, chat)),
    [uid, chat, notices],
  )

  useEffect(
    () => (uid === undefined ? undefined : notices?.followNotices((path) => open(path))),
    [uid, notices],
  )
}
