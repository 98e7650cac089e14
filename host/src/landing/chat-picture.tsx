import { Check } from 'lucide-react'

import styles from './chat-picture.module.css'
import type { Say } from './words/en.ts'

const messages = [
  ['customer', 'said1'],
  ['assistant', 'said2'],
  ['customer', 'said3'],
  ['assistant', 'said4'],
] as const

/** The third answer is still being asked for. */
const answers = [
  ['label1', 'value1', true],
  ['label2', 'value2', true],
  ['label3', 'value3', false],
] as const

/** An illustration: a chat that becomes a filled form. */
export function ChatPicture({ say }: { say: Say }) {
  return (
    <figure className={styles['picture']} role="img" aria-label={say('picture')}>
      <div className={styles['chat']} aria-hidden="true">
        <p className={styles['head']}>
          <span>{say('business')}</span>
          <span>{say('replying')}</span>
        </p>
        {messages.map(([from, text]) => (
          <p key={text} className={styles[from]}>
            {say(text)}
          </p>
        ))}
      </div>
      <div className={styles['form']} aria-hidden="true">
        <p className={styles['title']}>
          <span>{say('form')}</span>
          <span>{say('progress')}</span>
        </p>
        {answers.map(([label, value, isAnswered]) => (
          <p key={label} className={styles['answer']}>
            <span className={isAnswered ? styles['done'] : styles['open']}>
              {isAnswered && <Check size={12} strokeWidth={3} />}
            </span>
            <span>{say(label)}</span>
            <b>{say(value)}</b>
          </p>
        ))}
      </div>
    </figure>
  )
}
