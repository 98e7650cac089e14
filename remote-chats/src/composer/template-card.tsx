import type { ChatSession } from '@errand/contract/chats/session'
import type { Template } from '@errand/contract/chats/template'
import { hasVisibleText } from '@errand/contract/visible-text'
import { Badge, Button, TextField, classNames } from '@errand/shared-ui'
import { SendHorizontal } from 'lucide-react'
import { useRef, useState, type FormEvent } from 'react'

import { useOutbox } from '../outbox/use-outbox.ts'
import { useUnitPrice } from '../settings/unit-price.ts'
import { useWords } from '../words/words.ts'
import styles from './closed-window.module.css'
import { templateMark } from './open-templates.ts'
import { guessValues, renderTemplate } from './template-values.ts'

interface TemplateCardProps {
  template: Template
  session: ChatSession
  isOpen: boolean
  onOpen: () => void
  onSent: () => void
}

/** An approved text as the contact will read it, with its blanks to fill. */
export function TemplateCard({ template, session, isOpen, onOpen, onSent }: TemplateCardProps) {
  const say = useWords()
  const price = useUnitPrice()
  const { send } = useOutbox()
  const preview = useRef<HTMLButtonElement>(null)
  const [values, setValues] = useState(() => guessValues(template, session))
  const missing = template.variables.find((_, index) => !hasVisibleText(values[index] ?? ''))
  const text = renderTemplate(template, values)
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault()
    if (missing !== undefined) return
    const trimmed = values.map((value) => value.trim())
    send({
      sessionId: session.id,
      text: renderTemplate(template, trimmed),
      template: { template, values: trimmed },
    })
    // The card closes over what has the focus.
    preview.current?.focus()
    onSent()
  }
  return (
    <form className={classNames(styles['card'], isOpen && styles['open'])} onSubmit={handleSubmit}>
      <button
        ref={preview}
        type="button"
        {...templateMark}
        aria-expanded={isOpen}
        className={styles['preview']}
        onClick={onOpen}
      >
        <span className={styles['name']}>
          <b>{template.name}</b>
          <Badge>{template.language}</Badge>
        </span>
        <span dir="auto" className={styles['text']}>
          {text}
        </span>
      </button>
      {isOpen && (
        <div className={styles['fill']}>
          {template.variables.map(({ name, example }, index) => (
            <TextField
              key={name}
              label={/^\d+$/.test(name) ? say('blankNumber', { number: Number(name) }) : name}
              placeholder={say('example', { example })}
              required
              value={values[index] ?? ''}
              onChange={({ target }) => setValues(values.with(index, target.value))}
            />
          ))}
          <Button
            type="submit"
            variant="primary"
            disabled={missing !== undefined}
            icon={<SendHorizontal size={16} className={styles['arrow']} aria-hidden="true" />}
          >
            {price === undefined ? say('sendTemplate') : say('sendFor', { price })}
          </Button>
        </div>
      )}
    </form>
  )
}
