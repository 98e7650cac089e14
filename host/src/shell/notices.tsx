import { useConnection } from '@errand/shared-auth'
import { Button, Notice, useSettings } from '@errand/shared-ui'
import { useEffect, useSyncExternalStore } from 'react'
import { useLocation } from 'react-router-dom'

import type { ReleaseUpdates, WaitingRelease } from '../federation/release-updates.ts'
import { localizedLabel } from '../release/localized-label.ts'
import { useWords } from '../words/words.ts'

interface UpdateNoticeProps {
  updates: ReleaseUpdates
}

/** A banner above a form: a newer release of its remote is waiting. */
export function UpdateNotice({ updates }: UpdateNoticeProps) {
  const notice = useSyncExternalStore(updates.subscribe, updates.notice)
  const { key } = useLocation()
  return (
    <>
      <SettleUpdates key={key} updates={updates} />
      {notice !== undefined && <WaitingReleaseNotice {...notice} />}
    </>
  )
}

/** Applies waiting releases after each navigation. */
function SettleUpdates({ updates }: UpdateNoticeProps) {
  // In an effect: by then the previous page no longer blocks because of unsaved work.
  useEffect(() => updates.settle(), [updates])
  return null
}

function WaitingReleaseNotice({ remote, needsReload, switchNow }: WaitingRelease) {
  const say = useWords()
  const label = localizedLabel(remote, useSettings().locale)
  return (
    <Notice
      role="status"
      actions={
        <Button size="small" onClick={switchNow}>
          {say(needsReload ? 'reload' : 'switchNow')}
        </Button>
      }
    >
      {say(needsReload ? 'newVersionReady' : 'newVersionWaits', { label })}
    </Notice>
  )
}

/** A banner above every page while there is no network. */
export function OfflineNotice() {
  const say = useWords()
  if (useConnection() !== 'offline') return null
  return (
    <Notice tone="warning" role="status">
      {say('offlineBanner')}
    </Notice>
  )
}
