import { ComboBox, FieldRow, SelectField, TextArea, TextField } from '@errand/shared-ui'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { Controller } from 'react-hook-form'

import { accountStatsQuery } from '../account/account.ts'
import { currentZoneName, localeName, localesWith, timeZonesWith } from '../account/region.ts'
import { type Section, SectionCard, type SectionProps, useSectionForm } from './section-form.tsx'
import { useWords } from './words/words.ts'

const profileSection: Section = {
  id: 'profile',
  valuesOf: ({ name, email }) => ({ name, email }),
}

/** The owner's name and e-mail address. */
export function ProfileSection({ user }: SectionProps) {
  const say = useWords()
  const state = useSectionForm(profileSection, user)
  const { field } = state
  return (
    <SectionCard title={say('profile')} description={say('profileHint')} state={state}>
      <TextField
        label={say('name')}
        autoComplete="name"
        {...field('name', say('atMost', { max: 80 }))}
      />
      <TextField
        label={say('email')}
        type="email"
        inputMode="email"
        autoComplete="email"
        dir="ltr"
        {...field('email', say('emailError'))}
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

/** What becomes of the upcoming bookings in another time zone. */
function useClockHint(timeZone: string, chosen: string | undefined): string | undefined {
  const say = useWords()
  const isOther = chosen !== undefined && currentZoneName(chosen) !== currentZoneName(timeZone)
  const { data } = useQuery({ ...accountStatsQuery(), enabled: isOther })
  const { upcoming = 0 } = data?.bookings ?? {}
  return isOther && upcoming > 0 ? say('bookingsKeepClock', { count: upcoming }) : undefined
}

/** What the assistant knows about the business. */
export function BusinessSection({ user }: SectionProps) {
  const say = useWords()
  const state = useSectionForm(businessSection, user)
  const { form, field, errorOf } = state
  const { locale, timeZone } = user.settings.business
  const zones = useMemo(() => timeZonesWith(timeZone), [timeZone])
  const chosen = form.watch('settings.business.timeZone')
  const clockHint = useClockHint(timeZone, chosen)
  return (
    <SectionCard title={say('business')} description={say('businessHint')} state={state}>
      <TextField
        label={say('businessName')}
        autoComplete="organization"
        {...field('settings.business.name', say('atMost', { max: 80 }))}
      />
      <TextArea
        label={say('description')}
        hint={say('descriptionHint')}
        rows={3}
        maxLength={500}
        {...field('settings.business.description', say('atMost', { max: 500 }))}
      />
      <TextField
        label={say('website')}
        type="url"
        dir="ltr"
        placeholder="https://"
        {...field('settings.business.website', say('websiteError'))}
      />
      <FieldRow>
        <Controller
          control={form.control}
          name="settings.business.timeZone"
          render={({ field: { value, onChange, onBlur } }) => (
            <ComboBox
              label={say('timeZone')}
              options={zones}
              value={value === undefined ? null : currentZoneName(value)}
              onChange={(next) => onChange(next ?? undefined)}
              onBlur={onBlur}
              hint={clockHint}
              error={errorOf('settings.business.timeZone', say('timeZoneError'))}
            />
          )}
        />
        <SelectField
          label={say('region')}
          hint={say('regionHint')}
          {...form.register('settings.business.locale')}
        >
          {localesWith(locale).map((value) => (
            <option key={value} value={value}>
              {localeName(value)}
            </option>
          ))}
        </SelectField>
      </FieldRow>
    </SectionCard>
  )
}
