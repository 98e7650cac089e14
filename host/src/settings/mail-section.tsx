import {
  testSmtpCall,
  type TestSmtpInput,
  testSmtpSchema,
  type UpdateSettingsInput,
  type User,
} from '@errand/contract/auth'
import type { Settings } from '@errand/contract/settings'
import { callApi, isApiError, userMessage } from '@errand/shared-auth'
import { Badge, Button, RelativeTime, SelectField, Switch } from '@errand/shared-ui'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { type UseFormReturn, useWatch } from 'react-hook-form'

import { type Section, SectionCard, type SectionProps, useSectionForm } from './section-form.tsx'
import { mailRows } from './sections.ts'
import { Rows, settingNames } from './setting-row.tsx'
import { TestSteps } from './test-steps.tsx'
import { useWords } from './words/words.ts'

const section: Section = {
  id: 'smtp',
  names: ['settings.smtp.enabled', ...mailRows.flatMap(settingNames)],
}

const path = 'settings.smtp'

/** The owner's own mail server, which sends chats and notifications. */
export function MailSection({ user }: SectionProps) {
  const say = useWords()
  const state = useSectionForm(section, user)
  const { localInbox } = user.settings.smtp
  const test = useTestMail(state.form, user)
  return (
    <SectionCard
      title={say('mail')}
      description={say('mailHint')}
      state={state}
      actions={
        <Button isBusy={test.isTesting} onClick={test.run}>
          {say('testMail')}
        </Button>
      }
    >
      <Switch
        label={say('mailOn')}
        hint={say('mailOnHint')}
        {...state.form.register(`${path}.enabled`)}
      />
      <ProviderField form={state.form} localInbox={localInbox} />
      <Rows rows={mailRows} {...{ state, user }} />
      <LastTest user={user} />
      <TestSteps
        label={say('testMail')}
        names={{
          connect: say('stageConnect'),
          auth: say('stageAuth'),
          send: say('stageSend'),
        }}
        result={test.result}
        failure={test.failure}
        success={say('mailWorks', { address: test.sentTo })}
      />
    </SectionCard>
  )
}

interface ProviderFieldProps {
  form: UseFormReturn<UpdateSettingsInput>
  localInbox: Server | undefined
}

/** Fills in the server of a well-known provider. */
function ProviderField({ form: { control, setValue }, localInbox }: ProviderFieldProps) {
  const say = useWords()
  const [host, port] = useWatch({ control, name: [`${path}.host`, `${path}.port`] })
  const presets = presetsOf(localInbox, say('localInbox'))
  const chosen = presets.find((preset) => preset.host === host && preset.port === Number(port))
  const choosePreset = (id: string) => {
    const preset = presets.find((each) => each.id === id)
    if (preset === undefined) return
    for (const name of ['host', 'port', 'security'] as const)
      setValue(`${path}.${name}`, preset[name], { shouldDirty: true })
  }
  return (
    <SelectField
      label={say('provider')}
      value={chosen?.id ?? 'custom'}
      onChange={({ target }) => choosePreset(target.value)}
      hint={chosen?.id === 'gmail' ? say('gmailHint') : undefined}
    >
      {presets.map(({ id, label }) => (
        <option key={id} value={id}>
          {label}
        </option>
      ))}
      <option value="custom">{say('customServer')}</option>
    </SelectField>
  )
}

function LastTest({ user }: SectionProps) {
  const say = useWords()
  const { lastTest } = user.settings.smtp
  if (lastTest === null) return null
  return (
    <p>
      <Badge tone={lastTest.ok ? 'success' : 'danger'}>
        {say(lastTest.ok ? 'lastTestPassed' : 'lastTestFailed')}
      </Badge>{' '}
      <RelativeTime at={lastTest.at} />
    </p>
  )
}

type Server = Pick<Settings['smtp'], 'host' | 'port' | 'security'>

interface Preset extends Server {
  id: string
  label: string
}

const providers: Preset[] = [
  { id: 'gmail', label: 'Gmail', host: 'smtp.gmail.com', port: 465, security: 'tls' },
  { id: 'outlook', label: 'Outlook', host: 'smtp.office365.com', port: 587, security: 'starttls' },
  { id: 'zoho', label: 'Zoho', host: 'smtp.zoho.in', port: 465, security: 'tls' },
]

/** The well-known providers, and the local inbox of a development machine. */
const presetsOf = (localInbox: Server | undefined, localLabel: string): Preset[] =>
  localInbox === undefined
    ? providers
    : [...providers, { id: 'local', label: localLabel, ...localInbox }]

/** Tests the settings in the form, saved or not, by an e-mail to the owner. */
function useTestMail(form: UseFormReturn<UpdateSettingsInput>, user: User) {
  const say = useWords()
  const [failure, setFailure] = useState<string>()
  const { mutate, data, isPending } = useMutation({
    mutationFn: (body: TestSmtpInput) => callApi(testSmtpCall, { body }),
    onError: (error) => {
      const detail = isApiError(error) ? error.problem?.errors?.[0]?.detail : undefined
      setFailure(detail ?? userMessage(error))
    },
  })
  const smtp = form.getValues('settings.smtp')
  const sentTo = user.email || (smtp?.fromEmail ?? '')
  const run = () => {
    const values = form.getValues('settings.smtp')
    const to = user.email || values?.fromEmail
    const input = testSmtpSchema.safeParse({
      ...values,
      password: values?.password ?? undefined,
      to,
    })
    setFailure(input.success ? undefined : say('testNeeds'))
    if (input.success) mutate(input.data)
  }
  return { run, isTesting: isPending, result: data, failure, sentTo }
}
