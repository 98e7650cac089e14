import { paths } from '@errand/contract/paths'
import { productName } from '@errand/contract/product'
import { buttonClass } from '@errand/shared-ui'
import { Link } from 'react-router-dom'

import { useDocumentTitle } from '../shell/use-document-title.ts'
import { ChatPicture } from './chat-picture.tsx'
import styles from './landing-page.module.css'

const points = [
  ['You write the job', 'In plain words: what to do, what to ask, how to sound.'],
  ['It asks your customers', 'One question at a time, in their language, on WhatsApp.'],
  [
    'You get the answers',
    'As a table, each with the message it came from. You can step in any time.',
  ],
] as const

/** What the product does, for whom, on one screen. */
export function LandingPage() {
  useDocumentTitle(productName)
  return (
    <div className={styles['page']}>
      <header className={styles['header']}>
        <p className={styles['brand']}>
          <span aria-hidden="true" />
          Errand
        </p>
        <Link className={buttonClass('secondary', 'small')} to={paths.login}>
          Sign in
        </Link>
      </header>
      <main className={styles['main']}>
        <div className={styles['words']}>
          <h1>Your WhatsApp assistant that runs the errand, and hands over to you.</h1>
          <p className={styles['lead']}>
            For owners of small businesses: bookings, leads and orders are asked for, checked and
            written down while you work.
          </p>
          <Link className={buttonClass('primary')} to={paths.login}>
            Start your free trial
          </Link>
          <ol className={styles['points']}>
            {points.map(([title, text]) => (
              <li key={title}>
                <strong>{title}</strong>
                <span>{text}</span>
              </li>
            ))}
          </ol>
        </div>
        <ChatPicture />
      </main>
    </div>
  )
}
