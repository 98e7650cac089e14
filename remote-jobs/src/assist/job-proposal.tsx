import { Button, Chip } from '@errand/shared-ui'
import { useEffect, useRef, useState } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'

import type { JobFormValues } from '../job-draft/job-values.ts'
import { usePaneFocus } from '../pane/use-pane-focus.ts'
import { FailureNotice } from './failure-notice.tsx'
import {
  isTouched,
  jobParts,
  partsOf,
  partsSoFar,
  type JobPart,
  type JobPartValues,
} from './job-parts.ts'
import styles from './proposal.module.css'
import { SlowNote } from './slow-note.tsx'
import { useDraft } from './use-draft.ts'
import { useTakeProposal } from './use-take-proposal.ts'
import { useWords } from './words/words.ts'

interface JobProposalProps {
  /** The sentence of which the job is written. */
  prompt: string
  /** Called when there is no more to decide. */
  onEnd: () => void
}

/** A whole job, written of one sentence, to be used or left. */
export function JobProposal({ prompt, onEnd }: JobProposalProps) {
  const say = useWords()
  const takeProposal = useTakeProposal()
  const { getValues, control, setFocus } = useFormContext<JobFormValues>()
  const pane = useRef<HTMLElement>(null)
  const paneFocus = usePaneFocus(pane, () => setFocus('name'))
  const now = useWatch({ control }) as JobFormValues
  const draft = useDraft('job')
  const { start } = draft
  const [base] = useState(() => structuredClone(getValues()))
  const asked = useRef<string>(undefined)
  useEffect(() => {
    if (asked.current === prompt) return
    asked.current = prompt
    start({ prompt })
  }, [prompt, start])

  const isWriting = draft.status === 'writing'
  const parts = draft.draft === undefined ? partsSoFar(draft) : partsOf(draft.draft)
  const proposed = jobParts.filter((part) => parts[part] !== undefined)
  const free = proposed.filter((part) => !isTouched(part, now, base))
  const use = () => {
    // First: Undo leads back to where the focus is then.
    setFocus('name')
    takeProposal(Object.fromEntries(free.map((part) => [part, parts[part]])))
    onEnd()
  }
  return (
    <section
      ref={pane}
      tabIndex={-1}
      aria-label={say('jobProposal')}
      aria-busy={isWriting}
      className={styles['proposal']}
      {...paneFocus}
    >
      <header className={styles['head']}>
        <h2>{say('jobProposal')}</h2>
        {isWriting && <span className={styles['writing']}>{say('jobWriting')}</span>}
        <div className={styles['actions']}>
          {isWriting ? (
            <Button onClick={draft.stop}>{say('stop')}</Button>
          ) : (
            <>
              <Button variant="primary" disabled={free.length === 0} onClick={use}>
                {say('useAll')}
              </Button>
              <Button onClick={() => start({ prompt })}>{say('tryAgain')}</Button>
              <Button variant="quiet" onClick={onEnd}>
                {say('dismiss')}
              </Button>
            </>
          )}
        </div>
      </header>
      <p className={styles['note']}>{say('jobHint')}</p>
      <SlowNote draft={draft} />
      {draft.failure !== undefined && (
        <FailureNotice
          failure={draft.failure}
          onRetry={() => start({ prompt })}
          onDismiss={onEnd}
        />
      )}
      <ul className={styles['parts']} aria-label={say('jobProposal')}>
        {proposed.map((part) => (
          <li key={part} className={styles['part']}>
            <h3>{say(part)}</h3>
            <div className={styles['value']}>
              <PartValue value={parts[part]} />
              {isTouched(part, now, base) && (
                <p className={styles['note']}>{say('changedMeanwhile')}</p>
              )}
            </div>
          </li>
        ))}
      </ul>
      {draft.draft?.provider === 'scripted' && (
        <p className={styles['note']}>{say('builtInWriter')}</p>
      )}
    </section>
  )
}

function PartValue({ value }: { value: JobPartValues[JobPart] | undefined }) {
  if (value === undefined) return null
  if (typeof value === 'string') {
    return (
      // It scrolls, so it has to be reachable by keyboard.
      // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      <p tabIndex={0} className={`${styles['text']} ${styles['long']}`} dir="auto">
        {value}
      </p>
    )
  }
  return (
    <ul>
      {value.map((one) =>
        typeof one === 'string' ? (
          <li key={one} className={styles['rule']} dir="auto">
            {one}
          </li>
        ) : (
          <li key={one.key}>
            <Chip>
              <bdi>{one.label}</bdi>
            </Chip>
          </li>
        ),
      )}
    </ul>
  )
}
