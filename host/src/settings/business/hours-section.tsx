import { Switch, TextArea } from '@errand/shared-ui'

import { fieldError } from '../form/field-error.ts'
import { SectionCard } from '../form/section-card.tsx'
import { useSectionForm, type Section } from '../form/use-section-form.ts'
import type { SectionProps } from '../settings-sections.ts'
import { useWords } from '../words/words.ts'
import { ClosedDates } from './closed-dates.tsx'
import { WeekGrid } from './week-grid.tsx'

const section: Section = {
  id: 'hours',
  valuesOf: ({ settings }) => ({ settings: { business: { hours: settings.business.hours } } }),
}

/** When the shop is open, and what is said when it is not. */
export function HoursSection({ user }: SectionProps) {
  const say = useWords()
  const state = useSectionForm(section, user)
  const { register, control, formState } = state.form
  const errors = formState.errors.settings?.business?.hours
  return (
    <SectionCard title={say('hours')} description={say('hoursHint')} state={state}>
      <Switch
        label={say('keepHours')}
        hint={say('keepHoursHint')}
        {...register('settings.business.hours.enabled')}
      />
      <WeekGrid form={state.form} />
      <ClosedDates
        {...{ control, register }}
        errors={errors?.closedDates}
        timeZone={user.settings.business.timeZone}
      />
      <TextArea
        label={say('awayMessage')}
        hint={say('awayMessageHint')}
        rows={3}
        maxLength={1000}
        error={fieldError(errors?.awayMessage, say('atMost', { max: 1000 }))}
        {...register('settings.business.hours.awayMessage')}
      />
    </SectionCard>
  )
}
