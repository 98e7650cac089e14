import type { GenerateInput } from '@errand/contract/job-generation'
import {
  Button,
  Dialog,
  Form,
  SegmentedControl,
  SelectField,
  TextArea,
  TextField,
} from '@errand/shared-ui'
import { Sparkles } from 'lucide-react'
import { useState } from 'react'
import { createPortal } from 'react-dom'

import styles from './write-for-me.module.css'
import type { Answers } from './use-answers.ts'
import { useWords } from './words/words.ts'

export type WriteMode = NonNullable<GenerateInput['mode']>

interface WriteForMeProps {
  isOpen: boolean
  answers: Answers
  /** Whether there is something to improve, to shorten or to translate. */
  hasText: boolean
  onChange: (answers: Answers) => void
  onWrite: (mode: WriteMode) => void
  onClose: () => void
}

const modes = ['create', 'improve', 'shorten', 'translate'] as const
const tones = ['friendly', 'formal', 'brief'] as const
const formId = 'write-for-me'

/** Four short questions before something is written; more of them for those who like. */
export function WriteForMe({ isOpen, answers, hasText, ...props }: WriteForMeProps) {
  const { onChange, onWrite, onClose } = props
  const say = useWords()
  const [mode, setMode] = useState<WriteMode>('create')
  const chosen = hasText ? mode : 'create'
  const change = (part: Partial<Answers>) => onChange({ ...answers, ...part })
  const answer = (name: Exclude<keyof Answers, 'tone'>) => ({
    value: answers[name],
    maxLength: limits[name],
    onChange: ({ target }: { target: { value: string } }) => change({ [name]: target.value }),
  })
  // Outside of the job's form: browsers know no form within another.
  return createPortal(
    <Dialog
      isOpen={isOpen}
      title={say('questions')}
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
          // React passes it on to the job's form all the same, which must not be saved.
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
          label={say('tone')}
          value={answers.tone}
          onChange={({ target }) =>
            change({ tone: tones.find((tone) => tone === target.value) ?? 'friendly' })
          }
        >
          {tones.map((tone) => (
            <option key={tone} value={tone}>
              {say(tone)}
            </option>
          ))}
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
        <details className={styles['more']}>
          <summary>{say('more')}</summary>
          <div>
            <TextField label={say('businessName')} {...answer('businessName')} />
            <TextField label={say('audience')} {...answer('audience')} />
            <TextField label={say('language')} hint={say('languageHint')} {...answer('language')} />
            <TextField
              label={say('format')}
              placeholder={say('formatExample')}
              {...answer('format')}
            />
            <TextField label={say('fallback')} {...answer('fallback')} />
          </div>
        </details>
      </Form>
    </Dialog>,
    document.body,
  )
}

const limits = {
  businessName: 80,
  purpose: 500,
  audience: 300,
  language: 35,
  format: 300,
  offLimits: 500,
  fallback: 500,
  escalation: 500,
} as const
