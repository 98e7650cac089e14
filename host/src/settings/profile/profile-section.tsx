import { TextField } from '@errand/shared-ui'

import { fieldError } from '../form/field-error.ts'
import { SectionCard } from '../form/section-card.tsx'
import { useSectionForm, type Section } from '../form/use-section-form.ts'
import type { SectionProps } from '../settings-sections.ts'
import { useWords } from '../words/words.ts'

const section: Section = {
  id: 'profile',
  valuesOf: ({ name, email }) => ({ name, email }),
}

/** Name and e-mail of the owner. */
export function ProfileSection({ user }: SectionProps) {
  const say = useWords()
  const state = useSectionForm(section, user)
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
