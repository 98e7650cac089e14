import { amountText, parseAmount } from '@errand/contract/amount-text'
import type { User } from '@errand/contract/auth'
import { profileQuery, queryClient, useSettingsForm } from '@errand/shared-auth'
import {
  Button,
  Card,
  Checkbox,
  Form,
  FormActions,
  showFieldErrors,
  TextField,
} from '@errand/shared-ui'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Controller, useForm } from 'react-hook-form'

import { billingKey } from '../account/billing.queries.ts'
import { SettingsNotices } from '../frame/settings-notices.tsx'
import { useWords } from '../words/words.ts'
import styles from './billing-page.module.css'

/** When the credit counts as low, and whether a letter says so. */
export function LowCreditCard({ currency }: { currency: string }) {
  const { data: user } = useQuery(profileQuery())
  return user === undefined ? null : <LowCreditForm {...{ user, currency }} />
}

const alertOf = ({ settings: { billing, notifications } }: User) => ({
  settings: {
    billing: { lowBalanceMinor: billing.lowBalanceMinor },
    notifications: { email: { lowBalance: notifications.email.lowBalance } },
  },
})

type Alert = ReturnType<typeof alertOf>

function LowCreditForm({ user, currency }: { user: User; currency: string }) {
  const say = useWords()
  const [isSaved, setIsSaved] = useState(false)
  const form = useForm<Alert>({ defaultValues: alertOf(user) })
  const { isDirty } = form.formState
  const state = useSettingsForm({
    id: 'low-credit',
    user,
    valuesOf: alertOf,
    form,
    showErrors: (error) => showFieldErrors(error, form),
    onSaved: () => {
      setIsSaved(true)
      void queryClient.invalidateQueries({ queryKey: billingKey })
    },
  })
  return (
    <Card title={say('lowAlert')} description={say('lowAlertHint')}>
      <Form onSubmit={form.handleSubmit((input) => state.save(input))} className={styles['narrow']}>
        <Controller
          control={form.control}
          name="settings.billing.lowBalanceMinor"
          rules={{ validate: (minor) => isAmount(minor) || say('amountError') }}
          render={({ field: { value, onChange, onBlur, ref }, fieldState: { error } }) => (
            <AmountField
              label={say('lowBelow')}
              error={isAmount(value) ? error?.message : say('amountError')}
              {...{ currency, value, onChange, onBlur, ref }}
            />
          )}
        />
        <Checkbox
          label={say('mailLow')}
          {...form.register('settings.notifications.email.lowBalance')}
        />
        <SettingsNotices state={state} isDirty={isDirty} />
        <FormActions status={isSaved && !isDirty ? say('saved') : undefined}>
          <Button type="submit" isBusy={state.isSaving}>
            {say('save')}
          </Button>
        </FormActions>
      </Form>
    </Card>
  )
}

/** In minor units, or the text that is no amount; drafts of earlier releases have null for one. */
type Amount = number | string | null

const isAmount = (value: Amount): value is number => typeof value === 'number'

interface AmountFieldProps {
  label: string
  error: string | undefined
  currency: string
  value: Amount
  onChange: (value: Amount) => void
  onBlur: () => void
  ref: (element: HTMLInputElement | null) => void
}

function AmountField({ currency, value, onChange, ...field }: AmountFieldProps) {
  const [text, setText] = useState<string>()
  const read = (typed: string) => parseAmount(typed, currency) ?? typed
  // What is being typed stays as it is; what comes from elsewhere takes its place.
  const isTyped = text !== undefined && read(text) === value
  const written = isAmount(value) ? amountText(value, currency) : (value ?? '')
  return (
    <TextField
      {...field}
      inputMode="decimal"
      dir="ltr"
      end={currency}
      value={isTyped ? text : written}
      onChange={({ target }) => {
        setText(target.value)
        onChange(read(target.value))
      }}
    />
  )
}
