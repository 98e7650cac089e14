import { type UpdateSettingsInput, updateSettingsSchema, type User } from '@errand/contract/auth'
import { defaultPreferences } from '@errand/contract/default-preferences'
import { useSettingsForm } from '@errand/shared-auth'
import {
  Button,
  ChangedElsewhere,
  ComboBox,
  FieldRow,
  Form,
  FormActions,
  Notice,
  SelectField,
  showFieldErrors,
  TextField,
} from '@errand/shared-ui'
import { zodResolver } from '@hookform/resolvers/zod'
import { useMemo, useState } from 'react'
import { Controller, type FieldPath, useForm } from 'react-hook-form'

import {
  currentZoneName,
  guessLocale,
  guessTimeZone,
  localeName,
  localesWith,
  timeZonesWith,
} from '../account/region.ts'
import { isBusinessKnown } from './remaining-setup.tsx'
import { useWords } from './words/words.ts'

interface BusinessStepProps {
  user: User
  onDone: () => void
  onLater: () => void
}

/** What the business is called, does and where it is, with guesses from the browser to confirm. */
export function BusinessStep({ user, onDone, onLater }: BusinessStepProps) {
  const say = useWords()
  const state = useBusinessForm(user, onDone)
  const { form, submit, errorOf, guess, isSaving, failure, conflict } = state
  const { description } = user.settings.business
  const zones = useMemo(() => timeZonesWith(guess.timeZone), [guess.timeZone])
  return (
    <Form onSubmit={(event) => void submit(event)} aria-label={say('stepBusiness')}>
      <FieldRow>
        <TextField
          label={say('businessName')}
          autoComplete="organization"
          {...form.register(`${path}.name`)}
          error={errorOf(`${path}.name`, say('nameError'))}
        />
        {/* A longer description is edited in the settings. */}
        {!description.includes('\n') && (
          <TextField
            label={say('trade')}
            placeholder={say('tradeExample')}
            {...form.register(`${path}.description`)}
            error={errorOf(`${path}.description`, say('tradeError'))}
          />
        )}
      </FieldRow>
      <FieldRow>
        <Controller
          control={form.control}
          name={`${path}.timeZone`}
          render={({ field: { value, onChange, onBlur } }) => (
            <ComboBox
              label={say('timeZone')}
              options={zones}
              value={value === undefined ? null : currentZoneName(value)}
              onChange={(next) => onChange(next ?? undefined)}
              onBlur={onBlur}
              error={errorOf(`${path}.timeZone`, say('timeZoneError'))}
            />
          )}
        />
        <SelectField label={say('region')} {...form.register(`${path}.locale`)}>
          {localesWith(guess.locale).map((value) => (
            <option key={value} value={value}>
              {localeName(value)}
            </option>
          ))}
        </SelectField>
      </FieldRow>
      {conflict !== undefined && (
        <ChangedElsewhere {...conflict} isRefused={failure !== undefined} />
      )}
      {conflict === undefined && failure !== undefined && (
        <Notice tone="danger" role="alert">
          {failure}
        </Notice>
      )}
      <FormActions>
        <Button type="submit" variant="primary" isBusy={isSaving}>
          {say('continue')}
        </Button>
        <Button variant="quiet" onClick={onLater}>
          {say('later')}
        </Button>
      </FormActions>
    </Form>
  )
}

const path = 'settings.business'

function useBusinessForm(user: User, onSaved: () => void) {
  const [guess] = useState(() => guessRegion(user))
  const { name, description } = user.settings.business
  const form = useForm<UpdateSettingsInput>({
    resolver: zodResolver(updateSettingsSchema),
    // Not typed, but sent with what is: nothing is guessed unless the owner confirms it.
    defaultValues: { settings: { business: { name, description, ...guess } } },
  })
  const { save, ...state } = useSettingsForm({
    id: 'first-business',
    user,
    valuesOf,
    form,
    showErrors: (error) => showFieldErrors(error, form),
    onSaved,
  })
  const submit = form.handleSubmit((input) => {
    // The settings allow an empty name; this step is about giving one.
    if (input.settings?.business?.name !== '') return save(input)
    return form.setError(`${path}.name`, { type: 'required' }, { shouldFocus: true })
  })
  /** The api's own message, or ours for errors that this page finds itself. */
  const errorOf = (field: FieldPath<UpdateSettingsInput>, ours: string): string | undefined => {
    const { error } = form.getFieldState(field, form.formState)
    if (error?.type !== 'server') return error && ours
    // Below `notifications` a field is called `message` as well.
    return typeof error.message === 'string' ? error.message : ours
  }
  return { ...state, form, submit, errorOf, guess }
}

function valuesOf({ settings: { business } }: User): UpdateSettingsInput {
  const { name, description, timeZone, locale } = business
  return { settings: { business: { name, description, timeZone, locale } } }
}

/** What is as every account has it at first is guessed, until it was confirmed. */
function guessRegion(user: User): { timeZone: string; locale: string } {
  const { phoneNumber, settings } = user
  const { timeZone, locale } = settings.business
  if (isBusinessKnown(user)) return { timeZone, locale }
  const usual = defaultPreferences.business
  return {
    timeZone: timeZone === usual.timeZone ? guessTimeZone() : timeZone,
    locale: locale === usual.locale ? guessLocale(phoneNumber) : locale,
  }
}
