import { paths } from '@errand/contract/paths'
import { buttonClass } from '@errand/shared-ui'
import { Link } from 'react-router-dom'

import { ChatPicture } from './chat-picture.tsx'
import styles from './landing-page.module.css'
import type { en } from './words/en.ts'

const points = [
  ['write', 'writeHow'],
  ['ask', 'askHow'],
  ['answers', 'answersHow'],
] as const

interface LandingViewProps {
  say: (key: keyof typeof en) => string
}

/** The landing page in any language; it needs nothing of a browser, so that a build can draw it. */
export function LandingView({ say }: LandingViewProps) {
  return (
    <div className={styles['page']}>
      <header className={styles['header']}>
        <p className={styles['brand']}>
          <span aria-hidden="true" />
          {say('brand')}
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
            <Link className={buttonClass('primary')} to={paths.login}>
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
