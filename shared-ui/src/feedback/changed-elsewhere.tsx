import { useEffect, useRef } from 'react'
import { flushSync } from 'react-dom'

import { Button } from '../actions/button.tsx'
import { useWords } from '../intl/words/words.ts'
import { Notice } from './notice.tsx'

interface ChangedElsewhereProps {
  /** Which of the two is in the form. */
  shown: 'mine' | 'theirs'
  keepMine: () => void
  keepTheirs: () => void
  showMine: () => void
  showTheirs: () => void
  /** It was found out by a save that was refused. */
  isRefused: boolean
}

/** In a form whose values were changed here and elsewhere: lets the person see both, and choose. */
export function ChangedElsewhere(props: ChangedElsewhereProps) {
  const { shown, keepMine, keepTheirs, showMine, showTheirs, isRefused } = props
  const say = useWords()
  const ref = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // Whoever pressed Save is led to the choice; whoever is typing is left alone.
    if (isRefused) ref.current?.focus()
  }, [isRefused])
  /** The notice goes with the choice; the focus stays in the form. */
  const decide = (choice: () => void, isSubmit: boolean) => {
    const form = ref.current?.closest('form')
    flushSync(choice)
    const submit = form?.querySelector<HTMLElement>('[type="submit"]')
    submit?.focus()
    if (isSubmit) submit?.click()
  }
  const isMine = shown === 'mine'
  return (
    <div ref={ref} tabIndex={-1}>
      <Notice
        tone="warning"
        role={isRefused ? 'alert' : 'status'}
        actions={
          <>
            <Button
              size="small"
              onClick={() => (isMine ? decide(keepMine, true) : decide(keepTheirs, false))}
            >
              {say(isMine ? 'saveMine' : 'keepTheirs')}
            </Button>
            <Button size="small" onClick={isMine ? showTheirs : showMine}>
              {say(isMine ? 'showTheirs' : 'showMine')}
            </Button>
          </>
        }
      >
        <p>{say(isMine ? 'changedElsewhere' : 'shownElsewhere')}</p>
      </Notice>
    </div>
  )
}
