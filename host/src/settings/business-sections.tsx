import { ComboBox, FieldRow, SelectField, TextArea, TextField } from '@errand/shared-ui'
import { Controller } from 'react-hook-form'

import {
  type Section,
  SectionCard,
  type SectionProps,
  fieldError,
  useSectionForm,
} from './section-form.tsx'
import { useWords } from './words/words.ts'

const profileSection: Section = {
  id: 'profile',
  valuesOf: ({ name, email }) => ({ name, email }),
}

/** Name and e-mail of the owner. */
export function ProfileSection({ user }: SectionProps) {
  const say = useWords()
  const state = useSectionForm(profileSection, user)
  const { errors } = state.form.formState
  return (
    <SectionCard title={say('profile')} description={say('profileHint')} state={state}>
      <TextField
        label={say('name')}
        autoComplete="name"
        error={fieldError(errors.name, say('atMost', { max: 80 }))}
        {...state.form.register('name')}
      />
      <TextField
        label={say('email')}
        type="email"
        inputMode="email"
        autoComplete="email"
        dir="ltr"
        error={fieldError(errors.email, say('emailError'))}
        {...state.form.register('email')}
      />
      <TextField
        label={say('phone')}
        dir="ltr"
        readOnly
        value={user.phoneNumber}
        hint={say('phoneHint')}
      />
    </SectionCard>
  )
}

const businessSection: Section = {
  id: 'business',
  valuesOf: ({ settings: { business } }) => {
    const { name, description, website, timeZone, locale } = business
    return { settings: { business: { name, description, website, timeZone, locale } } }
  },
}

const timeZones = Intl.supportedValuesOf('timeZone').map((value) => ({
  value,
  label: value.replaceAll('_', ' '),
}))

const locales = [
  'en-IN',
  'hi-IN',
  'en-US',
  'en-GB',
  'ar-AE',
  'ar-EG',
  'de-DE',
  'es-ES',
  'fr-FR',
  'pt-BR',
]

/** The business as its assistant knows it. */
export function BusinessSection({ user }: SectionProps) {
  const say = useWords()
  const state = useSectionForm(businessSection, user)
  const { register, control, formState } = state.form
  const errors = formState.errors.settings?.business
  const { locale } = user.settings.business
  return (
    <SectionCard title={say('business')} description={say('businessHint')} state={state}>
      <TextField
        label={say('businessName')}
        autoComplete="organization"
        error={fieldError(errors?.name, say('atMost', { max: 80 }))}
        {...register('settings.business.name')}
      />
      <TextArea
        label={say('description')}
        hint={say('descriptionHint')}
        rows={3}
        maxLength={500}
        error={fieldError(errors?.description, say('atMost', { max: 500 }))}
        {...register('settings.business.description')}
      />
      <TextField
        label={say('website')}
        type="url"
        dir="ltr"
        placeholder="https://"
        error={fieldError(errors?.website, say('websiteError'))}
        {...register('settings.business.website')}
      />
      <FieldRow>
        <Controller
          control={control}
          name="settings.business.timeZone"
          render={({ field }) => (
            <ComboBox
              label={say('timeZone')}
              options={timeZones}
              value={field.value ?? null}
              onChange={(value) => field.onChange(value ?? undefined)}
              onBlur={field.onBlur}
              error={fieldError(errors?.timeZone, say('timeZoneError'))}
            />
          )}
        />
        <SelectField
          label={say('region')}
          hint={say('regionHint')}
          {...register('settings.business.locale')}
        >
          {[...new Set([locale, ...locales])].map((value) => (
            <option key={value} value={value}>
              {localeName(value)}
            </option>
          ))}
        </SelectField>
      </FieldRow>
    </SectionCard>
  )
}

/** `English (India)`, in the page's own language. */
function localeName(locale: string): string {
  const { lang } = document.documentElement
  return new Intl.DisplayNames([lang || 'en'], { type: 'language' }).of(locale) ?? locale
}
