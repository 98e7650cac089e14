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
import { useFormContext, useFormState, useWatch } from 'react-hook-form'

import { ChipsField } from '../inputs/list-inputs.tsx'
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
  const { register, getValues } = useFormContext<JobFormValues>()
  const { errors } = useFormState<JobFormValues>({ name: texts })
  const names = useMemo(() => new Intl.DisplayNames(locale, { type: 'language' }), [locale])
  const listed = new Set([...languages, getValues('language')])
  listed.delete('auto')
  return (
    <Card title={say('about')}>
      <TextField label={say('name')} error={errors.name?.message} {...register('name')} />
      <TextField
        label={say('description')}
        hint={say('onlyYou')}
        error={errors.description?.message}
        {...register('description')}
      />
      <FieldRow>
        <SelectField
          label={say('language')}
          error={errors.language?.message}
          {...register('language')}
        >
          <option value="auto">{say('customersLanguage')}</option>
          {[...listed].map((code) => (
            <option key={code} value={code}>
              {names.of(code)}
            </option>
          ))}
        </SelectField>
        <SelectField label={say('tone')} error={errors.tone?.message} {...register('tone')}>
          {tones.map((tone) => (
            <option key={tone} value={tone}>
              {say(tone)}
            </option>
          ))}
        </SelectField>
        <SelectField label={say('color')} error={errors.color?.message} {...register('color')}>
          {jobColors.map((color) => (
            <option key={color} value={color}>
              {say(color)}
            </option>
          ))}
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
  const { register, getValues } = useFormContext<JobFormValues>()
  const { errors } = useFormState<JobFormValues>({ name: names })
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
          error={errors[name]?.message}
          {...register(name)}
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
  const { register, control } = useFormContext<JobFormValues>()
  const [type, code] = useWatch({ control, name: ['trigger.type', 'trigger.code'] })
  const errors = useFormState<JobFormValues>({ name: 'trigger' }).errors.trigger
  return (
    <Card title={say('trigger')} description={say('triggerHint')}>
      <RadioCards legend={say('triggerType')} error={errors?.type?.message}>
        {types.map(([value, hint]) => (
          <RadioCard
            key={value}
            value={value}
            label={say(value)}
            description={say(hint)}
            {...register('trigger.type')}
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
          <SelectField
            label={say('match')}
            error={errors?.match?.message}
            {...register('trigger.match')}
          >
            {matches.map((match) => (
              <option key={match} value={match}>
                {say(match)}
              </option>
            ))}
          </SelectField>
        </>
      )}
      {type === 'link' && (
        <>
          <TextField
            label={say('code')}
            hint={say('codeHint')}
            maxLength={60}
            error={errors?.code?.message}
            {...register('trigger.code')}
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
