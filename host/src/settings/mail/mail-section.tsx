import {
  Badge,
  Button,
  FieldRow,
  Notice,
  NumberField,
  RelativeTime,
  SelectField,
  Switch,
  TextField,
} from '@errand/shared-ui'
import { useWatch } from 'react-hook-form'

import { fieldError } from '../form/field-error.ts'
import { Ladder } from '../form/ladder.tsx'
import { SecretField, secretValue } from '../form/secret-field.tsx'
import { SectionCard } from '../form/section-card.tsx'
import { useSectionForm, type Section } from '../form/use-section-form.ts'
import type { SectionProps } from '../settings-sections.ts'
import { useWords } from '../words/words.ts'
import { presetsOf } from './presets.ts'
import { useTestMail } from './use-test-mail.ts'

const section: Section = {
  id: 'smtp',
  valuesOf: ({ settings: { smtp } }) => {
    const { enabled, host, port, security, username, fromName, fromEmail, replyTo } = smtp
    // Never answered; a form tells what was typed from what is saved by all of its fields.
    const server = { enabled, host, port, security, username, password: undefined }
    return { settings: { smtp: { ...server, fromName, fromEmail, replyTo } } }
  },
}

const path = 'settings.smtp'

/** The owner's own mail server, by which chats and notices are sent. */
export function MailSection({ user }: SectionProps) {
  const say = useWords()
  const state = useSectionForm(section, user)
  const { register, control, setValue, formState } = state.form
  const errors = formState.errors.settings?.smtp
  const { passwordSet, localInbox } = user.settings.smtp
  const test = useTestMail(state.form, user)
  const [host, port] = useWatch({ control, name: [`${path}.host`, `${path}.port`] })
  const presets = presetsOf(localInbox, say('localInbox'))
  const chosen = presets.find((preset) => preset.host === host && preset.port === Number(port))
  const take = (id: string) => {
    const preset = presets.find((each) => each.id === id)
    if (preset === undefined) return
    for (const name of ['host', 'port', 'security'] as const)
      setValue(`${path}.${name}`, preset[name], { shouldDirty: true })
  }
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
      <Switch label={say('mailOn')} hint={say('mailOnHint')} {...register(`${path}.enabled`)} />
      <SelectField
        label={say('provider')}
        value={chosen?.id ?? 'custom'}
        onChange={({ target }) => take(target.value)}
        hint={chosen?.id === 'gmail' ? say('gmailHint') : undefined}
      >
        {presets.map(({ id, label }) => (
          <option key={id} value={id}>
            {label}
          </option>
        ))}
        <option value="custom">{say('customServer')}</option>
      </SelectField>
      <FieldRow>
        <TextField
          label={say('host')}
          dir="ltr"
          error={fieldError(errors?.host, say('hostError'))}
          {...register(`${path}.host`)}
        />
        <NumberField
          label={say('port')}
          error={fieldError(errors?.port, say('between', { min: 1, max: 65_535 }))}
          {...register(`${path}.port`, { valueAsNumber: true })}
        />
        <SelectField label={say('security')} {...register(`${path}.security`)}>
          <option value="tls">TLS</option>
          <option value="starttls">STARTTLS</option>
          <option value="none">{say('noSecurity')}</option>
        </SelectField>
      </FieldRow>
      <FieldRow>
        <TextField
          label={say('username')}
          dir="ltr"
          autoComplete="off"
          error={fieldError(errors?.username, say('atMost', { max: 254 }))}
          {...register(`${path}.username`)}
        />
        <SecretField
          label={say('password')}
          isSet={passwordSet}
          error={fieldError(errors?.password, say('passwordError'))}
          {...register(`${path}.password`, secretValue)}
        />
      </FieldRow>
      <FieldRow>
        <TextField
          label={say('fromName')}
          error={fieldError(errors?.fromName, say('atMost', { max: 80 }))}
          {...register(`${path}.fromName`)}
        />
        <TextField
          label={say('fromEmail')}
          type="email"
          dir="ltr"
          error={fieldError(errors?.fromEmail, say('emailError'))}
          {...register(`${path}.fromEmail`)}
        />
      </FieldRow>
      <TextField
        label={say('replyTo')}
        hint={say('replyToHint')}
        type="email"
        dir="ltr"
        error={fieldError(errors?.replyTo, say('emailError'))}
        {...register(`${path}.replyTo`)}
      />
      <LastTest user={user} />
      {test.failure !== undefined && (
        <Notice tone="danger" role="alert">
          {test.failure}
        </Notice>
      )}
      {test.result !== undefined && (
        <Ladder
          label={say('testMail')}
          stages={test.result.stages}
          names={{
            dns: say('stageDns'),
            connect: say('stageConnect'),
            tls: say('stageTls'),
            auth: say('stageAuth'),
            send: say('stageSend'),
          }}
        />
      )}
      <p role="status">
        {test.result?.success === true && say('mailWorks', { address: test.sentTo })}
      </p>
    </SectionCard>
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
