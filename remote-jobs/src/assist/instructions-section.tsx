import { Button, Card, Checkbox, TextArea } from '@errand/shared-ui'
import { Sparkles } from 'lucide-react'
import { lazy, memo, Suspense, useRef, useState } from 'react'
import { useFormContext, useFormState } from 'react-hook-form'

import { LinesField } from '../inputs/lines-field.tsx'
import type { JobFormValues } from '../job-draft/job-values.ts'
import { useWords as useSectionWords } from '../sections/words/words.ts'
import { FailureNotice } from './failure-notice.tsx'
import { useAnswers } from './use-answers.ts'
import { useDraft } from './use-draft.ts'
import { useWords } from './words/words.ts'
import { WriteForMe, type WriteMode } from './write-for-me.tsx'

// Comparing texts is only needed where something was written.
const InstructionsProposal = lazy(async () => ({
  default: (await import('./instructions-proposal.tsx')).InstructionsProposal,
}))

const limit = 8000

interface Props {
  /** Tells one form's answers from another's. */
  draftName: string
}

/** What the assistant should do, written by its owner or proposed by the AI. */
export const InstructionsSection = memo(function InstructionsSection({ draftName }: Props) {
  const say = useWords()
  const sayOf = useSectionWords()
  const { register, getValues, setFocus } = useFormContext<JobFormValues>()
  const { errors } = useFormState<JobFormValues>({ name: 'instructions' })
  const [isAsking, setIsAsking] = useState(false)
  const [answers, setAnswers] = useAnswers(draftName)
  const [mode, setMode] = useState<WriteMode>('create')
  const [base, setBase] = useState('')
  const draft = useDraft('instructions')
  const writer = useRef<HTMLButtonElement>(null)
  const write = (wanted: WriteMode) => {
    const { name, description, instructions, fields } = getValues()
    setIsAsking(false)
    setMode(wanted)
    setBase(instructions)
    // The button that asked may go, such as the one to try again.
    writer.current?.focus({ preventScroll: true })
    const topic =
      answers.purpose || description || name || fields.map(({ label }) => label).join(', ')
    draft.start({
      prompt: topic.trim() === '' ? sayOf('instructions') : topic,
      answers,
      mode: wanted,
      ...(instructions !== '' && { current: { instructions } }),
    })
  }
  return (
    <Card
      title={sayOf('instructions')}
      actions={
        <Button
          size="small"
          icon={<Sparkles size={16} aria-hidden />}
          ref={writer}
          isBusy={draft.status === 'writing'}
          onClick={() => setIsAsking(true)}
        >
          {say('writeForMe')}
        </Button>
      }
    >
      <TextArea
        label={sayOf('instructions')}
        rows={8}
        maxLength={limit}
        defaultValue={getValues('instructions')}
        hint={sayOf('instructionsHint')}
        error={errors.instructions?.message}
        {...register('instructions')}
      />
      {draft.failure !== undefined && (
        <FailureNotice
          failure={draft.failure}
          onRetry={() => write(mode)}
          onDismiss={() => {
            draft.dismiss()
            setFocus('instructions')
          }}
        />
      )}
      {draft.status !== 'idle' && (
        <Suspense fallback={null}>
          <InstructionsProposal
            draft={draft}
            base={base}
            limit={limit}
            onRetry={() => write(mode)}
          />
        </Suspense>
      )}
      <LinesField
        name="guardrails"
        label={sayOf('guardrails')}
        hint={sayOf('guardrailsHint')}
        rows={3}
      />
      <Checkbox
        label={sayOf('answerOnly')}
        hint={sayOf('answerOnlyHint')}
        {...register('answerOnly')}
      />
      <WriteForMe
        isOpen={isAsking}
        answers={answers}
        hasText={isAsking && getValues('instructions').trim() !== ''}
        onChange={setAnswers}
        onWrite={write}
        onClose={() => setIsAsking(false)}
      />
    </Card>
  )
})
