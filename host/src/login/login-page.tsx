import { sendCode, type PhoneConfirmation } from '@errand/shared-auth'
import { useState } from 'react'

import { useDocumentTitle } from '../shell/use-document-title.ts'
import { CodeStep } from './code-step.tsx'
import styles from './login-page.module.css'
import { PhoneStep } from './phone-step.tsx'

export type SendCode = typeof sendCode

interface LoginPageProps {
  isEmulator: boolean
  /** How a code is sent. */
  send?: SendCode
}

interface SentCode {
  phoneNumber: string
  confirmation: PhoneConfirmation
}

/** Signing in: a phone number, then the code that was sent to it. */
export function LoginPage({ isEmulator, send = sendCode }: LoginPageProps) {
  useDocumentTitle('Sign in')
  const [sent, setSent] = useState<SentCode>()
  const [phoneNumber, setPhoneNumber] = useState('')
  const sendTo = async (number: string) => {
    setPhoneNumber(number)
    setSent({ phoneNumber: number, confirmation: await send(number) })
  }
  return (
    <main className={styles['page']}>
      <div className={styles['card']}>
        <p className={styles['brand']}>
          <span aria-hidden="true" />
          Errand
        </p>
        {sent === undefined ? (
          <PhoneStep initialNumber={phoneNumber} onSend={sendTo} />
        ) : (
          <CodeStep
            {...sent}
            onResend={() => sendTo(sent.phoneNumber)}
            onChangeNumber={() => setSent(undefined)}
          />
        )}
        {isEmulator && <LocalNote />}
        <p className={styles['legal']}>
          This site is protected by reCAPTCHA and the Google{' '}
          <Policy name="privacy">Privacy Policy</Policy> and{' '}
          <Policy name="terms">Terms of Service</Policy> apply.
        </p>
      </div>
      <div id="recaptcha-container" />
    </main>
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
  return (
    <p className={styles['note']}>
      This is a local copy: no message is sent. The code is in the terminal and at{' '}
      <a href="/dev/codes" target="_blank" rel="noreferrer">
        /dev/codes
      </a>
      . Any number with a country code will do.
    </p>
  )
}
