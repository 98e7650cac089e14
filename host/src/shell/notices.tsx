import { Button, Notice, useSettings } from '@errand/shared-ui'
import { type ReactNode, useEffect, useSyncExternalStore } from 'react'
import { useConnection } from '@errand/shared-auth'
import { useLocation } from 'react-router-dom'

import styles from './notices.module.css'
import type { ReleaseUpdates, WaitingRelease } from '../federation/release-updates.ts'
import { spoken } from './spoken.ts'
import { useWords } from './words/words.ts'

interface PageNoticeProps {
  /** `alert` when something is missing, `status` when it is only worth knowing. */
  role: 'alert' | 'status'
  text: string
  /** What to do about it. */
  children: ReactNode
}

/** A line above the page. */
export function PageNotice({ role, text, children }: PageNoticeProps) {
  const tone = role === 'status' ? styles['quiet'] : ''
  return (
    <div role={role} className={`${styles['notice']} ${tone}`}>
      <p>{text}</p>
      {children}
    </div>
  )
}

interface UpdateNoticeProps {
  updates: ReleaseUpdates
}

/** Says above a form that a newer release of its remote waits for it. */
export function UpdateNotice({ updates }: UpdateNoticeProps) {
  const notice = useSyncExternalStore(updates.subscribe, updates.notice)
  const { key } = useLocation()
  return (
    <>
      <Settle key={key} updates={updates} />
      {notice !== undefined && <Waiting {...notice} />}
    </>
  )
}

/** Looks after each navigation whether a release can come now. */
function Settle({ updates }: UpdateNoticeProps) {
  // An effect: by then the page that was left has nothing to say about unsaved work any more.
  useEffect(() => updates.settle(), [updates])
  return null
}

function Waiting({ remote, needsReload, switchNow }: WaitingRelease) {
  const say = useWords()
  const label = spoken(remote, useSettings().locale)
  return (
    <PageNotice
      role="status"
      text={say(needsReload ? 'newVersionReady' : 'newVersionWaits', { label })}
    >
      <Button size="small" onClick={switchNow}>
        {say(needsReload ? 'reload' : 'switchNow')}
      </Button>
    </PageNotice>
  )
}

/** Says above every page that there is no network. */
export function OfflineNotice() {
  const say = useWords()
  if (useConnection() !== 'offline') return null
  return (
    <Notice tone="warning" role="status">
      {say('offlineBanner')}
    </Notice>
  )
}
