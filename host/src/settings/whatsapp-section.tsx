import type { Settings } from '@errand/contract/settings'
import {
  Badge,
  Button,
  FieldRow,
  Notice,
  RadioCard,
  RadioCards,
  RelativeTime,
  TextField,
  type Tone,
} from '@errand/shared-ui'
import { api, profileQuery, queryClient, userMessage } from '@errand/shared-auth'
import { testWhatsAppResponseSchema } from '@errand/contract/auth'
import { useMutation } from '@tanstack/react-query'
import { useWatch } from 'react-hook-form'

import styles from './whatsapp-section.module.css'
import { CopyField, SecretField, secretValue } from './fields.tsx'
import { TestSteps } from './test-steps.tsx'
import {
  type Section,
  SectionCard,
  type SectionProps,
  fieldError,
  useSectionForm,
} from './section-form.tsx'
import { useWords } from './words/words.ts'

/** Never answered; a form tells what was typed from what is saved by all of its fields. */
const noSecrets = { accessToken: null, appSecret: null }

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
      <TestSteps
        label={say('testWhatsApp')}
        names={{
          token: say('stageToken'),
          number: say('stageNumber'),
          webhook: say('stageWebhook'),
          send: say('stageSend'),
        }}
        result={test.result}
        failure={test.failure}
        success={say('whatsappWorks')}
      />
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

type WhatsApp = Settings['whatsapp']

const tones: Record<WhatsApp['status'], Tone> = {
  connected: 'success',
  connecting: 'info',
  degraded: 'warning',
  disconnected: 'danger',
  not_connected: 'neutral',
}

/** How the number fares: its state, the last message that came in, the last trouble. */
function ChannelHealth({ whatsapp }: { whatsapp: WhatsApp }) {
  const say = useWords()
  const { status, provider, displayPhone, lastInboundAt, lastError } = whatsapp
  return (
    <>
      <dl className={styles['health']}>
        <div>
          <dt>{say('state')}</dt>
          <dd>
            <Badge tone={tones[status]}>{say(status)}</Badge>
          </dd>
        </div>
        <div>
          <dt>{say('number')}</dt>
          <dd dir="ltr">{provider === 'simulator' ? say('simulator') : displayPhone || '–'}</dd>
        </div>
        <div>
          <dt>{say('lastInbound')}</dt>
          <dd>{lastInboundAt === null ? say('none') : <RelativeTime at={lastInboundAt} />}</dd>
        </div>
      </dl>
      {lastError !== null && status !== 'connected' && (
        <Notice tone="danger" title={say('lastTrouble')}>
          <p>
            <bdi>{lastError.message}</bdi> (<RelativeTime at={lastError.at} />)
          </p>
        </Notice>
      )}
    </>
  )
}

/** Tests the saved number by a message to the owner. */
function useTestWhatsApp() {
  const { mutate, data, error, isPending } = useMutation({
    mutationFn: () =>
      api
        .post('auth/test-whatsapp', { json: {}, timeout: 60_000 })
        .json(testWhatsAppResponseSchema),
    // The state of the number may be another one now.
    onSettled: () => queryClient.invalidateQueries(profileQuery()),
  })
  const failure = error === null ? undefined : userMessage(error)
  return { run: mutate, isTesting: isPending, result: data, failure }
}
