import { paths } from '@errand/contract/paths'
import { Button, Dialog } from '@errand/shared-ui'
import type { RefObject } from 'react'
import { useBlocker } from 'react-router-dom'

import { useWords } from './words/words.ts'

interface LeaveGuardProps {
  isDirty: boolean
  /** Set while the page itself leads on. */
  isAllowed: RefObject<boolean>
  onSave: () => Promise<boolean>
}

/** Asks before a page with unsaved changes is left within the product. */
export function LeaveGuard({ isDirty, isAllowed, onSave }: LeaveGuardProps) {
  const say = useWords()
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      isDirty &&
      !isAllowed.current &&
      currentLocation.pathname !== nextLocation.pathname &&
      // Whoever signs out has decided already.
      nextLocation.pathname !== paths.login,
  )
  const saveAndLeave = async () => {
    if (await onSave()) blocker.proceed?.()
    else blocker.reset?.()
  }
  return (
    <Dialog
      isOpen={blocker.state === 'blocked'}
      title={say('leaveTitle')}
      description={say('leaveText')}
      onClose={() => blocker.reset?.()}
      actions={
        <>
          <Button onClick={() => blocker.reset?.()}>{say('stay')}</Button>
          <Button onClick={() => blocker.proceed?.()}>{say('leave')}</Button>
          <Button variant="primary" onClick={() => void saveAndLeave()}>
            {say('saveAndLeave')}
          </Button>
        </>
      }
    />
  )
}
