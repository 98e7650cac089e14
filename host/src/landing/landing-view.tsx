import type { PageLanguage } from '@errand/contract/language'
import { paths } from '@errand/contract/paths'
import { buttonClass } from '@errand/shared-ui'
import { Link } from 'react-router-dom'

import { LanguageSwitch } from '../language/language-switch.tsx'
import { ChatPicture } from './chat-picture.tsx'
import styles from './landing-view.module.css'
import { Price, Questions, Steps, Trades } from './sections.tsx'
import type { Say } from './words/en.ts'

interface LandingViewProps {
  say: Say
  language: PageLanguage
}

/** The landing page in any language; it needs no browser and no script, so the build renders it. */
export function LandingView({ say, language }: LandingViewProps) {
  return (
    <div className={styles['page']}>
      <header className={styles['header']}>
        <Brand say={say} />
        <div className={styles['actions']}>
          <LanguageSwitch label={say('languages')} language={language} />
          <Link className={buttonClass('secondary', 'small')} to={paths.login}>
            {say('signIn')}
          </Link>
        </div>
      </header>
      <main>
        <section className={styles['hero']}>
          <div className={styles['words']}>
            <h1>{say('title')}</h1>
            <p className={styles['lead']}>{say('lead')}</p>
            <Start say={say} />
          </div>
          <ChatPicture say={say} />
        </section>
        <Steps say={say} />
        <Trades say={say} />
        <Price say={say} />
        <Questions say={say} />
      </main>
      <footer className={styles['footer']}>
        <Brand say={say} />
        <Start say={say} />
      </footer>
    </div>
  )
}

function Brand({ say }: { say: Say }) {
  return (
    <p className={styles['brand']}>
      <span aria-hidden="true" />
      <span>{say('brand')}</span>
    </p>
  )
}

/** The one thing to do on this page. */
function Start({ say }: { say: Say }) {
  return (
    <div className={styles['start']}>
      <Link className={buttonClass('primary')} to={paths.signUp}>
        {say('start')}
      </Link>
      <p>{say('trial')}</p>
    </div>
  )
}
