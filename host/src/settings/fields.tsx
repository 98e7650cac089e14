import {
  AmountField,
  currencySign,
  IconButton,
  RadioCard,
  RadioCards,
  TextField,
} from '@errand/shared-ui'
import { useQuery } from '@tanstack/react-query'
import { Check, Copy } from 'lucide-react'
import { type ComponentProps, useState } from 'react'
import type { UseFormRegisterReturn } from 'react-hook-form'

import { accountStatsQuery } from '../account/account.ts'
import { useWords } from './words/words.ts'

interface CopyFieldProps {
  label: string
  value: string
  hint?: string
}

/** Something to be copied into another program. */
export function CopyField({ label, value, hint }: CopyFieldProps) {
  const say = useWords()
  const [isCopied, setIsCopied] = useState(false)
  const copy = () => void navigator.clipboard.writeText(value).then(() => setIsCopied(true))
  const Icon = isCopied ? Check : Copy
  return (
    <TextField
      readOnly
      dir="ltr"
      {...{ label, value, hint }}
      onFocus={({ target }) => target.select()}
      end={
        <IconButton
          size="small"
          label={isCopied ? say('copied') : say('copyOf', { what: label })}
          icon={<Icon size={16} />}
          onClick={copy}
        />
      }
    />
  )
}

interface ChoicesProps extends UseFormRegisterReturn {
  legend: string
  /** The value, the label and the description of each. */
  choices: readonly (readonly [value: string, label: string, description?: string])[]
}

/** One of a few, each on a card of its own. */
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
  /** Whether one is stored; it is never shown again. */
  isSet: boolean
  hint?: string
}

/** Something secret: written once, never shown; left empty it stays what it was. */
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

/** An empty secret is what the form began with, so it is not sent: what is stored stays. */
export const secretValue = { setValueAs: (value: unknown) => (value === '' ? null : value) }

interface WordsFieldProps {
  label: string
  hint?: string
  error?: string | undefined
  value: readonly string[]
  onChange: (value: string[]) => void
}

/** Several words, written with commas between them. */
export function WordsField({ value, onChange, ...field }: WordsFieldProps) {
  const [typed, setTyped] = useState(value.join(', '))
  const isInSync = splitWords(typed).join() === value.join()
  return (
    <TextField
      {...field}
      // Filled anew from outside, it shows that; while it is typed into, what was typed.
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
