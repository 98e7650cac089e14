import { pageLanguageOf } from '@errand/contract/page-language'
import { productName } from '@errand/contract/product'
import { sendCode, type PhoneConfirmation } from '@errand/shared-auth'
import { useDocumentTitle, useSettings } from '@errand/shared-ui'
import { useEffect, useRef, useState } from 'react'

import { LanguageSwitch } from '../language/language-switch.tsx'
import { CodeStep } from './code-step.tsx'
import styles from './login-page.module.css'
import { PhoneStep } from './phone-step.tsx'
import { useWords } from './words/words.ts'

export { loadWords } from './words/words.ts'

export type SendCode = typeof sendCode

interface LoginPageProps {
  isEmulator: boolean
  /** Sends a code; replaced in tests. */
  send?: SendCode
}

interface SentCode {
  phoneNumber: string
  confirmation: PhoneConfirmation
}

/** The sign-in: a phone number, then the code that was sent to it. */
export function LoginPage({ isEmulator, send = sendCode }: LoginPageProps) {
  const say = useWords()
  const { locale } = useSettings()
  const { search } = window.location
  const isSignUp = new URLSearchParams(search).has('new')
  useDocumentTitle(say(isSignUp ? 'signUp' : 'signIn'))
  useEffect(() => removeBadge, [])
  const [sent, setSent] = useState<SentCode>()
  const [phoneNumber, setPhoneNumber] = useState('')
  const attempt = useRef(0)
  const sendTo = async (number: string) => {
    const ownAttempt = attempt.current
    setPhoneNumber(number)
    const confirmation = await send(number)
    if (ownAttempt === attempt.current) setSent({ phoneNumber: number, confirmation })
  }
  const changeNumber = () => {
    // Ignores a code that is still being sent to the previous number.
    attempt.current += 1
    setSent(undefined)
  }
  return (
    <main className={styles['page']}>
      <div className={styles['card']}>
        <div className={styles['head']}>
          <p className={styles['brand']}>
            <span aria-hidden="true" />
            <span>{productName}</span>
          </p>
          {/* Another language is another document, which would forget that a code was sent. */}
          {sent === undefined && (
            <LanguageSwitch
              label={say('languages')}
              language={pageLanguageOf(locale)}
              search={search}
            />
          )}
        </div>
        {sent === undefined ? (
          <PhoneStep initialNumber={phoneNumber} isSignUp={isSignUp} onSend={sendTo} />
        ) : (
          <CodeStep
            {...sent}
            onResend={() => sendTo(sent.phoneNumber)}
            onChangeNumber={changeNumber}
          />
        )}
        {isEmulator && <LocalNote />}
        <Legal />
      </div>
      <div id="recaptcha-container" />
    </main>
  )
}

/** The bot check leaves its badge on every later page. */
function removeBadge(): void {
  for (const badge of document.querySelectorAll('.grecaptcha-badge')) badge.parentElement?.remove()
}

/** Google requires this text where its badge is hidden. */
function Legal() {
  const say = useWords()
  const [before, between, after] = splitAtMarks(
    say('protected', { privacy: linkMark, terms: linkMark }),
  )
  return (
    <p className={styles['legal']}>
      <span>{before}</span>
      <Policy name="privacy">{say('privacy')}</Policy>
      <span>{between}</span>
      <Policy name="terms">{say('terms')}</Policy>
      <span>{after}</span>
    </p>
  )
}

function Policy({ name, children }: { name: string; children: string }) {
  return (
    <a href={`https://policies.google.com/${name}`} target="_blank" rel="noreferrer">
      {children}
    </a>
  )
}

function LocalNote() {
  const say = useWords()
  const [before, after] = splitAtMarks(say('local', { place: linkMark }))
  return (
    <p className={styles['note']}>
      <span>{before}</span>
      <a dir="ltr" href="/dev/codes" target="_blank" rel="noreferrer">
        /dev/codes
      </a>
      <span>{after}</span>
    </p>
  )
}

/** A placeholder for a link in a sentence. */
const linkMark = '\uFFFC'

const splitAtMarks = (sentence: string): string[] => sentence.split(linkMark)
