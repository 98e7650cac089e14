import { testWhatsAppResponseSchema } from '@errand/contract/auth'
import type { Settings } from '@errand/contract/settings'
import { api, profileQuery, queryClient, userMessage } from '@errand/shared-auth'
import {
  Badge,
  Button,
  FieldRow,
  Notice,
  RelativeTime,
  TextField,
  type Tone,
} from '@errand/shared-ui'
import { useMutation } from '@tanstack/react-query'
import { useWatch } from 'react-hook-form'

import { Choices, CopyField, SecretField, secretValue } from './fields.tsx'
import {
  type Section,
  SectionCard,
  type SectionForm,
  type SectionProps,
  useSectionForm,
} from './section-form.tsx'
import { TestSteps } from './test-steps.tsx'
import styles from './whatsapp-section.module.css'
import { useWords } from './words/words.ts'

/** Secrets are never returned; `null` compares as unchanged in the form. */
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

/** The WhatsApp number: its connection and its health. */
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
      <Choices
        legend={say('connection')}
        choices={[
          ['simulator', say('simulator'), say('simulatorHint')],
          ['cloud_api', say('cloudApi'), say('cloudApiHint')],
        ]}
        {...register(`${path}.provider`)}
      />
      {provider === 'cloud_api' && <CloudApiFields user={user} field={state.field} />}
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

function CloudApiFields({ user, field }: SectionProps & Pick<SectionForm, 'field'>) {
  const say = useWords()
  const { accessTokenSet, appSecretSet, webhookUrl, verifyToken } = user.settings.whatsapp
  return (
    <>
      <FieldRow>
        <TextField
          label={say('displayPhone')}
          dir="ltr"
          inputMode="tel"
          {...field(`${path}.displayPhone`, say('atMost', { max: 30 }))}
        />
        <TextField
          label={say('phoneNumberId')}
          dir="ltr"
          inputMode="numeric"
          {...field(`${path}.phoneNumberId`, say('atMost', { max: 60 }))}
        />
        <TextField
          label={say('wabaId')}
          dir="ltr"
          inputMode="numeric"
          {...field(`${path}.wabaId`, say('atMost', { max: 60 }))}
        />
      </FieldRow>
      <FieldRow>
        <SecretField
          label={say('accessToken')}
          hint={say('accessTokenHint')}
          isSet={accessTokenSet}
          {...field(`${path}.accessToken`, say('secretError'), secretValue)}
        />
        <SecretField
          label={say('appSecret')}
          hint={say('appSecretHint')}
          isSet={appSecretSet}
          {...field(`${path}.appSecret`, say('secretError'), secretValue)}
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

/** The health of the number: its state, the last inbound message, and the last error. */
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
            <bdi>{lastError.message}</bdi> <span>(</span>
            <RelativeTime at={lastError.at} />
            <span>)</span>
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
    // The test may have changed the state of the number.
    onSettled: () => queryClient.invalidateQueries(profileQuery()),
  })
  const failure = error === null ? undefined : userMessage(error)
  return { run: mutate, isTesting: isPending, result: data, failure }
}
