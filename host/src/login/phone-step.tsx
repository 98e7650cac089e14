import { Button, Form, TextField, useSettings } from '@errand/shared-ui'
import { type FormEvent, Suspense, lazy, useEffect, useMemo, useState } from 'react'

import { PartBoundary } from '../errors/part-boundary.tsx'
import type { exampleOf } from './example-number.ts'
import styles from './login-page.module.css'
import { countryOf, guessCountry, listCountries, formatPhone, toE164 } from './phone-number.ts'
import { useSignInStep } from './use-step.ts'
import { useWords } from './words/words.ts'

// The field for the number is there before the list of all countries.
const CountryBox = lazy(async () => ({ default: (await import('./country-box.tsx')).CountryBox }))

interface PhoneStepProps {
  initialNumber: string
  /** Whether the visitor came to start, not to go on. */
  isSignUp: boolean
  onSend: (phoneNumber: string) => Promise<void>
}

/** The first step: entering the number. */
export function PhoneStep({ initialNumber, isSignUp, onSend }: PhoneStepProps) {
  const say = useWords()
  const { locale } = useSettings()
  const [typed, setTyped] = useState(initialNumber)
  const [chosen, setChosen] = useState(() => guessCountry(navigator.language) ?? 'IN')
  const countries = useMemo(() => listCountries(locale), [locale])
  const nameOf = (code: string) => countries.find(({ value }) => value === code)?.label ?? code
  const { field, refusal, isBusy, run, refuse } = useSignInStep()
  // A number with its own country code overrides the chosen country.
  const country = countryOf(typed) ?? chosen
  const example = useExample(country)
  const phoneNumber = toE164(typed, country)
  const isGuessed = phoneNumber !== undefined && phoneNumber !== typed.trim()
  const ownHint = refusal === undefined ? say('phoneHint') : undefined

  const handleSubmit = (event: FormEvent) => {
    event.preventDefault()
    if (phoneNumber === undefined) refuse('invalid-phone-number')
    else void run(() => onSend(phoneNumber))
  }

  // A number with its country code needs no choice.
  const chosenCountry = <TextField label={say('country')} readOnly value={nameOf(country)} />
  return (
    <Form onSubmit={handleSubmit} className={styles['step']}>
      <h1>{say(isSignUp ? 'signUp' : 'signIn')}</h1>
      <p>{say(isSignUp ? 'introNew' : 'intro')}</p>
      <PartBoundary fallback={chosenCountry}>
        <Suspense fallback={chosenCountry}>
          <CountryBox countries={countries} value={country} onChange={setChosen} />
        </Suspense>
      </PartBoundary>
      <TextField
        ref={field}
        label={say('phone')}
        type="tel"
        dir="ltr"
        inputMode="tel"
        autoComplete="tel"
        autoFocus
        placeholder={example}
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

/** A number as people of the country write it; loaded after the page is there. */
function useExample(country: string): string {
  const [examples, setExamples] = useState<typeof exampleOf>()
  useEffect(() => {
    void import('./example-number.ts').then(
      (loaded) => setExamples(() => loaded.exampleOf),
      () => undefined,
    )
  }, [])
  return examples?.(country) ?? ''
}
