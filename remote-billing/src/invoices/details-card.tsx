import type { User } from '@errand/contract/auth'
import { isGstin, isStateCode } from '@errand/contract/gstin'
import { plainText } from '@errand/contract/visible-text'
import { profileQuery, queryClient, useSettingsForm } from '@errand/shared-auth'
import {
  Button,
  Card,
  FieldRow,
  Form,
  FormActions,
  TextArea,
  TextField,
  showFieldErrors,
} from '@errand/shared-ui'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type FieldPath, type RegisterOptions, useForm } from 'react-hook-form'

import { billingKey } from '../account/billing.queries.ts'
import { SettingsNotices } from '../frame/settings-notices.tsx'
import { useWords } from '../words/words.ts'
import styles from './details-card.module.css'

/** The details shown on future invoices. */
export function DetailsCard() {
  const { data: user } = useQuery(profileQuery())
  return user === undefined ? null : <DetailsForm user={user} />
}

function DetailsForm({ user }: { user: User }) {
  const say = useWords()
  const [isSaved, setIsSaved] = useState(false)
  const form = useForm<Details>({ defaultValues: detailsOf(user) })
  const { formState, handleSubmit } = form
  const field = <Name extends FieldPath<Details>>(
    name: Name,
    options?: RegisterOptions<Details, Name>,
  ) => ({
    ...form.register(name, options),
    error: form.getFieldState(name, formState).error?.message,
  })
  const state = useSettingsForm({
    id: 'billing-details',
    user,
    valuesOf: detailsOf,
    form,
    showErrors: (error) => showFieldErrors(error, form),
    onSaved: () => {
      setIsSaved(true)
      void queryClient.invalidateQueries({ queryKey: billingKey })
    },
  })
  return (
    <Card title={say('billingDetails')} description={say('billingDetailsHint')}>
      <Form className={styles['form']} onSubmit={handleSubmit((input) => state.save(input))}>
        <TextField
          label={say('legalName')}
          autoComplete="organization"
          maxLength={120}
          {...field('settings.billing.legalName')}
        />
        <FieldRow>
          <TextField
            label={say('gstin')}
            hint={say('gstinHint')}
            dir="ltr"
            autoCapitalize="characters"
            {...field('settings.billing.gstin', {
              setValueAs: (value: string) => plainText(value).toUpperCase(),
              validate: (value) => {
                const gstin = plainText(value).toUpperCase()
                return gstin === '' || isGstin(gstin) || say('gstinError')
              },
            })}
          />
          <TextField
            label={say('stateCode')}
            hint={say('stateCodeHint')}
            dir="ltr"
            inputMode="numeric"
            maxLength={2}
            {...field('settings.billing.stateCode', {
              setValueAs: plainText,
              validate: (code) => code === '' || isStateCode(code) || say('stateCodeError'),
            })}
          />
        </FieldRow>
        <TextArea
          label={say('address')}
          rows={3}
          autoComplete="street-address"
          maxLength={500}
          {...field('settings.billing.address')}
        />
        <TextField
          label={say('invoiceEmail')}
          type="email"
          dir="ltr"
          autoComplete="email"
          {...field('settings.billing.invoiceEmail')}
        />
        <SettingsNotices state={state} isDirty={formState.isDirty} />
        <FormActions status={isSaved && !formState.isDirty ? say('saved') : undefined}>
          <Button type="submit" isBusy={state.isSaving}>
            {say('save')}
          </Button>
        </FormActions>
      </Form>
    </Card>
  )
}

function detailsOf({ settings: { billing } }: User) {
  const { legalName, gstin, address, stateCode, invoiceEmail } = billing
  return { settings: { billing: { legalName, gstin, address, stateCode, invoiceEmail } } }
}

type Details = ReturnType<typeof detailsOf>
