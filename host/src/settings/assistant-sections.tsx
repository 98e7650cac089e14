import { type Template, templateListSchema } from '@errand/contract/chats/template'
import { maxDebounceSeconds } from '@errand/contract/settings'
import { api } from '@errand/shared-auth'
import {
  Disclosure,
  FieldRow,
  Notice,
  NumberField,
  SelectField,
  Switch,
  TextArea,
} from '@errand/shared-ui'
import { queryOptions, useQuery } from '@tanstack/react-query'
import type { ComponentProps } from 'react'
import { Controller, useWatch } from 'react-hook-form'

import { MoneyField, WordsField } from './fields.tsx'
import {
  type Section,
  SectionCard,
  type SectionForm,
  type SectionProps,
  useSectionForm,
} from './section-form.tsx'
import { useWords } from './words/words.ts'

const behaviourSection: Section = {
  id: 'assistant',
  valuesOf: ({ settings: { assistant } }) => {
    // Messages to contacts are a section of their own.
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
const returnMinutes = [30, 60, 240, 480, 1440]
const switchNames = [
  ['enabled', 'assistantOn'],
  ['answersOutsideHours', 'outsideHours'],
  ['pauseOnOwnerReply', 'pauseOnReply'],
] as const
const advancedNames = [
  'splitReplies',
  'debounceSeconds',
  'maxRepliesPerHour',
  'optOutKeywords',
  'optInKeywords',
] as const
const wordLists = [
  ['optOutKeywords', 'optOut'],
  ['optInKeywords', 'optIn'],
] as const

/** The assistant's behaviour in every job. */
export function AssistantSection({ user }: SectionProps) {
  const say = useWords()
  const state = useSectionForm(behaviourSection, user)
  const { errorOf } = state
  const { register, control } = state.form
  const chosen = user.settings.assistant.returnToAssistantAfterMinutes
  return (
    <SectionCard title={say('assistant')} description={say('assistantHint')} state={state}>
      {switchNames.map(([name, word]) => (
        <Switch
          key={name}
          label={say(word)}
          hint={say(`${word}Hint`)}
          {...register(`${path}.${name}`)}
        />
      ))}
      <SelectField
        label={say('returns')}
        hint={say('returnsHint')}
        {...register(`${path}.returnToAssistantAfterMinutes`, {
          setValueAs: (value) => (value === '' || value === null ? null : Number(value)),
        })}
      >
        <option value="">{say('never')}</option>
        {[...new Set([...(chosen === null ? [] : [chosen]), ...returnMinutes])]
          .toSorted((a, b) => a - b)
          .map((minutes) => (
            <option key={minutes} value={minutes}>
              {say('afterMinutes', { minutes, hours: Math.round(minutes / 60) })}
            </option>
          ))}
      </SelectField>
      <Controller
        control={control}
        name={`${path}.dailySpendCapMinor`}
        render={({ field: { value = null, onChange, onBlur } }) => (
          <MoneyField
            label={say('dailyCap')}
            hint={say('dailyCapHint')}
            error={errorOf(`${path}.dailySpendCapMinor`, say('amountError'))}
            {...{ value, onChange, onBlur }}
          />
        )}
      />
      <Disclosure
        label={say('advanced')}
        isNeeded={advancedNames.some((name) => errorOf(`${path}.${name}`, name) !== undefined)}
      >
        <AdvancedFields state={state} />
      </Disclosure>
    </SectionCard>
  )
}

/** How replies are timed and limited, and the words that stop and start messages. */
function AdvancedFields({ state: { form, field, errorOf } }: { state: SectionForm }) {
  const say = useWords()
  return (
    <>
      <Switch
        label={say('splitReplies')}
        hint={say('splitRepliesHint')}
        {...form.register(`${path}.splitReplies`)}
      />
      <FieldRow>
        <NumberField
          label={say('debounce')}
          hint={say('debounceHint')}
          end={say('seconds')}
          {...field(
            `${path}.debounceSeconds`,
            say('between', { min: 0, max: maxDebounceSeconds }),
            { valueAsNumber: true },
          )}
        />
        <NumberField
          label={say('maxReplies')}
          hint={say('maxRepliesHint')}
          {...field(`${path}.maxRepliesPerHour`, say('between', { min: 1, max: 1000 }), {
            valueAsNumber: true,
          })}
        />
      </FieldRow>
      <FieldRow>
        {wordLists.map(([name, word]) => (
          <Controller
            key={name}
            control={form.control}
            name={`${path}.${name}`}
            render={({ field: { value = [], onChange } }) => (
              <WordsField
                label={say(word)}
                hint={say(`${word}Hint`)}
                error={errorOf(`${path}.${name}`, say('wordsError'))}
                {...{ value, onChange }}
              />
            )}
          />
        ))}
      </FieldRow>
    </>
  )
}

const messagesSection: Section = {
  id: 'messages',
  valuesOf: ({ settings: { assistant } }) => {
    const { exhaustedMessage, voiceNoteMessage, endedMessage, nudgeTemplate } = assistant
    return {
      settings: { assistant: { exhaustedMessage, voiceNoteMessage, endedMessage, nudgeTemplate } },
    }
  },
}

const messageNames = ['exhaustedMessage', 'voiceNoteMessage', 'endedMessage'] as const
const maxMessageLength = 1000

/** Fixed messages to contacts, where a job has none of its own. */
export function MessagesSection({ user }: SectionProps) {
  const say = useWords()
  const state = useSectionForm(messagesSection, user)
  const template = useWatch({ control: state.form.control, name: `${path}.nudgeTemplate` })
  return (
    <SectionCard title={say('told')} description={say('toldHint')} state={state}>
      {messageNames.map((name) => (
        <TextArea
          key={name}
          label={say(name)}
          hint={say(`${name}Hint`)}
          rows={2}
          maxLength={maxMessageLength}
          {...state.field(`${path}.${name}`, say('atMost', { max: maxMessageLength }))}
        />
      ))}
      <NudgeField
        savedNames={[user.settings.assistant.nudgeTemplate, template ?? '']}
        {...state.field(`${path}.nudgeTemplate`, say('atMost', { max: 512 }))}
      />
    </SectionCard>
  )
}

interface NudgeFieldProps extends Omit<ComponentProps<typeof SelectField>, 'label' | 'children'> {
  /**
   * The saved and the chosen template, which stay in the list even if the provider no longer has
   * them.
   */
  savedNames: readonly string[]
}

/** The template that announces an answer after the 24-hour window has closed. */
function NudgeField({ savedNames, ...field }: NudgeFieldProps) {
  const say = useWords()
  const { data, isError, isFetching, refetch } = useQuery(templatesQuery())
  // A template in several languages is one choice.
  const usable = new Map(data?.filter(isUsable).map(({ name, body }) => [name, body]))
  const names = new Set([...savedNames.filter((name) => name !== ''), ...usable.keys()])
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
        <Notice tone="warning" role="alert" isRetrying={isFetching} onRetry={() => void refetch()}>
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

/** Whether the assistant may send a template by itself: approved, no marketing, no variables. */
const isUsable = ({ status, category, variables }: Template): boolean =>
  status === 'APPROVED' && category === 'UTILITY' && variables.length === 0
