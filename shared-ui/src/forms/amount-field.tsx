import { amountText, parseAmount } from '@errand/contract/amount-text'
import { type ReactNode, type Ref, useState } from 'react'

import type { FieldTexts } from './field.tsx'
import { TextField } from './text-field.tsx'

/**
 * Minor units, `null` for an empty field, or the text if it is no amount: text and not NaN, because
 * drafts are stored as JSON.
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

/** An amount of money: typed in whole units, stored in minor ones. */
export function AmountField({ currency, value, onChange, ...field }: AmountFieldProps) {
  const [text, setText] = useState<string>()
  const parseTyped = (typed: string): AmountValue =>
    typed === '' ? null : (parseAmount(typed, currency) ?? typed)
  // Typed text stays as it is; a value from outside replaces it.
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
