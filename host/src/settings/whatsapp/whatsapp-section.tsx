import { Button, FieldRow, Notice, RadioCard, RadioCards, TextField } from '@errand/shared-ui'
import { useWatch } from 'react-hook-form'

import { CopyField } from '../form/copy-field.tsx'
import { fieldError } from '../form/field-error.ts'
import { Ladder } from '../form/ladder.tsx'
import { SecretField, secretValue } from '../form/secret-field.tsx'
import { SectionCard } from '../form/section-card.tsx'
import { useSectionForm, type Section } from '../form/use-section-form.ts'
import type { SectionProps } from '../settings-sections.ts'
import { useWords } from '../words/words.ts'
import { ChannelHealth } from './channel-health.tsx'
import { useTestWhatsApp } from './use-test-whatsapp.ts'

/** Never answered; a form tells what was typed from what is saved by all of its fields. */
const noSecrets = { accessToken: undefined, appSecret: undefined }

const section: Section = {
  id: 'whatsapp',
  valuesOf: ({ settings: { whatsapp } }) => {
    const { provider, displayPhone, phoneNumberId, wabaId } = whatsapp
    const number = { displayPhone, phoneNumberId, wabaId }
    return { settings: { whatsapp: { provider, ...number, ...noSecrets } } }
  },
}

const path = 'settings.whatsapp'

/** The number that customers write to: how it is connected, and how it fares. */
export function WhatsAppSection({ user }: SectionProps) {
  const say = useWords()
  const state = useSectionForm(section, user)
  const { register, control } = state.form
  const provider = useWatch({ control, name: `${path}.provider` })
  const test = useTestWhatsApp()
  return (
    <SectionCard
      title={say('whatsapp')}
      description={say('whatsappHint')}
      state={state}
      actions={
        <Button isBusy={test.isTesting} disabled={state.isDirty} onClick={() => test.run()}>
          {say('testWhatsApp')}
        </Button>
      }
    >
      <ChannelHealth whatsapp={user.settings.whatsapp} />
      <RadioCards legend={say('connection')}>
        <RadioCard
          value="simulator"
          label={say('simulator')}
          description={say('simulatorHint')}
          {...register(`${path}.provider`)}
        />
        <RadioCard
          value="cloud_api"
          label={say('cloudApi')}
          description={say('cloudApiHint')}
          {...register(`${path}.provider`)}
        />
      </RadioCards>
      {provider === 'cloud_api' && <CloudApiFields user={user} form={state.form} />}
      {test.failure !== undefined && (
        <Notice tone="danger" role="alert">
          {test.failure}
        </Notice>
      )}
      {test.result !== undefined && (
        <Ladder
          label={say('testWhatsApp')}
          stages={test.result.stages}
          names={{
            token: say('stageToken'),
            number: say('stageNumber'),
            webhook: say('stageWebhook'),
            send: say('stageSend'),
          }}
        />
      )}
      <p role="status">{test.result?.success === true && say('whatsappWorks')}</p>
    </SectionCard>
  )
}

interface CloudApiFieldsProps extends SectionProps {
  form: ReturnType<typeof useSectionForm>['form']
}

function CloudApiFields({ user, form: { register, formState } }: CloudApiFieldsProps) {
  const say = useWords()
  const errors = formState.errors.settings?.whatsapp
  const { accessTokenSet, appSecretSet, webhookUrl, verifyToken } = user.settings.whatsapp
  return (
    <>
      <FieldRow>
        <TextField
          label={say('displayPhone')}
          dir="ltr"
          inputMode="tel"
          error={fieldError(errors?.displayPhone, say('atMost', { max: 30 }))}
          {...register(`${path}.displayPhone`)}
        />
        <TextField
          label={say('phoneNumberId')}
          dir="ltr"
          inputMode="numeric"
          error={fieldError(errors?.phoneNumberId, say('atMost', { max: 60 }))}
          {...register(`${path}.phoneNumberId`)}
        />
        <TextField
          label={say('wabaId')}
          dir="ltr"
          inputMode="numeric"
          error={fieldError(errors?.wabaId, say('atMost', { max: 60 }))}
          {...register(`${path}.wabaId`)}
        />
      </FieldRow>
      <FieldRow>
        <SecretField
          label={say('accessToken')}
          hint={say('accessTokenHint')}
          isSet={accessTokenSet}
          error={fieldError(errors?.accessToken, say('secretError'))}
          {...register(`${path}.accessToken`, secretValue)}
        />
        <SecretField
          label={say('appSecret')}
          hint={say('appSecretHint')}
          isSet={appSecretSet}
          error={fieldError(errors?.appSecret, say('secretError'))}
          {...register(`${path}.appSecret`, secretValue)}
        />
      </FieldRow>
      <CopyField label={say('webhookUrl')} value={webhookUrl} hint={say('webhookUrlHint')} />
      <CopyField label={say('verifyToken')} value={verifyToken} />
    </>
  )
}
