import type { ComponentProps } from 'react'
import {
  Button,
  FieldRow,
  Notice,
  NumberField,
  SelectField,
  Switch,
  TextArea,
} from '@errand/shared-ui'
import { Controller, useWatch } from 'react-hook-form'
import { api } from '@errand/shared-auth'
import { longestDebounceSeconds } from '@errand/contract/settings'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { type Template, templateListSchema } from '@errand/contract/chats/template'

import { MoneyField, WordsField } from './fields.tsx'
import {
  type Section,
  SectionCard,
  type SectionProps,
  fieldError,
  useSectionForm,
} from './section-form.tsx'
import { useWords } from './words/words.ts'

const behaviourSection: Section = {
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
  const state = useSectionForm(behaviourSection, user)
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

const toldSection: Section = {
  id: 'messages',
  valuesOf: ({ settings: { assistant } }) => {
    const { exhaustedMessage, voiceNoteMessage, endedMessage, nudgeTemplate } = assistant
    return {
      settings: { assistant: { exhaustedMessage, voiceNoteMessage, endedMessage, nudgeTemplate } },
    }
  },
}

const texts = ['exhaustedMessage', 'voiceNoteMessage', 'endedMessage'] as const
const longest = 1000

/** What contacts are told in the name of the business, where no job has its own words. */
export function ToldSection({ user }: SectionProps) {
  const say = useWords()
  const state = useSectionForm(toldSection, user)
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

interface NudgeFieldProps extends Omit<ComponentProps<typeof SelectField>, 'label' | 'children'> {
  /** What is saved, and what is chosen here: on the list whatever became of them at the provider. */
  kept: readonly string[]
}

/** Which template announces an answer that waits for a closed window. */
function NudgeField({ kept, ...field }: NudgeFieldProps) {
  const say = useWords()
  const { data, isError, isFetching, refetch } = useQuery(templatesQuery())
  // One name in several languages is one choice.
  const usable = new Map(data?.filter(isUsable).map(({ name, body }) => [name, body]))
  const names = new Set([...kept.filter((name) => name !== ''), ...usable.keys()])
  const labelOf = (name: string) => {
    const body = usable.get(name)
    if (body !== undefined) return `${name} · ${body}`
    return data === undefined ? name : say('notUsable', { name })
  }
  const hint =
    data !== undefined && usable.size === 0 ? say('noTemplates') : say('nudgeTemplateHint')
  return (
    <>
      <SelectField label={say('nudgeTemplate')} hint={hint} {...field}>
        <option value="">{say('noNudge')}</option>
        {[...names].map((name) => (
          <option key={name} value={name}>
            {labelOf(name)}
          </option>
        ))}
      </SelectField>
      {isError && (
        <Notice
          tone="warning"
          role="alert"
          actions={
            <Button size="small" isBusy={isFetching} onClick={() => void refetch()}>
              {say('retry')}
            </Button>
          }
        >
          {say('templatesLost')}
        </Notice>
      )}
    </>
  )
}

/** The templates of the owner's WhatsApp number. */
const templatesQuery = () =>
  queryOptions({
    queryKey: ['settings', 'templates'],
    queryFn: async ({ signal }) => {
      const { items } = await api.get('chats/templates', { signal }).json(templateListSchema)
      return items
    },
    staleTime: 60_000,
  })

/** Whether the assistant may send it by itself: approved, not to sell anything, nothing to fill in. */
const isUsable = ({ status, category, variables }: Template): boolean =>
  status === 'APPROVED' && category === 'UTILITY' && variables.length === 0
