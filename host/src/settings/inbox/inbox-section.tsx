import { NumberField, RadioCard, RadioCards, SelectField, Switch } from '@errand/shared-ui'

import { fieldError } from '../form/field-error.ts'
import { SectionCard } from '../form/section-card.tsx'
import { useSectionForm, type Section } from '../form/use-section-form.ts'
import type { SectionProps } from '../settings-sections.ts'
import { useWords } from '../words/words.ts'

const section: Section = {
  id: 'inbox',
  valuesOf: ({ settings: { inbox } }) => {
    // Quick replies are a section by themselves.
    const { quickReplies: _quickReplies, ...own } = inbox
    return { settings: { inbox: own } }
  },
}

const path = 'settings.inbox'

/** How chats are read and answered by hand. */
export function InboxSection({ user }: SectionProps) {
  const say = useWords()
  const state = useSectionForm(section, user)
  const { register, formState } = state.form
  return (
    <SectionCard title={say('inbox')} description={say('inboxHint')} state={state}>
      <RadioCards legend={say('markRead')}>
        <RadioCard
          value="view"
          label={say('markReadView')}
          description={say('markReadViewHint')}
          {...register(`${path}.markReadOn`)}
        />
        <RadioCard
          value="reply"
          label={say('markReadReply')}
          description={say('markReadReplyHint')}
          {...register(`${path}.markReadOn`)}
        />
      </RadioCards>
      <SelectField
        label={say('undoSeconds')}
        hint={say('undoSecondsHint')}
        {...register(`${path}.undoSeconds`, { setValueAs: Number })}
      >
        {[0, 3, 5, 10].map((seconds) => (
          <option key={seconds} value={seconds}>
            {say('undoFor', { seconds })}
          </option>
        ))}
      </SelectField>
      <Switch
        label={say('enterSends')}
        hint={say('enterSendsHint')}
        {...register(`${path}.enterSends`)}
      />
      <Switch
        label={say('readReceipts')}
        hint={say('readReceiptsHint')}
        {...register(`${path}.sendReadReceipts`)}
      />
      <NumberField
        label={say('retention')}
        hint={say('retentionHint')}
        end={say('months')}
        error={fieldError(
          formState.errors.settings?.inbox?.retentionMonths,
          say('between', { min: 1, max: 120 }),
        )}
        {...register(`${path}.retentionMonths`, { valueAsNumber: true })}
      />
    </SectionCard>
  )
}
