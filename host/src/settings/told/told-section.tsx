import { TextArea } from '@errand/shared-ui'
import { useWatch } from 'react-hook-form'

import { fieldError } from '../form/field-error.ts'
import { SectionCard } from '../form/section-card.tsx'
import { useSectionForm, type Section } from '../form/use-section-form.ts'
import type { SectionProps } from '../settings-sections.ts'
import { useWords } from '../words/words.ts'
import { NudgeField } from './nudge-field.tsx'

const section: Section = {
  id: 'messages',
  valuesOf: ({ settings: { assistant } }) => {
    const { exhaustedMessage, voiceNoteMessage, endedMessage, nudgeTemplate } = assistant
    return {
      settings: { assistant: { exhaustedMessage, voiceNoteMessage, endedMessage, nudgeTemplate } },
    }
  },
}

const path = 'settings.assistant'
const texts = ['exhaustedMessage', 'voiceNoteMessage', 'endedMessage'] as const
const longest = 1000

/** What contacts are told in the name of the business, where no job has its own words. */
export function ToldSection({ user }: SectionProps) {
  const say = useWords()
  const state = useSectionForm(section, user)
  const { register, control, formState } = state.form
  const template = useWatch({ control, name: `${path}.nudgeTemplate` })
  const errors = formState.errors.settings?.assistant
  return (
    <SectionCard title={say('told')} description={say('toldHint')} state={state}>
      {texts.map((name) => (
        <TextArea
          key={name}
          label={say(name)}
          hint={say(`${name}Hint`)}
          rows={2}
          maxLength={longest}
          error={fieldError(errors?.[name], say('atMost', { max: longest }))}
          {...register(`${path}.${name}`)}
        />
      ))}
      <NudgeField
        kept={[user.settings.assistant.nudgeTemplate, template ?? '']}
        error={fieldError(errors?.nudgeTemplate, say('atMost', { max: 512 }))}
        {...register(`${path}.nudgeTemplate`)}
      />
    </SectionCard>
  )
}
