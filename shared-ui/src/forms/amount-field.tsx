import { amountText, parseAmount } from '@errand/contract/amount-text'
import { type ReactNode, type Ref, useState } from 'react'

import type { FieldTexts } from './field.tsx'
import { TextField } from './text-field.tsx'

/**
 * In minor units, `null` when nothing is written, or the text that is no amount: text and not NaN,
 * because a draft that is kept as JSON has no NaN.
 */
export type AmountValue = number | string | null

interface AmountFieldProps extends FieldTexts {
  /** ISO 4217. */
  currency: string
  start?: ReactNode
  end?: ReactNode
  value: AmountValue
  onChange: (value: AmountValue) => void
  onBlur?: () => void
  ref?: Ref<HTMLInputElement> | undefined
}

/** An amount of money: written in whole units, kept in minor ones. */
export function AmountField({ currency, value, onChange, ...field }: AmountFieldProps) {
  const [text, setText] = useState<string>()
  const parseTyped = (typed: string): AmountValue =>
    typed === '' ? null : (parseAmount(typed, currency) ?? typed)
  // What is being typed stays as it is; what comes from elsewhere takes its place.
  const isTyped = text !== undefined && parseTyped(text) === value
  const formatted = typeof value === 'number' ? amountText(value, currency) : (value ?? '')
  return (
    <TextField
      {...field}
      inputMode="decimal"
      dir="ltr"
      autoComplete="off"
      value={isTyped ? text : formatted}
      onChange={({ target }) => {
        setText(target.value)
        onChange(parseTyped(target.value))
      }}
    />
  )
}
