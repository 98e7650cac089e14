import type { User } from '@errand/contract/auth'
import { profileQuery, queryClient, useSettingsForm } from '@errand/shared-auth'
import {
  AmountField,
  Button,
  Card,
  Checkbox,
  Form,
  FormActions,
  showFieldErrors,
} from '@errand/shared-ui'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Controller, useForm } from 'react-hook-form'

import { billingKey } from '../account/billing.queries.ts'
import { SettingsNotices } from '../frame/settings-notices.tsx'
import { useWords } from '../words/words.ts'
import styles from './billing-page.module.css'

/** The threshold for low credit, and whether an e-mail warns about it. */
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
          rules={{ validate: (minor) => typeof minor === 'number' || say('amountError') }}
          render={({ field: { value, onChange, onBlur, ref }, fieldState: { error } }) => (
            <AmountField
              label={say('lowBelow')}
              error={typeof value === 'number' ? error?.message : say('amountError')}
              end={currency}
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
