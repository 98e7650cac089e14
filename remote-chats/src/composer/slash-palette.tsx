import { useWords } from '../words/words.ts'
import styles from './composer.module.css'
import type { SlashChoice } from './use-slash.ts'

interface SlashPaletteProps {
  id: string
  choices: readonly SlashChoice[]
  active: number
  hasQuick: boolean
}

/** What `/` offers; the text box keeps the focus and its arrow keys choose. */
export function SlashPalette({ id, choices, active, hasQuick }: SlashPaletteProps) {
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
            // The text box has the keys.
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
