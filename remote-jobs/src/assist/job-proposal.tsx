import type { JobField } from '@errand/contract/job-field'
import { Button, Chip } from '@errand/shared-ui'
import { useEffect, useEffectEvent, useState } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'

import { toFieldValues } from '../job-draft/field-values.ts'
import { type JobFormValues, isSame } from '../job-draft/job-values.ts'
import { useWords } from '../job-draft/words/words.ts'
import { type Draft, type DraftHandle, useDraft } from './drafting.ts'
import { ProposalPane, useApplyProposal } from './proposal-pane.tsx'
import styles from './proposal.module.css'

interface JobProposalProps {
  /** The sentence that the job is generated from. */
  prompt: string
  /** Called when the proposal was used or dismissed. */
  onEnd: () => void
}

/** A whole job generated from one sentence, to be used or dismissed. */
export function JobProposal({ prompt, onEnd }: JobProposalProps) {
  const say = useWords()
  const applyProposal = useApplyProposal()
  const { getValues, control, setFocus } = useFormContext<JobFormValues>()
  const current = useWatch({ control }) as JobFormValues
  const draft = useDraft('job')
  const [base] = useState(() => structuredClone(getValues()))
  const start = useEffectEvent(() => draft.start({ prompt }))
  useEffect(() => start(), [])

  const parts = draft.draft === undefined ? partsSoFar(draft) : draftedParts(draft.draft)
  const proposed = jobParts.filter((part) => parts[part] !== undefined)
  // Parts that the owner changed meanwhile are not overwritten.
  const isTouched = (part: JobPart) => !isSame(current[part], base[part])
  const untouched = proposed.filter((part) => !isTouched(part))
  const use = () => {
    setFocus('name')
    // A job without fields can only be published as one that answers questions.
    const only = draft.draft?.job.answerOnly === true && { answerOnly: true }
    applyProposal({ ...Object.fromEntries(untouched.map((part) => [part, parts[part]])), ...only })
    onEnd()
  }
  return (
    <ProposalPane
      draft={draft}
      title={say('jobProposal')}
      heading="h2"
      onRetry={() => draft.start({ prompt })}
      onDismiss={onEnd}
      onLeave={() => setFocus('name')}
      actions={
        <Button size="small" variant="primary" disabled={untouched.length === 0} onClick={use}>
          {say('useAll')}
        </Button>
      }
    >
      <p className={styles['note']}>{say('jobHint')}</p>
      <ul aria-label={say('jobProposal')}>
        {proposed.map((part) => (
          <li key={part} className={styles['part']}>
            <h3>{say(part)}</h3>
            <div className={styles['value']}>
              <PartValue value={parts[part]} />
              {isTouched(part) && <p className={styles['note']}>{say('changedMeanwhile')}</p>}
            </div>
          </li>
        ))}
      </ul>
    </ProposalPane>
  )
}

function PartValue({ value }: { value: JobPartValues[JobPart] | undefined }) {
  if (value === undefined) return null
  if (typeof value === 'string') {
    return (
      // The text scrolls, so it has to be reachable by keyboard.
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

/** The proposed parts of a job, in the order in which they are shown. */
const jobParts = [
  'name',
  'description',
  'instructions',
  'guardrails',
  'fields',
  'greeting',
  'completionMessage',
  'fallbackMessage',
  'notUnderstoodMessage',
  'handoffMessage',
] as const
type JobPart = (typeof jobParts)[number]
type JobPartValues = Pick<JobFormValues, JobPart>

/** The parts of a draft that are not empty. */
const draftedParts = ({ job }: Draft<'job'>): Partial<JobPartValues> =>
  nonEmptyParts({ ...job, fields: toNewFields(job.fields ?? []) })

/** What has been written so far; the text at `/greeting` is the part `greeting`. */
function partsSoFar({ texts, fields }: DraftHandle<'job'>): Partial<JobPartValues> {
  const written = Object.entries(texts).map(([path, text]) => [path.slice(1), text] as const)
  return nonEmptyParts({ ...Object.fromEntries(written), fields: toNewFields(fields) })
}

const toNewFields = (fields: readonly JobField[]) =>
  fields.map((field) => ({ ...toFieldValues(field), id: '' }))

function nonEmptyParts(values: Partial<JobPartValues>): Partial<JobPartValues> {
  return Object.fromEntries(
    jobParts.flatMap((part) => {
      const value = values[part]
      return value === undefined || value.length === 0 ? [] : [[part, value]]
    }),
  )
}
