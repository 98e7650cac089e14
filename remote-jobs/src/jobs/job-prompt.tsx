import { hasVisibleText } from '@errand/contract/visible-text'
import { useDrafts } from '@errand/shared-auth'
import { Button, Card, isComposing, TextArea, tooLongBy } from '@errand/shared-ui'
import {
  CalendarDays,
  LifeBuoy,
  PartyPopper,
  ShoppingBag,
  Sparkles,
  Star,
  UserPlus,
} from 'lucide-react'
import { useState, type FormEvent, type KeyboardEvent } from 'react'

import styles from './job-prompt.module.css'
import { useWords } from './words/words.ts'

const starters = [
  ['booking', 'bookingPrompt', CalendarDays],
  ['lead', 'leadPrompt', UserPlus],
  ['order', 'orderPrompt', ShoppingBag],
  ['feedback', 'feedbackPrompt', Star],
  ['support', 'supportPrompt', LifeBuoy],
  ['event', 'eventPrompt', PartyPopper],
] as const

const maxPromptLength = 4000

/** The typed sentence, kept in this tab until a new job is saved. */
export function useTypedSentence() {
  const { read, write } = useDrafts('job-sentence')
  return {
    read: (): string => {
      const kept = read('new')
      return typeof kept === 'string' ? kept : ''
    },
    write: (text: string) => write('new', text === '' ? undefined : text),
  }
}

interface JobPromptProps {
  /** The sentence that the box starts with, instead of one that was typed before. */
  initial?: string
  onSubmit: (prompt: string) => void
}

/** One sentence to write a job from, with six examples. */
export function JobPrompt({ initial = '', onSubmit }: JobPromptProps) {
  const say = useWords()
  const typed = useTypedSentence()
  const [prompt, setPrompt] = useState(() => initial || typed.read())
  const canSubmit = hasVisibleText(prompt) && tooLongBy(prompt, maxPromptLength) === 0
  const submit = () => {
    if (canSubmit) onSubmit(prompt.trim())
  }
  const change = (text: string) => {
    setPrompt(text)
    typed.write(text)
  }
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault()
    submit()
  }
  const handleKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.shiftKey || isComposing(event)) return
    event.preventDefault()
    submit()
  }
  return (
    <Card>
      <form className={styles['prompt']} onSubmit={handleSubmit}>
        <TextArea
          label={<span className={styles['question']}>{say('prompt')}</span>}
          hint={say('promptHint')}
          placeholder={say('promptExample')}
          rows={2}
          value={prompt}
          maxLength={maxPromptLength}
          onChange={({ target }) => change(target.value)}
          onKeyDown={handleKeyDown}
        />
        <Button
          type="submit"
          variant="primary"
          icon={<Sparkles size={16} aria-hidden />}
          disabled={!canSubmit}
        >
          {say('writeJob')}
        </Button>
      </form>
      <div className={styles['starters']}>
        <p>{say('starters')}</p>
        <div>
          {starters.map(([name, text, Icon]) => (
            <Button
              key={name}
              size="small"
              icon={<Icon size={16} aria-hidden />}
              onClick={() => onSubmit(say(text))}
            >
              {say(name)}
            </Button>
          ))}
        </div>
      </div>
    </Card>
  )
}
