import { longestDebounceSeconds } from '@errand/contract/settings'
import { FieldRow, NumberField, SelectField, Switch } from '@errand/shared-ui'
import { Controller } from 'react-hook-form'

import { fieldError } from '../form/field-error.ts'
import { MoneyField } from '../form/money-field.tsx'
import { SectionCard } from '../form/section-card.tsx'
import { useSectionForm, type Section } from '../form/use-section-form.ts'
import { WordsField } from '../form/words-field.tsx'
import type { SectionProps } from '../settings-sections.ts'
import { useWords } from '../words/words.ts'

const section: Section = {
  id: 'assistant',
  valuesOf: ({ settings: { assistant } }) => {
    // What contacts are told is a section by itself.
    const {
      exhaustedMessage: _exhausted,
      voiceNoteMessage: _voiceNote,
      endedMessage: _ended,
      nudgeTemplate: _nudge,
      ...own
    } = assistant
    return { settings: { assistant: own } }
  },
}

const path = 'settings.assistant'
const returns = [30, 60, 240, 480, 1440]

/** How the assistant behaves in every job. */
export function AssistantSection({ user }: SectionProps) {
  const say = useWords()
  const state = useSectionForm(section, user)
  const { register, control, formState } = state.form
  const errors = formState.errors.settings?.assistant
  const chosen = user.settings.assistant.returnToAssistantAfterMinutes
  return (
    <SectionCard title={say('assistant')} description={say('assistantHint')} state={state}>
      <Switch
        label={say('assistantOn')}
        hint={say('assistantOnHint')}
        {...register(`${path}.enabled`)}
      />
      <Switch
        label={say('outsideHours')}
        hint={say('outsideHoursHint')}
        {...register(`${path}.answersOutsideHours`)}
      />
      <Switch
        label={say('pauseOnReply')}
        hint={say('pauseOnReplyHint')}
        {...register(`${path}.pauseOnOwnerReply`)}
      />
      <Switch
        label={say('splitReplies')}
        hint={say('splitRepliesHint')}
        {...register(`${path}.splitReplies`)}
      />
      <SelectField
        label={say('returns')}
        hint={say('returnsHint')}
        {...register(`${path}.returnToAssistantAfterMinutes`, {
          setValueAs: (value) => (value === '' || value === null ? null : Number(value)),
        })}
      >
        <option value="">{say('never')}</option>
        {[...new Set([...(chosen === null ? [] : [chosen]), ...returns])]
          .toSorted((a, b) => a - b)
          .map((minutes) => (
            <option key={minutes} value={minutes}>
              {say('afterMinutes', { minutes, hours: Math.round(minutes / 60) })}
            </option>
          ))}
      </SelectField>
      <FieldRow>
        <NumberField
          label={say('debounce')}
          hint={say('debounceHint')}
          end={say('seconds')}
          error={fieldError(
            errors?.debounceSeconds,
            say('between', { min: 0, max: longestDebounceSeconds }),
          )}
          {...register(`${path}.debounceSeconds`, { valueAsNumber: true })}
        />
        <NumberField
          label={say('maxReplies')}
          hint={say('maxRepliesHint')}
          error={fieldError(errors?.maxRepliesPerHour, say('between', { min: 1, max: 1000 }))}
          {...register(`${path}.maxRepliesPerHour`, { valueAsNumber: true })}
        />
      </FieldRow>
      <Controller
        control={control}
        name={`${path}.dailySpendCapMinor`}
        render={({ field: { value = null, onChange, onBlur } }) => (
          <MoneyField
            label={say('dailyCap')}
            hint={say('dailyCapHint')}
            error={fieldError(errors?.dailySpendCapMinor, say('amountError'))}
            {...{ value, onChange, onBlur }}
          />
        )}
      />
      <FieldRow>
        {(['optOutKeywords', 'optInKeywords'] as const).map((name) => (
          <Controller
            key={name}
            control={control}
            name={`${path}.${name}`}
            render={({ field: { value = [], onChange } }) => (
              <WordsField
                label={say(name === 'optOutKeywords' ? 'optOut' : 'optIn')}
                hint={say(name === 'optOutKeywords' ? 'optOutHint' : 'optInHint')}
                error={errors?.[name] === undefined ? undefined : say('wordsError')}
                {...{ value, onChange }}
              />
            )}
          />
        ))}
      </FieldRow>
    </SectionCard>
  )
}
