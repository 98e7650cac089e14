import { paths } from '@errand/contract/paths'
import { buttonClass } from '@errand/shared-ui'
import { Check } from 'lucide-react'
import { Link } from 'react-router-dom'

import styles from './landing-view.module.css'
import type { en } from './words/en.ts'

const points = [
  ['write', 'writeHow'],
  ['ask', 'askHow'],
  ['answers', 'answersHow'],
] as const

interface LandingViewProps {
  say: (key: keyof typeof en) => string
}

/** The landing page in any language; it needs no browser, so the build can render it. */
export function LandingView({ say }: LandingViewProps) {
  return (
    <div className={styles['page']}>
      <header className={styles['header']}>
        <p className={styles['brand']}>
          <span aria-hidden="true" />
          <span>{say('brand')}</span>
        </p>
        <Link className={buttonClass('secondary', 'small')} to={paths.login}>
          {say('signIn')}
        </Link>
      </header>
      <main className={styles['main']}>
        <div className={styles['words']}>
          <h1>{say('title')}</h1>
          <p className={styles['lead']}>{say('lead')}</p>
          <div className={styles['begin']}>
            <Link className={buttonClass('primary')} to={paths.signUp}>
              {say('start')}
            </Link>
            <p>{say('trial')}</p>
          </div>
          <ol className={styles['points']}>
            {points.map(([title, how]) => (
              <li key={title}>
                <strong>{say(title)}</strong>
                <span>{say(how)}</span>
              </li>
            ))}
          </ol>
        </div>
        <ChatPicture say={say} />
      </main>
    </div>
  )
}

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

/** An illustration: a chat that becomes a filled form. */
function ChatPicture({ say }: { say: (key: Key) => string }) {
  return (
    <figure className={styles['picture']} role="img" aria-label={say('picture')}>
      <div className={styles['chat']} aria-hidden="true">
        <p className={styles['head']}>
          <span>{say('salon')}</span>
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
          <span>{say('booking')}</span>
          <span>{say('progress')}</span>
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
