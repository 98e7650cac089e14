import { jobColors } from '@errand/contract/jobs'
import { builtInLanguages } from '@errand/contract/language'
import { paths } from '@errand/contract/paths'
import { plainText } from '@errand/contract/visible-text'
import { profileQuery } from '@errand/shared-auth'
import {
  Card,
  FieldRow,
  NumberField,
  RadioCard,
  RadioCards,
  SelectField,
  Switch,
  TextArea,
  TextField,
  TextLink,
  useSettings,
} from '@errand/shared-ui'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, memo, useId, useMemo } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'

import { ChipsField, Options, useControls } from '../inputs/controls.tsx'
import type { JobFormValues } from '../job-draft/job-values.ts'
import { useWords } from '../job-draft/words/words.ts'
import { ChatLink } from '../phone/chat-link.tsx'
import styles from './sections.module.css'

const languages = [
  'en',
  'hi',
  'mr',
  'ta',
  'te',
  'bn',
  'gu',
  'kn',
  'ml',
  'pa',
  'ur',
  'ar',
  'es',
  'fr',
  'de',
  'pt',
  'id',
]
const aboutParts = ['name', 'description', 'language', 'tone', 'color'] as const
const tones = ['friendly', 'formal', 'brief'] as const

/** Name, description, language and looks of the job. */
export const AboutSection = memo(function AboutSection() {
  const say = useWords()
  const { locale } = useSettings()
  const { control, getValues } = useFormContext<JobFormValues>()
  const bind = useControls(aboutParts)
  const language = useWatch({ control, name: 'language' })
  const isBuiltIn = language === 'auto' || builtInLanguages.some((known) => known === language)
  const messageNames = useMemo(() => new Intl.DisplayNames(locale, { type: 'language' }), [locale])
  const listed = new Set([...languages, getValues('language')])
  listed.delete('auto')
  return (
    <Card title={say('about')}>
      <TextField label={say('name')} {...bind('name')} />
      <TextField label={say('description')} hint={say('onlyYou')} {...bind('description')} />
      <FieldRow>
        <SelectField
          label={say('language')}
          hint={isBuiltIn ? undefined : say('languageNeedsModel')}
          {...bind('language')}
        >
          <option value="auto">{say('customersLanguage')}</option>
          <Options of={[...listed].map((code) => [code, messageNames.of(code) ?? code])} />
        </SelectField>
        <SelectField label={say('tone')} {...bind('tone')}>
          <Options of={tones.map((tone) => [tone, say(tone)])} />
        </SelectField>
        <SelectField label={say('color')} {...bind('color')}>
          <Options of={jobColors.map((color) => [color, say(color)])} />
        </SelectField>
      </FieldRow>
    </Card>
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
const names = messages.map(([name]) => name)

/** Fixed texts; without one the assistant writes its own. */
export const MessageSection = memo(function MessageSection() {
  const say = useWords()
  const { getValues } = useFormContext<JobFormValues>()
  const bind = useControls(names)
  return (
    <Card title={say('messages')} description={say('messagesHint')}>
      {messages.map(([name, hint]) => (
        <TextArea
          key={name}
          rows={2}
          maxLength={maxMessageLength}
          defaultValue={getValues(name)}
          label={say(name)}
          hint={say(hint)}
          {...bind(name)}
        />
      ))}
    </Card>
  )
})

const types = [
  ['default', 'defaultHint'],
  ['keyword', 'keywordHint'],
  ['link', 'linkHint'],
] as const
const matches = ['contains', 'exact', 'starts_with'] as const

/** When a chat starts with the job. */
export const TriggerSection = memo(function TriggerSection() {
  const say = useWords()
  const { control } = useFormContext<JobFormValues>()
  const bind = useControls('trigger')
  const [type, code] = useWatch({ control, name: ['trigger.type', 'trigger.code'] })
  const { error, ...radio } = bind('trigger.type')
  return (
    <Card title={say('trigger')} description={say('triggerHint')}>
      <RadioCards legend={say('triggerType')} error={error}>
        {types.map(([value, hint]) => (
          <RadioCard
            key={value}
            value={value}
            label={say(value)}
            description={say(hint)}
            {...radio}
          />
        ))}
      </RadioCards>
      {type === 'keyword' && (
        <>
          <ChipsField
            name="trigger.keywords"
            label={say('keywords')}
            hint={say('keywordsHint')}
            limit={20}
            maxLength={60}
          />
          <SelectField label={say('match')} {...bind('trigger.match')}>
            <Options of={matches.map((match) => [match, say(match)])} />
          </SelectField>
        </>
      )}
      {type === 'link' && (
        <>
          <TextField
            label={say('code')}
            hint={say('codeHint')}
            maxLength={60}
            {...bind('trigger.code')}
          />
          <EntryLink code={code} />
        </>
      )}
    </Card>
  )
})

/** The link that starts a chat with the job, to copy or to print. */
function EntryLink({ code }: { code: string }) {
  const say = useWords()
  const { data } = useQuery(profileQuery())
  const text = plainText(code)
  if (data === undefined || text === '') return null
  const { whatsapp } = data.settings
  const hasNumber = whatsapp.provider === 'cloud_api' && whatsapp.chatLink !== ''
  return (
    <>
      {!hasNumber && (
        <p>
          <span>{say('noNumber')}</span>{' '}
          <TextLink to={`${paths.settings}#whatsapp`}>{say('setNumber')}</TextLink>
        </p>
      )}
      <ChatLink {...{ whatsapp, text }} label={say('entryLink')} hint={say('entryLinkHint')} />
    </>
  )
}

/** How the assistant behaves, when it hands over, and when a chat ends. */
export const BehaviourSection = memo(function BehaviourSection() {
  const say = useWords()
  const { register } = useFormContext<JobFormValues>()
  const bind = useControls('behaviour')
  return (
    <Card title={say('behaviour')} description={say('behaviourHint')}>
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
      <Group title={say('onComplete')}>
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
      </Group>
    </Card>
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
