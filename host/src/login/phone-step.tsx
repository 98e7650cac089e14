import { Button, TextField } from '@errand/shared-ui'
import { useState, type FormEvent } from 'react'

import styles from './login-page.module.css'
import { readable, toE164 } from './phone-number.ts'
import { useStep } from './use-step.ts'

interface PhoneStepProps {
  initialNumber: string
  onSend: (phoneNumber: string) => Promise<void>
}

/** The first step: which number. */
export function PhoneStep({ initialNumber, onSend }: PhoneStepProps) {
  const [typed, setTyped] = useState(initialNumber)
  const { field, refusal, isBusy, run, refuse } = useStep()
  const phoneNumber = toE164(typed, navigator.language)
  const isGuessed = phoneNumber !== undefined && phoneNumber !== typed.trim()
  const ownHint = refusal === undefined ? 'With country code.' : undefined

  const handleSubmit = (event: FormEvent) => {
    event.preventDefault()
    if (phoneNumber === undefined) refuse('invalid-phone-number')
    else void run(() => onSend(phoneNumber))
  }

  return (
    <form onSubmit={handleSubmit} className={styles['step']} noValidate>
      <h1>Sign in</h1>
      <p>We send a code to your phone. A new number starts a free trial of 30 days.</p>
      <TextField
        ref={field}
        label="Phone number"
        type="tel"
        dir="ltr"
        inputMode="tel"
        autoComplete="tel"
        autoFocus
        placeholder="+91 98765 43210"
        value={typed}
        hint={isGuessed ? `Code goes to ${readable(phoneNumber)}` : ownHint}
        error={refusal?.message}
        onChange={(event) => setTyped(event.target.value)}
      />
      <Button type="submit" variant="primary" isBusy={isBusy}>
        Send code
      </Button>
    </form>
  )
}
