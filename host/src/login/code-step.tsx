import type { IdentityErrorCode, PhoneConfirmation } from '@errand/shared-auth'
import { Button, TextField } from '@errand/shared-ui'
import { useState, type FormEvent } from 'react'

import { identityCode, identityMessage } from './identity-messages.ts'
import styles from './login-page.module.css'
import { masked } from './phone-number.ts'
import { useCountdown } from './use-countdown.ts'
import { useStep } from './use-step.ts'
import { welcome } from './welcome.ts'

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
  const [code, setCode] = useState('')
  const [refusal, setRefusal] = useState<IdentityErrorCode>()
  const { field, error, isBusy, run } = useStep<HTMLInputElement>()
  const isExpired = refusal === 'code-expired'

  const toMessage = (reason: unknown) => {
    setRefusal(identityCode(reason))
    return identityMessage(identityCode(reason))
  }
  const confirm = (digits: string) =>
    run(async () => welcome(await confirmation.confirm(digits)), toMessage)
  const resend = () =>
    run(async () => {
      await onResend()
      setCode('')
      setRefusal(undefined)
      field.current?.focus()
    }, toMessage)

  const handleChange = (text: string) => {
    const digits = text.replaceAll(/\D/g, '').slice(0, codeLength)
    setCode(digits)
    if (digits.length === codeLength && digits !== code && !isBusy) void confirm(digits)
  }
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault()
    void confirm(code)
  }

  return (
    <form onSubmit={handleSubmit} className={styles['step']} noValidate>
      <h1>Enter the code</h1>
      <p>
        It was sent to <bdi>{masked(phoneNumber)}</bdi>.{' '}
        <button type="button" className={styles['link']} onClick={onChangeNumber}>
          Change number
        </button>
      </p>
      <TextField
        ref={field}
        label="Verification code"
        dir="ltr"
        inputMode="numeric"
        autoComplete="one-time-code"
        pattern="\d{6}"
        maxLength={codeLength}
        autoFocus
        value={code}
        error={error}
        onChange={(event) => handleChange(event.target.value)}
      />
      <Button type="submit" variant={isExpired ? 'secondary' : 'primary'} isBusy={isBusy}>
        Verify
      </Button>
      <Resend key={isExpired ? 'now' : 'later'} {...{ isExpired, isBusy }} onResend={resend} />
    </form>
  )
}

interface ResendProps {
  isExpired: boolean
  isBusy: boolean
  onResend: () => Promise<void>
}

function Resend({ isExpired, isBusy, onResend }: ResendProps) {
  const { secondsLeft, restart } = useCountdown(isExpired ? 0 : resendSeconds)
  const isWaiting = secondsLeft > 0
  const handleClick = () => {
    restart()
    void onResend()
  }
  return (
    <Button
      variant={isExpired ? 'primary' : 'ghost'}
      disabled={isWaiting || isBusy}
      onClick={handleClick}
    >
      {isWaiting ? `Resend code in 0:${String(secondsLeft).padStart(2, '0')}` : 'Resend code'}
    </Button>
  )
}
