import { useEffect, useId, useRef } from 'react'
import { flushSync } from 'react-dom'

import { Button } from '../actions/button.tsx'
import { useWords } from '../intl/words/words.ts'
import { Notice } from './notice.tsx'

interface ChangedElsewhereProps {
  /** What is typed may be saved over what is there. */
  keepMine: () => void
  /** The form takes what is there in place of what was typed. */
  keepTheirs: () => void
  /** It was found out by a save that was refused. */
  isRefused: boolean
}

/** In a form whose values were changed here and elsewhere: nothing is saved before the person chose. */
export function ChangedElsewhere({ keepMine, keepTheirs, isRefused }: ChangedElsewhereProps) {
  const say = useWords()
  const textId = useId()
  const ref = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // Whoever pressed Save is led to the choice; whoever is typing is left alone.
    if (isRefused) ref.current?.focus()
  }, [isRefused])
  useEffect(() => {
    const form = ref.current?.closest('form')
    const blockSubmit = (event: SubmitEvent) => {
      event.preventDefault()
      event.stopPropagation()
      ref.current?.focus()
    }
    // Before the form's own: a Save that is disabled instead would drop the focus that is on it.
    form?.addEventListener('submit', blockSubmit, true)
    return () => form?.removeEventListener('submit', blockSubmit, true)
  }, [])
  /** The notice goes with the choice; the focus stays in the form. */
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
        // Where it takes the focus it is read out by that.
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
