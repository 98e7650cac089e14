import { FieldRow, TextArea, TextField } from '@errand/shared-ui'
import { Controller } from 'react-hook-form'

import { fieldError } from '../form/field-error.ts'
import { MoneyField } from '../form/money-field.tsx'
import { SectionCard } from '../form/section-card.tsx'
import { useSectionForm, type Section } from '../form/use-section-form.ts'
import type { SectionProps } from '../settings-sections.ts'
import { useWords } from '../words/words.ts'

const section: Section = {
  id: 'billing',
  valuesOf: ({ settings: { billing } }) => ({ settings: { billing } }),
}

const path = 'settings.billing'

/** What stands on invoices, and when the balance counts as low. */
export function BillingSection({ user }: SectionProps) {
  const say = useWords()
  const state = useSectionForm(section, user)
  const { register, control, formState } = state.form
  const errors = formState.errors.settings?.billing
  return (
    <SectionCard title={say('billing')} description={say('billingHint')} state={state}>
      <TextField
        label={say('legalName')}
        autoComplete="organization"
        error={fieldError(errors?.legalName, say('atMost', { max: 120 }))}
        {...register(`${path}.legalName`)}
      />
      <FieldRow>
        <TextField
          label={say('gstin')}
          hint={say('gstinHint')}
          dir="ltr"
          autoCapitalize="characters"
          error={fieldError(errors?.gstin, say('gstinError'))}
          {...register(`${path}.gstin`, {
            setValueAs: (value: string) => value.toUpperCase().trim(),
          })}
        />
        <TextField
          label={say('stateCode')}
          hint={say('stateCodeHint')}
          dir="ltr"
          inputMode="numeric"
          maxLength={2}
          error={fieldError(errors?.stateCode, say('stateCodeError'))}
          {...register(`${path}.stateCode`)}
        />
      </FieldRow>
      <TextArea
        label={say('address')}
        rows={3}
        autoComplete="street-address"
        error={fieldError(errors?.address, say('atMost', { max: 500 }))}
        {...register(`${path}.address`)}
      />
      <FieldRow>
        <TextField
          label={say('invoiceEmail')}
          type="email"
          dir="ltr"
          error={fieldError(errors?.invoiceEmail, say('emailError'))}
          {...register(`${path}.invoiceEmail`)}
        />
        <Controller
          control={control}
          name={`${path}.lowBalanceMinor`}
          render={({ field: { value = null, onChange, onBlur } }) => (
            <MoneyField
              label={say('lowBalanceAt')}
              hint={say('lowBalanceAtHint')}
              error={fieldError(errors?.lowBalanceMinor, say('amountError'))}
              {...{ value, onChange, onBlur }}
            />
          )}
        />
      </FieldRow>
    </SectionCard>
  )
}
