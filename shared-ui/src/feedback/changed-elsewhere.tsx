import { useEffect, useId, useRef } from 'react'
import { flushSync } from 'react-dom'

import { Button } from '../actions/button.tsx'
import { useWords } from '../intl/words/words.ts'
import { Notice } from './notice.tsx'

interface ChangedElsewhereProps {
  /** Allows the typed values to overwrite the saved ones. */
  keepMine: () => void
  /** Replaces the typed values by the saved ones. */
  keepTheirs: () => void
  /** Whether a save was refused because of it. */
  isRefused: boolean
}

/**
 * A notice in a form whose values were changed here and elsewhere: nothing is saved until the owner
 * chooses.
 */
export function ChangedElsewhere({ keepMine, keepTheirs, isRefused }: ChangedElsewhereProps) {
  const say = useWords()
  const textId = useId()
  const ref = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // After a refused save the choice takes the focus; while somebody types it does not.
    if (isRefused) ref.current?.focus()
  }, [isRefused])
  useEffect(() => {
    const form = ref.current?.closest('form')
    const blockSubmit = (event: SubmitEvent) => {
      event.preventDefault()
      event.stopPropagation()
      ref.current?.focus()
    }
    // In the capture phase, before the form's own handler. Disabling Save instead would lose its
    // focus.
    form?.addEventListener('submit', blockSubmit, true)
    return () => form?.removeEventListener('submit', blockSubmit, true)
  }, [])
  /** The notice disappears with the choice; the focus stays in the form. */
  const decide = (choice: () => void): HTMLElement | null | undefined => {
    const form = ref.current?.closest('form')
    flushSync(choice)
    const submit = form?.querySelector<HTMLElement>('[type="submit"]')
    submit?.focus()
    return submit
  }
  return (
    <div ref={ref} tabIndex={-1} role="group" aria-labelledby={textId}>
      <Notice
        tone="warning"
        // When it takes the focus, that announces it already.
        {...(isRefused ? {} : { role: 'status' })}
        actions={
          <>
            <Button size="small" onClick={() => decide(keepMine)?.click()}>
              {say('saveMine')}
            </Button>
            <Button size="small" onClick={() => decide(keepTheirs)}>
              {say('useTheirs')}
            </Button>
          </>
        }
      >
        <p id={textId}>{say('changedElsewhere')}</p>
      </Notice>
    </div>
  )
}
