import { toLatinDigits } from '@errand/contract/search-text'
import type { SignInOutcome } from '@errand/shared-auth'
import { Button, Form, TextField } from '@errand/shared-ui'
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import toast from 'react-hot-toast'

import { showProfileFailure } from '../account/profile-failure.tsx'
import styles from './login-page.module.css'
import { maskPhone } from './phone-number.ts'
import { useSignInStep } from './use-step.ts'
import { useWords, words } from './words/words.ts'

const codeLength = 6
const resendSeconds = 30

interface CodeStepProps {
  phoneNumber: string
  /** Throws where the provider refuses the code. */
  onConfirm: (code: string) => Promise<void>
  onResend: () => Promise<void>
  /** Missing where the code can go to the owner's own number alone. */
  onChangeNumber?: () => void
  /** The heading. */
  children?: ReactNode
}

/** Entering the code that was sent. */
export function CodeStep(props: CodeStepProps) {
  const { phoneNumber, onConfirm, onResend, onChangeNumber, children } = props
  const say = useWords()
  const [code, setCode] = useState('')
  const [isSentAgain, setIsSentAgain] = useState(false)
  const { field, refusal, isBusy, run, refuse } = useSignInStep()
  const { secondsLeft, restart } = useCountdown(resendSeconds)
  const isExpired = refusal?.code === 'code-expired'

  const confirm = (digits: string) => run(() => onConfirm(digits))
  const resend = () =>
    run(async () => {
      await onResend()
      restart()
      setCode('')
      setIsSentAgain(true)
      field.current?.focus()
    })

  const handleChange = (text: string) => {
    const digits = toLatinDigits(text).replaceAll(/\D/g, '').slice(0, codeLength)
    setCode(digits)
    if (digits.length === codeLength && digits !== code && !isBusy) void confirm(digits)
  }
  useSmsCode(handleChange)
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault()
    if (code.length === codeLength) void confirm(code)
    else refuse('invalid-verification-code', say('codeLength', { count: codeLength }))
  }

  return (
    <Form onSubmit={handleSubmit} className={styles['step']}>
      {children}
      <p>
        <span>{say('sentTo')}</span> <bdi dir="ltr">{maskPhone(phoneNumber)}</bdi>
        <span>.</span>{' '}
        {onChangeNumber !== undefined && (
          <button type="button" className={styles['link']} onClick={onChangeNumber}>
            {say('changeNumber')}
          </button>
        )}
      </p>
      <TextField
        ref={field}
        label={say('code')}
        dir="ltr"
        inputMode="numeric"
        autoComplete="one-time-code"
        pattern="\d{6}"
        autoFocus
        value={code}
        error={refusal?.message}
        onChange={(event) => handleChange(event.target.value)}
      />
      <Button type="submit" variant={isExpired ? 'secondary' : 'primary'} isBusy={isBusy}>
        {say('verify')}
      </Button>
      <ResendCode
        // Remounted to take the focus: after an expired code it is the only way on.
        key={String(isExpired)}
        isOnlyWay={isExpired}
        secondsLeft={isExpired ? 0 : secondsLeft}
        {...{ isBusy, isSentAgain }}
        onResend={() => void resend()}
      />
    </Form>
  )
}

interface ResendCodeProps {
  secondsLeft: number
  /** Whether the code that was sent can no longer be used. */
  isOnlyWay: boolean
  isBusy: boolean
  isSentAgain: boolean
  onResend: () => void
}

/** Sends another code, once the first had time to arrive. */
function ResendCode(props: ResendCodeProps) {
  const { secondsLeft, isOnlyWay, isBusy, isSentAgain, onResend } = props
  const say = useWords()
  const isWaiting = secondsLeft > 0
  const status = isWaiting ? isSentAgain && say('sentAgain') : say('canResend')
  return (
    <div className={styles['resend']}>
      <Button
        variant={isOnlyWay ? 'primary' : 'quiet'}
        disabled={isWaiting}
        isBusy={isOnlyWay && isBusy}
        autoFocus={isOnlyWay}
        onClick={onResend}
      >
        {isWaiting
          ? say('resendIn', { time: `0:${String(secondsLeft).padStart(2, '0')}` })
          : say('resend')}
      </Button>
      {/* Announced once, not every second. */}
      <p role="status">{!isOnlyWay && status}</p>
    </div>
  )
}

/** Counts seconds down to 0. */
function useCountdown(seconds: number): { secondsLeft: number; restart: () => void } {
  const [endsAt, setEndsAt] = useState(() => Date.now() + seconds * 1000)
  const [now, setNow] = useState(() => Date.now())
  const secondsLeft = Math.max(0, Math.ceil((endsAt - now) / 1000))
  const isRunning = secondsLeft > 0

  useEffect(() => {
    if (!isRunning) return undefined
    const timer = setInterval(() => setNow(Date.now()), 1000)
    return () => clearInterval(timer)
  }, [isRunning])

  const restart = () => {
    setNow(Date.now())
    setEndsAt(Date.now() + seconds * 1000)
  }
  return { secondsLeft, restart }
}

interface SmsCredential extends Credential {
  code?: string
}

/**
 * Reads the code from the text message itself, where the browser supports it (WebOTP) and the
 * message names this site; elsewhere it is typed, or suggested by the keyboard.
 */
function useSmsCode(onCode: (code: string) => void): void {
  const latest = useRef(onCode)
  useEffect(() => {
    latest.current = onCode
  })
  useEffect(() => {
    if (!('OTPCredential' in window)) return undefined
    const leaving = new AbortController()
    void readSmsCode(leaving.signal).then((code) => code !== undefined && latest.current(code))
    return () => leaving.abort()
  }, [])
}

async function readSmsCode(signal: AbortSignal): Promise<string | undefined> {
  const options = { otp: { transport: ['sms'] }, signal } as CredentialRequestOptions
  try {
    const credential: SmsCredential | null = await navigator.credentials.get(options)
    return credential?.code
  } catch {
    // Refused, or the page was left.
    return undefined
  }
}

/** Says how the sign-in ended. */
export function showSignInOutcome({ isNewUser, isReopened, profile }: SignInOutcome): void {
  if (profile !== 'ready') showProfileFailure(profile)
  else if (isReopened === true) toast.success(words('accountReopened'), { duration: 15_000 })
  else toast.success(words(isNewUser ? 'welcome' : 'welcomeBack'))
}
