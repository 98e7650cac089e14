import type { User } from '@errand/contract/auth'
import { paths } from '@errand/contract/paths'
import { browserStorage } from '@errand/shared-auth'
import { Button, ButtonLink, Notice } from '@errand/shared-ui'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'

import { alertsQuery, isReachable } from './alerts.ts'
import { useWords } from './words/words.ts'

export { loadWords } from './words/words.ts'

const hiddenKey = (uid: string): string => `errand:no-alert-hidden:${uid}`

/** Warns an owner whom no alert can reach, until it is set up or hidden. */
export function NoAlertNotice({ user: { uid, settings } }: { user: User }) {
  const say = useWords()
  const [isHidden, setIsHidden] = useState(() => browserStorage.getItem(hiddenKey(uid)) !== null)
  const { data: alerts } = useQuery({ ...alertsQuery(), enabled: !isHidden })
  if (isHidden || alerts === undefined || isReachable(alerts, settings)) return null
  const hide = () => {
    browserStorage.setItem(hiddenKey(uid), '1')
    setIsHidden(true)
  }
  return (
    <Notice
      tone="warning"
      actions={
        <>
          <ButtonLink size="small" to={`${paths.settings}#notifications`}>
            {say('setUpAlerts')}
          </ButtonLink>
          <Button size="small" variant="quiet" onClick={hide}>
            {say('hide')}
          </Button>
        </>
      }
    >
      {say('noAlert')}
    </Notice>
  )
}
