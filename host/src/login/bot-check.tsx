import { type ReactNode, useEffect } from 'react'

import styles from './login-page.module.css'
import { useWords } from './words/words.ts'

/** Where the provider checks that no robot asks for a code, and the notice that Google requires. */
export function BotCheck() {
  const say = useWords()
  useEffect(() => removeBadge, [])
  const [before, between, after] = splitAtMarks(
    say('protected', { privacy: linkMark, terms: linkMark }),
  )
  return (
    <div className={styles['check']}>
      <p className={styles['legal']}>
        <span>{before}</span>
        <Policy name="privacy">{say('privacy')}</Policy>
        <span>{between}</span>
        <Policy name="terms">{say('terms')}</Policy>
        <span>{after}</span>
      </p>
      <div id="recaptcha-container" />
    </div>
  )
}

/** The bot check leaves its badge on every later page. */
function removeBadge(): void {
  for (const badge of document.querySelectorAll('.grecaptcha-badge')) badge.parentElement?.remove()
}

function Policy({ name, children }: { name: string; children: string }) {
  return (
    <a href={`https://policies.google.com/${name}`} target="_blank" rel="noreferrer">
      {children}
    </a>
  )
}

/** Where codes are found while no message is sent. */
export function LocalNote({ children }: { children?: ReactNode }) {
  const say = useWords()
  const [before, after] = splitAtMarks(say('local', { place: linkMark }))
  return (
    <p className={styles['note']}>
      <span>{before}</span>
      <a dir="ltr" href="/dev/codes" target="_blank" rel="noreferrer">
        /dev/codes
      </a>
      <span>{after}</span> {children}
    </p>
  )
}

/** A placeholder for a link in a sentence. */
const linkMark = '\uFFFC'

const splitAtMarks = (sentence: string): string[] => sentence.split(linkMark)
