import { AmountField, currencySign, RadioCard, RadioCards, TextField } from '@errand/shared-ui'
import { useQuery } from '@tanstack/react-query'
import { type ComponentProps, useState } from 'react'
import type { UseFormRegisterReturn } from 'react-hook-form'

import { accountStatsQuery } from '../account/account.ts'
import { useWords } from './words/words.ts'

interface ChoicesProps extends UseFormRegisterReturn {
  legend: string
  /** The value, label and description of each. */
  choices: readonly (readonly [value: string | number, label: string, description?: string])[]
}

/** Radio buttons as cards. */
export function Choices({ legend, choices, ...field }: ChoicesProps) {
  return (
    <RadioCards legend={legend}>
      {choices.map(([value, label, description]) => (
        <RadioCard key={value} {...{ value, label, description }} {...field} />
      ))}
    </RadioCards>
  )
}

interface SecretFieldProps extends Omit<ComponentProps<typeof TextField>, 'type' | 'hint'> {
  /** Whether a value is stored; it is never shown. */
  isSet: boolean
  hint?: string
}

/** A secret field: write-only; empty keeps the stored value. */
export function SecretField({ isSet, hint, ...field }: SecretFieldProps) {
  const say = useWords()
  return (
    <TextField
      {...field}
      type="password"
      dir="ltr"
      autoComplete="off"
      placeholder={isSet ? '••••••••' : undefined}
      hint={isSet ? say('secretSet') : hint}
    />
  )
}

/** An empty secret equals the form's initial value, so it is not sent and the stored one stays. */
export const secretValue = { setValueAs: (value: unknown) => (value === '' ? null : value) }

interface WordsFieldProps {
  label: string
  hint?: string
  error?: string | undefined
  value: readonly string[]
  onChange: (value: string[]) => void
}

/** Several words, separated by commas. */
export function WordsField({ value, onChange, ...field }: WordsFieldProps) {
  const [typed, setTyped] = useState(value.join(', '))
  const isInSync = splitWords(typed).join() === value.join()
  return (
    <TextField
      {...field}
      // A change from outside replaces the text, but not while it is typed.
      value={isInSync ? typed : value.join(', ')}
      onChange={({ target }) => {
        setTyped(target.value)
        onChange(splitWords(target.value))
      }}
    />
  )
}

const splitWords = (text: string): string[] =>
  text
    .split(/[,،]/)
    .map((word) => word.trim())
    .filter((word) => word !== '')

/** An amount in the account's currency. */
export function MoneyField(props: Omit<ComponentProps<typeof AmountField>, 'currency' | 'start'>) {
  const { data } = useQuery(accountStatsQuery())
  const currency = data?.balance.currency ?? 'INR'
  return <AmountField {...props} currency={currency} start={currencySign(currency)} />
}
