import type { JobField } from '@errand/contract/job-field'
import { Button, Chip } from '@errand/shared-ui'
import { useEffect, useRef, useState } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'

import { toFieldValues } from '../job-draft/field-values.ts'
import type { JobFormValues } from '../job-draft/job-values.ts'
import { usePaneFocus } from '../pane/focus.ts'
import { FailureNotice, SlowNote } from './draft-notices.tsx'
import { type Draft, type DraftState, useDraft } from './drafting.ts'
import styles from './proposal.module.css'
import { useTakeProposal } from './use-take-proposal.ts'
import { useWords } from '../job-draft/words/words.ts'

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

/** The parts of a job that are proposed, in the order they are shown. */
const jobParts = [
  'name',
  'description',
  'instructions',
  'guardrails',
  'fields',
  'greeting',
  'completionMessage',
  'fallbackMessage',
  'handoffMessage',
] as const
type JobPart = (typeof jobParts)[number]
type JobPartValues = Pick<JobFormValues, JobPart>

/** What a draft has of the parts that are not empty. */
const partsOf = ({ job }: Draft<'job'>): Partial<JobPartValues> =>
  filled({ ...job, fields: newFields(job.fields ?? []) })

/** What has been written of it until now: the text at `/greeting` is the part of this name. */
function partsSoFar({ texts, fields }: DraftState<'job'>): Partial<JobPartValues> {
  const written = Object.entries(texts).map(([path, text]) => [path.slice(1), text] as const)
  return filled({ ...Object.fromEntries(written), fields: newFields(fields) })
}

const newFields = (fields: readonly JobField[]) =>
  fields.map((field) => ({ ...toFieldValues(field), id: '' }))

function filled(values: Partial<JobPartValues>): Partial<JobPartValues> {
  return Object.fromEntries(
    jobParts.flatMap((part) => {
      const value = values[part]
      return value === undefined || value.length === 0 ? [] : [[part, value]]
    }),
  )
}

/** Whether a part has been written to since: what was typed meanwhile is never overwritten unasked. */
export const isTouched = (
  part: JobPart,
  now: Readonly<JobFormValues>,
  base: Readonly<JobFormValues>,
): boolean => JSON.stringify(now[part]) !== JSON.stringify(base[part])
