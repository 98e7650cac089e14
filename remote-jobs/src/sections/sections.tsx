import { jobColors } from '@errand/contract/jobs'
import { paths } from '@errand/contract/paths'
import { profileQuery } from '@errand/shared-auth'
import {
  Card,
  FieldRow,
  IconButton,
  RadioCard,
  RadioCards,
  SelectField,
  TextArea,
  TextField,
  TextLink,
  useSettings,
} from '@errand/shared-ui'
import { useQuery } from '@tanstack/react-query'
import { Check, Copy } from 'lucide-react'
import { memo, useMemo, useState } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'

import { ChipsField, Options, useControls } from '../inputs/controls.tsx'
import type { JobFormValues } from '../job-draft/job-values.ts'
import { useWords } from '../job-draft/words/words.ts'

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
const texts = ['name', 'description', 'language', 'tone', 'color'] as const
const tones = ['friendly', 'formal', 'brief'] as const

/** What the job is. */
export const AboutSection = memo(function AboutSection() {
  const say = useWords()
  const { locale } = useSettings()
  const { getValues } = useFormContext<JobFormValues>()
  const bind = useControls(texts)
  const names = useMemo(() => new Intl.DisplayNames(locale, { type: 'language' }), [locale])
  const listed = new Set([...languages, getValues('language')])
  listed.delete('auto')
  return (
    <Card title={say('about')}>
      <TextField label={say('name')} {...bind('name')} />
      <TextField label={say('description')} hint={say('onlyYou')} {...bind('description')} />
      <FieldRow>
        <SelectField label={say('language')} {...bind('language')}>
          <option value="auto">{say('customersLanguage')}</option>
          <Options of={[...listed].map((code) => [code, names.of(code) ?? code])} />
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

const limit = 1000

const messages = [
  ['greeting', 'greetingHint'],
  ['completionMessage', 'completionMessageHint'],
  ['fallbackMessage', 'fallbackMessageHint'],
  ['handoffMessage', 'handoffMessageHint'],
] as const
const names = messages.map(([name]) => name)

/** Fixed texts; without them the assistant finds its own words. */
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
          maxLength={limit}
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

/** When a chat begins with the job. */
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

/** The link that begins a chat with the job, ready to be copied. */
function EntryLink({ code }: { code: string }) {
  const say = useWords()
  const { data } = useQuery(profileQuery())
  const [copied, setCopied] = useState('')
  if (data === undefined || code.trim() === '') return null
  const digits = data.settings.whatsapp.displayPhone.replace(/\D/g, '')
  if (digits === '') {
    return (
      <p>
        {say('noNumber')} <TextLink to={`${paths.settings}#whatsapp`}>{say('setNumber')}</TextLink>
      </p>
    )
  }
  const link = `https://wa.me/${digits}?text=${encodeURIComponent(code.trim())}`
  // Without a secure origin or permission it is copied by hand.
  const copy = () =>
    void navigator.clipboard
      ?.writeText(link)
      .then(() => setCopied(link))
      .catch(() => undefined)
  const isCopied = copied === link
  const Sign = isCopied ? Check : Copy
  return (
    <TextField
      readOnly
      dir="ltr"
      label={say('entryLink')}
      hint={say('entryLinkHint')}
      value={link}
      onFocus={({ target }) => target.select()}
      end={
        <IconButton
          size="small"
          label={say(isCopied ? 'linkCopied' : 'copyLink')}
          icon={<Sign size={16} aria-hidden />}
          onClick={copy}
        />
      }
    />
  )
}
