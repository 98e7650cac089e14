import { jobColors } from '@errand/contract/jobs'
import { builtInLanguages } from '@errand/contract/language'
import {
  FieldRow,
  NumberField,
  SelectField,
  Switch,
  TextArea,
  TextField,
  useSettings,
} from '@errand/shared-ui'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, memo, useId, useMemo } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'

import { ChipsField, GuardrailsField, Options, useControls } from '../inputs/controls.tsx'
import { CredentialNotice } from '../inputs/credential-notice.tsx'
import type { JobFormValues } from '../job-draft/job-values.ts'
import { useWords } from '../job-draft/words/words.ts'
import { standardTextsQuery } from '../jobs/jobs.queries.ts'
import { BookingRules } from './booking-rules.tsx'
import styles from './sections.module.css'

const languages = 'en hi mr ta te bn gu kn ml pa ur ar es fr de pt id'.split(' ')
const ruleParts = ['description', 'language', 'tone', 'color'] as const
const tones = ['friendly', 'formal', 'brief'] as const

/** The rules, how the assistant speaks, and how the owner recognizes the job. */
export const RulesSection = memo(function RulesSection() {
  const say = useWords()
  const { locale } = useSettings()
  const { control, getValues } = useFormContext<JobFormValues>()
  const bind = useControls(ruleParts)
  const language = useWatch({ control, name: 'language' })
  const isBuiltIn = language === 'auto' || builtInLanguages.some((known) => known === language)
  const languageNames = useMemo(() => new Intl.DisplayNames(locale, { type: 'language' }), [locale])
  const listed = new Set([...languages, getValues('language')])
  listed.delete('auto')
  return (
    <>
      <GuardrailsField />
      <CredentialNotice name="guardrails" />
      <FieldRow>
        <SelectField
          label={say('language')}
          hint={isBuiltIn ? undefined : say('languageNeedsModel')}
          {...bind('language')}
        >
          <option value="auto">{say('customersLanguage')}</option>
          <Options of={[...listed].map((code) => [code, languageNames.of(code) ?? code])} />
        </SelectField>
        <SelectField label={say('tone')} {...bind('tone')}>
          <Options of={tones.map((tone) => [tone, say(tone)])} />
        </SelectField>
        <SelectField label={say('color')} {...bind('color')}>
          <Options of={jobColors.map((color) => [color, say(color)])} />
        </SelectField>
      </FieldRow>
      <TextField label={say('description')} hint={say('onlyYou')} {...bind('description')} />
    </>
  )
})

const maxMessageLength = 1000

const messages = [
  ['greeting', 'greetingHint'],
  ['completionMessage', 'completionMessageHint'],
  ['fallbackMessage', 'fallbackMessageHint'],
  ['notUnderstoodMessage', 'notUnderstoodMessageHint'],
  ['handoffMessage', 'handoffMessageHint'],
] as const
/** The names of the fixed texts in the form. */
export const messageNames = messages.map(([name]) => name)

/** Fixed texts; without one the assistant writes its own. */
export const MessageSection = memo(function MessageSection() {
  const say = useWords()
  const { control, getValues } = useFormContext<JobFormValues>()
  const bind = useControls(messageNames)
  const language = useWatch({ control, name: 'language' })
  const { data: standard } = useQuery(standardTextsQuery(language))
  return (
    <>
      {messages.map(([name, hint]) => (
        <TextArea
          key={name}
          rows={2}
          maxLength={maxMessageLength}
          defaultValue={getValues(name)}
          label={say(name)}
          hint={say(hint)}
          placeholder={
            standard &&
            say(standard.isBuiltIn ? 'ifEmpty' : 'ifEmptyModel', { text: standard.texts[name] })
          }
          {...bind(name)}
        />
      ))}
    </>
  )
})

/** How the assistant works, and when it hands over. */
export const BehaviourSection = memo(function BehaviourSection() {
  const say = useWords()
  const { register } = useFormContext<JobFormValues>()
  const bind = useControls('behaviour')
  return (
    <>
      <div className={styles['switches']}>
        <Switch label={say('askOneAtATime')} {...register('behaviour.askOneAtATime')} />
        <Switch label={say('confirmAtEnd')} {...register('behaviour.confirmAtEnd')} />
      </div>
      <FieldRow>
        <NumberField
          label={say('maxTurns')}
          hint={say('maxTurnsHint')}
          {...bind('behaviour.maxTurns', { valueAsNumber: true })}
        />
        <NumberField
          label={say('maxFieldAttempts')}
          {...bind('behaviour.maxFieldAttempts', { valueAsNumber: true })}
        />
        <NumberField
          label={say('idleClose')}
          {...bind('behaviour.idleCloseMinutes', { valueAsNumber: true })}
        />
      </FieldRow>
      <BookingRules />
      <Group title={say('handoff')}>
        <div className={styles['switches']}>
          <Switch label={say('onLowConfidence')} {...register('handoff.onLowConfidence')} />
          <Switch label={say('onAngry')} {...register('handoff.onAngry')} />
        </div>
        <ChipsField
          name="handoff.keywords"
          label={say('handoffKeywords')}
          hint={say('handoffKeywordsHint')}
          limit={20}
          maxLength={60}
        />
      </Group>
    </>
  )
})

/** What happens with the answers of a complete chat. */
export const CompleteSection = memo(function CompleteSection() {
  const say = useWords()
  const { register } = useFormContext<JobFormValues>()
  const bind = useControls('behaviour')
  return (
    <>
      <Switch label={say('notifyOwner')} {...register('behaviour.onComplete.notifyOwner')} />
      <ChipsField
        name="behaviour.onComplete.email"
        label={say('emails')}
        hint={say('emailsHint')}
        limit={5}
        maxLength={254}
        dir="ltr"
        inputMode="email"
      />
      <TextField
        label={say('webhookUrl')}
        hint={say('webhookUrlHint')}
        type="url"
        dir="ltr"
        {...bind('behaviour.onComplete.webhookUrl')}
      />
    </>
  )
})

/** A named group of controls: screen readers read its title before each control. */
function Group({ title, children }: { title: string; children: ReactNode }) {
  const id = useId()
  return (
    <div role="group" aria-labelledby={id} className={styles['group']}>
      <h3 id={id} className={styles['heading']}>
        {title}
      </h3>
      {children}
    </div>
  )
}
