import { Check } from 'lucide-react'

import styles from './chat-picture.module.css'
import type { en } from './words/en.ts'

type Key = keyof typeof en

const messages = [
  ['customer', 'said1'],
  ['assistant', 'said2'],
  ['customer', 'said3'],
  ['assistant', 'said4'],
] as const

const answers = [
  ['service', 'haircut'],
  ['when', 'tomorrow'],
  ['name', undefined],
] as const

/** A chat on its way to a filled form, as a picture. */
export function ChatPicture({ say }: { say: (key: Key) => string }) {
  return (
    <figure className={styles['picture']} role="img" aria-label={say('picture')}>
      <div className={styles['chat']} aria-hidden="true">
        <p className={styles['head']}>
          <span>{say('salon')}</span>
          {say('replying')}
        </p>
        {messages.map(([from, text]) => (
          <p key={text} className={styles[from]}>
            {say(text)}
          </p>
        ))}
      </div>
      <div className={styles['form']} aria-hidden="true">
        <p className={styles['title']}>
          <span>{say('booking')}</span>
          {say('progress')}
        </p>
        {answers.map(([label, value]) => (
          <p key={label} className={styles['answer']}>
            <span className={value === undefined ? styles['open'] : styles['done']}>
              {value !== undefined && <Check size={12} strokeWidth={3} />}
            </span>
            <span>{say(label)}</span>
            <b>{say(value ?? 'asking')}</b>
          </p>
        ))}
      </div>
    </figure>
  )
}
