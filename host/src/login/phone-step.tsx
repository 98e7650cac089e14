import { Button, Form, SelectField, TextField, useSettings } from '@errand/shared-ui'
import { useMemo, useState, type FormEvent } from 'react'

import styles from './login-page.module.css'
import { countryOf, guessCountry, listCountries, formatPhone, toE164 } from './phone-number.ts'
import { useSignInStep } from './use-step.ts'
import { useWords } from './words/words.ts'

interface PhoneStepProps {
  initialNumber: string
  onSend: (phoneNumber: string) => Promise<void>
}

/** The first step: entering the number. */
export function PhoneStep({ initialNumber, onSend }: PhoneStepProps) {
  const say = useWords()
  const { locale } = useSettings()
  const [typed, setTyped] = useState(initialNumber)
  const [chosen, setChosen] = useState(() => guessCountry(navigator.language) ?? 'IN')
  const countries = useMemo(() => listCountries(locale), [locale])
  const { field, refusal, isBusy, run, refuse } = useSignInStep()
  // A number with its own country code overrides the chosen country.
  const country = countryOf(typed) ?? chosen
  const phoneNumber = toE164(typed, country)
  const isGuessed = phoneNumber !== undefined && phoneNumber !== typed.trim()
  const ownHint = refusal === undefined ? say('phoneHint') : undefined

  const handleSubmit = (event: FormEvent) => {
    event.preventDefault()
    if (phoneNumber === undefined) refuse('invalid-phone-number')
    else void run(() => onSend(phoneNumber))
  }

  return (
    <Form onSubmit={handleSubmit} className={styles['step']}>
      <h1>{say('signIn')}</h1>
      <p>{say('intro')}</p>
      <SelectField
        label={say('country')}
        autoComplete="country"
        value={country}
        onChange={({ target }) => setChosen(target.value)}
      >
        {countries.map(({ code, name }) => (
          <option key={code} value={code}>
            {name}
          </option>
        ))}
      </SelectField>
      <TextField
        ref={field}
        label={say('phone')}
        type="tel"
        dir="ltr"
        inputMode="tel"
        autoComplete="tel"
        autoFocus
        placeholder="98765 43210"
        value={typed}
        hint={isGuessed ? say('goesTo', { number: formatPhone(phoneNumber) }) : ownHint}
        error={refusal?.message}
        onChange={(event) => setTyped(event.target.value)}
      />
      <Button type="submit" variant="primary" isBusy={isBusy}>
        {say('sendCode')}
      </Button>
    </Form>
  )
}
