import type { PhoneConfirmation } from '@errand/shared-auth'
import { Button, Form, TextField } from '@errand/shared-ui'
import { useState, type FormEvent } from 'react'

import styles from './login-page.module.css'
import { latinDigits, masked } from './phone-number.ts'
import { ResendCode } from './resend-code.tsx'
import { useCountdown } from './use-countdown.ts'
import { useSmsCode } from './use-sms-code.ts'
import { useStep } from './use-step.ts'
import { welcome } from './welcome.ts'
import { useWords } from './words/words.ts'

const codeLength = 6
const resendSeconds = 30

interface CodeStepProps {
  phoneNumber: string
  confirmation: PhoneConfirmation
  onResend: () => Promise<void>
  onChangeNumber: () => void
}

/** The second step: the code that was sent. */
export function CodeStep({ phoneNumber, confirmation, onResend, onChangeNumber }: CodeStepProps) {
  const say = useWords()
  const [code, setCode] = useState('')
  const [isSentAgain, setIsSentAgain] = useState(false)
  const { field, refusal, isBusy, run, refuse } = useStep()
  const { secondsLeft, restart } = useCountdown(resendSeconds)
  const isExpired = refusal?.code === 'code-expired'

  const confirm = (digits: string) => run(async () => welcome(await confirmation.confirm(digits)))
  const resend = () =>
    run(async () => {
      await onResend()
      restart()
      setCode('')
      setIsSentAgain(true)
      field.current?.focus()
    })

  const handleChange = (text: string) => {
    const digits = latinDigits(text).replaceAll(/\D/g, '').slice(0, codeLength)
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
      <h1>{say('enterCode')}</h1>
      <p>
        {say('sentTo')} <bdi dir="ltr">{masked(phoneNumber)}</bdi>.{' '}
        <button type="button" className={styles['link']} onClick={onChangeNumber}>
          {say('changeNumber')}
        </button>
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
        // Made anew, it takes the focus: after an expired code it is the only way on.
        key={String(isExpired)}
        isOnlyWay={isExpired}
        secondsLeft={isExpired ? 0 : secondsLeft}
        {...{ isBusy, isSentAgain }}
        onResend={() => void resend()}
      />
    </Form>
  )
}
