import { Button } from '@errand/shared-ui'
import { useEffect, useSyncExternalStore } from 'react'
import { useLocation } from 'react-router-dom'

import type { ReleaseUpdates, WaitingRelease } from '../federation/release-updates.ts'
import { Notice } from './notice.tsx'

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

function Waiting({ label, needsReload, switchNow }: WaitingRelease) {
  const ready = `A newer version of ${label} is ready.`
  return (
    <Notice
      role="status"
      text={needsReload ? ready : `${ready} It opens when you leave this form.`}
    >
      <Button size="small" onClick={switchNow}>
        {needsReload ? 'Reload' : 'Switch now'}
      </Button>
    </Notice>
  )
}
