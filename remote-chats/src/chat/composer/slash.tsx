import { matchesSearch } from '@errand/contract/search-text'
import { useId, useState, type KeyboardEvent } from 'react'

import { useInboxSettings } from '../../data/chats.queries.ts'
import { useWords } from '../../words/words.ts'
import styles from './composer.module.css'

/** The suggestions for `/`; the text box keeps the focus, and arrow keys choose. */
export function SlashPalette({ id, choices, active, hasQuick }: ReturnType<typeof useSlash>) {
  const say = useWords()
  return (
    <div className={styles['palette']}>
      <div id={id} role="listbox" aria-label={say('quickReplies')}>
        {choices.map((choice, index) => (
          <div
            key={choice.id}
            id={`${id}-${index}`}
            role="option"
            aria-selected={index === active}
            // The text box must keep the focus.
            onPointerDown={(event) => {
              event.preventDefault()
              choice.onPick()
            }}
          >
            <b dir="auto">{choice.name}</b>
            <span dir="auto">{choice.text}</span>
          </div>
        ))}
      </div>
      {!hasQuick && <p>{say('noQuickReplies')}</p>}
    </div>
  )
}

interface SlashOptions {
  text: string
  onPick: (text: string) => void
  onTemplates: () => void
}

/** Quick replies and templates for a reply that starts with `/`, found by name or text. */
export function useSlash({ text, onPick, onTemplates }: SlashOptions) {
  const say = useWords()
  const { inbox } = useInboxSettings()
  const id = useId()
  const [active, setActive] = useState(0)
  const [dismissed, setDismissed] = useState<string>()
  const slashQuery = /^\/([^\n]*)$/.exec(text)?.[1]
  const quickReplies = inbox.quickReplies.map((one) => ({
    id: `quick:${one.name}`,
    ...one,
    onPick: () => onPick(one.text),
  }))
  const templates = {
    id: 'templates',
    name: say('templates'),
    text: say('templatesWhy'),
    onPick: () => {
      onPick('')
      onTemplates()
    },
  }
  const choices = [...quickReplies, templates].filter(({ name, text: words }) =>
    matchesSearch(`${name} ${words}`, slashQuery ?? ''),
  )
  const isOpen = slashQuery !== undefined && dismissed !== text && choices.length > 0
  const index = Math.min(active, choices.length - 1)

  const handleKey = (event: KeyboardEvent): boolean => {
    if (!isOpen) return false
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step !== undefined) setActive((index + step + choices.length) % choices.length)
    else if (event.key === 'Enter' || event.key === 'Tab') choices[index]?.onPick()
    else if (event.key === 'Escape') setDismissed(text)
    else return false
    event.preventDefault()
    event.stopPropagation()
    return true
  }
  return { id, isOpen, choices, active: index, handleKey, hasQuick: quickReplies.length > 0 }
}
