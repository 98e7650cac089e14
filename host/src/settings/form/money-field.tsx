import { amountText, parseAmount } from '@errand/contract/amount-text'
import { TextField } from '@errand/shared-ui'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'

import { accountStatsQuery } from '../../account/account.queries.ts'

interface MoneyFieldProps {
  label: string
  hint?: string
  error?: string | undefined
  /** In minor units; nothing when there is none. */
  value: number | null
  onChange: (value: number | null) => void
  onBlur?: () => void
}

/** What is typed and is no amount; every rule of an amount refuses it. */
const noAmount = Number.NaN

/** An amount in the account's currency: written in whole units, kept in minor ones. */
export function MoneyField({ value, onChange, ...field }: MoneyFieldProps) {
  const { data } = useQuery(accountStatsQuery())
  const currency = data?.balance.currency ?? 'INR'
  const [text, setText] = useState<string>()
  const isTyped = text !== undefined && Object.is(read(text, currency), value)
  return (
    <TextField
      {...field}
      inputMode="decimal"
      dir="ltr"
      autoComplete="off"
      start={signOf(currency)}
      // What is being typed stays as it is; what comes from elsewhere takes its place.
      value={isTyped ? text : written(value, currency)}
      onChange={({ target }) => {
        setText(target.value)
        onChange(read(target.value, currency))
      }}
    />
  )
}

const read = (text: string, currency: string): number | null =>
  text === '' ? null : (parseAmount(text, currency) ?? noAmount)

const written = (value: number | null, currency: string): string =>
  value === null || Number.isNaN(value) ? '' : amountText(value, currency)

const signOf = (currency: string): string =>
  new Intl.NumberFormat('en', { style: 'currency', currency, currencyDisplay: 'narrowSymbol' })
    .formatToParts(0)
    .find(({ type }) => type === 'currency')?.value ?? currency
