import { type GenerateInput, maxAnswerLengths } from '@errand/contract/job-generation'
import {
  Button,
  Card,
  Dialog,
  Disclosure,
  Form,
  SegmentedControl,
  SelectField,
  TextArea,
  TextField,
} from '@errand/shared-ui'
import { Sparkles } from 'lucide-react'
import { memo, useState } from 'react'
import { createPortal } from 'react-dom'
import { useFormContext } from 'react-hook-form'

import { Options, useControls } from '../inputs/controls.tsx'
import { CredentialNotice } from '../inputs/credential-notice.tsx'
import type { JobFormValues } from '../job-draft/job-values.ts'
import { useWords } from '../job-draft/words/words.ts'
import { ProblemCount } from '../sections/problem-count.tsx'
import { type Answers, useAnswers, useDraft } from './drafting.ts'
import { InstructionsProposal } from './instructions-proposal.tsx'

const limit = 8000

interface AboutSectionProps {
  /** The id of the job; `new` before it is saved. */
  id: string
  isSaved: boolean
}

const aboutParts = ['name', 'instructions'] as const

/** The job's name, and its instructions, typed by the owner or proposed by the AI. */
export const AboutSection = memo(function AboutSection({ id, isSaved }: AboutSectionProps) {
  const say = useWords()
  const { getValues } = useFormContext<JobFormValues>()
  const bind = useControls(aboutParts)
  const [isAsking, setIsAsking] = useState(false)
  const [answers, setAnswers] = useAnswers(id)
  const [mode, setMode] = useState<WriteMode>('create')
  const [base, setBase] = useState('')
  const draft = useDraft('instructions')
  const write = (wanted: WriteMode) => {
    const { name, description, instructions, fields } = getValues()
    setIsAsking(false)
    setMode(wanted)
    setBase(instructions)
    const topic =
      answers.purpose || description || name || fields.map(({ label }) => label).join(', ')
    void draft.start({
      prompt: topic.trim() === '' ? say('instructions') : topic,
      answers,
      mode: wanted,
      ...(instructions !== '' && { current: { instructions } }),
    })
  }
  return (
    <Card
      title={say('about')}
      description={
        <>
          <span>{say('instructionsHint')}</span> <ProblemCount section="about" isSaved={isSaved} />
        </>
      }
      actions={
        <Button
          size="small"
          icon={<Sparkles size={16} aria-hidden />}
          isBusy={draft.status === 'writing'}
          onClick={() => setIsAsking(true)}
        >
          {say('writeForMe')}
        </Button>
      }
    >
      <TextField label={say('name')} {...bind('name')} />
      <TextArea
        label={say('instructions')}
        rows={8}
        maxLength={limit}
        defaultValue={getValues('instructions')}
        {...bind('instructions')}
      />
      <CredentialNotice name="instructions" />
      {draft.status !== 'idle' && (
        <InstructionsProposal {...{ draft, base, limit }} onRetry={() => write(mode)} />
      )}
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

type WriteMode = NonNullable<GenerateInput['mode']>

interface WriteForMeProps {
  isOpen: boolean
  answers: Answers
  /** Whether there is a text to improve, shorten or translate. */
  hasText: boolean
  onChange: (answers: Answers) => void
  onWrite: (mode: WriteMode) => void
  onClose: () => void
}

const modes = ['create', 'improve', 'shorten', 'translate'] as const
const tones = ['friendly', 'formal', 'brief'] as const
const formId = 'write-for-me'

/** Four short questions before the AI writes; the rest are optional. */
function WriteForMe({ isOpen, answers, hasText, ...props }: WriteForMeProps) {
  const { onChange, onWrite, onClose } = props
  const say = useWords()
  const [mode, setMode] = useState<WriteMode>('create')
  const chosen = hasText ? mode : 'create'
  const change = (part: Partial<Answers>) => onChange({ ...answers, ...part })
  const answer = (name: Exclude<keyof Answers, 'tone'>) => ({
    value: answers[name],
    maxLength: maxAnswerLengths[name],
    onChange: ({ target }: { target: { value: string } }) => change({ [name]: target.value }),
  })
  // In a portal: a form cannot contain another form.
  return createPortal(
    <Dialog
      isOpen={isOpen}
      title={say('writeForMe')}
      description={say('questionsHint')}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{say('cancel')}</Button>
          <Button
            type="submit"
            form={formId}
            variant="primary"
            icon={<Sparkles size={16} aria-hidden />}
          >
            {say('write')}
          </Button>
        </>
      }
    >
      <Form
        id={formId}
        onSubmit={(event) => {
          event.preventDefault()
          // React bubbles the event to the job's form all the same, which must not be saved.
          event.stopPropagation()
          onWrite(chosen)
        }}
      >
        {hasText && (
          <SegmentedControl
            label={say('mode')}
            value={chosen}
            options={modes.map((value) => ({ value, label: say(value) }))}
            onChange={setMode}
          />
        )}
        <TextArea
          label={say('purpose')}
          placeholder={say('purposeExample')}
          rows={2}
          {...answer('purpose')}
        />
        <SelectField
          label={say('toneQuestion')}
          value={answers.tone}
          onChange={({ target }) =>
            change({ tone: tones.find((tone) => tone === target.value) ?? 'friendly' })
          }
        >
          <Options of={tones.map((tone) => [tone, say(tone)])} />
        </SelectField>
        <TextField
          label={say('offLimits')}
          placeholder={say('offLimitsExample')}
          {...answer('offLimits')}
        />
        <TextField
          label={say('escalation')}
          placeholder={say('escalationExample')}
          {...answer('escalation')}
        />
        <Disclosure label={say('moreQuestions')}>
          <TextField label={say('businessName')} {...answer('businessName')} />
          <TextField label={say('audience')} {...answer('audience')} />
          <TextField label={say('language')} hint={say('languageHint')} {...answer('language')} />
          <TextField
            label={say('format')}
            placeholder={say('formatExample')}
            {...answer('format')}
          />
          <TextField label={say('fallback')} {...answer('fallback')} />
        </Disclosure>
      </Form>
    </Dialog>,
    document.body,
  )
}
