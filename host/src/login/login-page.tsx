import { pageLanguageOf } from '@errand/contract/page-language'
import { productName } from '@errand/contract/product'
import { sendCode, useSession, type PhoneConfirmation } from '@errand/shared-auth'
import { Notice, useDocumentTitle, useSettings } from '@errand/shared-ui'
import { useRef, useState } from 'react'

import { LanguageSwitch } from '../language/language-switch.tsx'
import { BotCheck, LocalNote } from './bot-check.tsx'
import { CodeStep, showSignInOutcome } from './code-step.tsx'
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
  const session = useSession()
  const isEndedElsewhere = session.status === 'signed-out' && session.reason === 'ended'
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
        {isEndedElsewhere && <Notice role="status">{say('endedElsewhere')}</Notice>}
        {sent === undefined ? (
          <PhoneStep initialNumber={phoneNumber} isSignUp={isSignUp} onSend={sendTo} />
        ) : (
          <CodeStep
            phoneNumber={sent.phoneNumber}
            onConfirm={async (code) => showSignInOutcome(await sent.confirmation.confirm(code))}
            onResend={() => sendTo(sent.phoneNumber)}
            onChangeNumber={changeNumber}
          >
            <h1>{say('enterCode')}</h1>
          </CodeStep>
        )}
        {isEmulator && (
          <LocalNote>
            <span>{say('anyNumber')}</span>
          </LocalNote>
        )}
        <BotCheck />
      </div>
    </main>
  )
}
