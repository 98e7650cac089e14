import { testWhatsAppCall } from '@errand/contract/auth'
import type { Settings } from '@errand/contract/settings'
import { callApi, profileQuery, queryClient, saveSettings, userMessage } from '@errand/shared-auth'
import {
  Badge,
  Button,
  Card,
  ConfirmDialog,
  CopyField,
  Notice,
  QrCode,
  RelativeTime,
  type Tone,
} from '@errand/shared-ui'
import { useMutation } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import toast from 'react-hot-toast'

import { focusElement } from './focus-element.ts'
import type { SectionProps } from './section-form.tsx'
import { TestSteps } from './test-steps.tsx'
import { useWhatsAppSignup, type WhatsAppSignup } from './use-whatsapp-signup.ts'
import { WhatsAppForm } from './whatsapp-form.tsx'
import styles from './whatsapp-section.module.css'
import { useWords } from './words/words.ts'

type WhatsApp = Settings['whatsapp']

interface WhatsAppSectionProps extends SectionProps {
  facebookSdkUrl?: string | undefined
}

/** The WhatsApp number: connecting it, its health, and disconnecting it. */
export function WhatsAppSection({ user, facebookSdkUrl }: WhatsAppSectionProps) {
  const { whatsapp } = user.settings
  const signup = useWhatsAppSignup(user, facebookSdkUrl)
  const isConnected = whatsapp.provider === 'cloud_api' && whatsapp.status !== 'not_connected'
  const isFormNeeded = !isConnected && signup === undefined
  // It stays open when it has connected the number.
  const [isFormWanted, setIsFormWanted] = useState(isFormNeeded)
  const isFormShown = isFormWanted || isFormNeeded
  const formButton = (label: string) =>
    isFormShown ? undefined : (
      <Button variant="quiet" size="small" onClick={() => setIsFormWanted(true)}>
        {label}
      </Button>
    )
  const [isDisconnected, setIsDisconnected] = useState(false)
  const onDisconnected = () => {
    signup?.reset()
    setIsFormWanted(signup === undefined)
    setIsDisconnected(true)
  }
  const card = { whatsapp, signup, formButton, isDisconnected, onDisconnected }
  // While a number is checked, the card of the pressed button stays.
  const isCardConnected = isConnected && (signup?.isChecking !== true || signup.isReconnecting)
  return (
    <>
      {isCardConnected ? <Connected {...card} /> : <NotConnected {...card} />}
      {isFormShown && <WhatsAppForm user={user} />}
    </>
  )
}

interface CardProps {
  whatsapp: WhatsApp
  signup: WhatsAppSignup | undefined
  /** The button that opens the form of ids; undefined while it is open. */
  formButton: (label: string) => ReactNode
  /** Whether the owner has just disconnected the number. */
  isDisconnected: boolean
  onDisconnected: () => void
}

function NotConnected({ whatsapp, signup, formButton, isDisconnected }: CardProps) {
  const say = useWords()
  return (
    <Card title={say('whatsapp')} description={say('whatsappHint')}>
      <p tabIndex={-1} ref={isDisconnected ? focusElement : undefined}>
        {say('connectGives')}
      </p>
      <LastTrouble whatsapp={whatsapp} />
      {signup !== undefined && (
        <>
          <div className={styles['ways']}>
            <Button
              variant="primary"
              isBusy={signup.pending === 'new'}
              disabled={signup.pending === 'app'}
              onClick={() => signup.start(false)}
            >
              {say('connectFacebook')}
            </Button>
          </div>
          <div className={styles['others']}>
            <Button
              variant="quiet"
              size="small"
              isBusy={signup.pending === 'app'}
              disabled={signup.pending === 'new'}
              onClick={() => signup.start(true)}
            >
              {say('connectApp')}
            </Button>
            {formButton(say('haveToken'))}
          </div>
          <SignupSteps signup={signup} />
        </>
      )}
    </Card>
  )
}

interface SignupStepsProps {
  signup: WhatsAppSignup
  isFailureFocused?: boolean
}

/** What has been done so far, and why it did not go on; nothing once the number is connected. */
function SignupSteps({ signup, isFailureFocused = false }: SignupStepsProps) {
  const say = useWords()
  const { result, isChecking, hasRegistration, failure, isConfirmed } = signup
  return (
    <>
      <p role="status">{isConfirmed && say('facebookConfirmed')}</p>
      <TestSteps
        label={say('connectFacebook')}
        names={{
          token: say('stageAccess'),
          number: say('stageNumber'),
          ...(hasRegistration && { register: say('stageRegister') }),
          webhook: say('stageWebhook'),
          templates: say('stageTemplates'),
        }}
        result={result?.success === true ? undefined : result}
        isRunning={isChecking}
        isFailureFocused={isFailureFocused && !isChecking}
        notReached={say('notDone')}
        failure={failure}
        success=""
      />
    </>
  )
}

function Connected({ whatsapp, signup, formButton, onDisconnected }: CardProps) {
  const say = useWords()
  const test = useTestWhatsApp()
  const { chatLink, status } = whatsapp
  return (
    <Card title={say('whatsapp')} description={say('whatsappHint')}>
      {signup?.result?.success === true && (
        <div tabIndex={-1} ref={focusElement}>
          <Notice tone="success" role="status">
            {say('numberConnected')}
          </Notice>
        </div>
      )}
      <ChannelHealth whatsapp={whatsapp} />
      <LastTrouble whatsapp={whatsapp} />
      {chatLink !== '' && (
        <div className={styles['link']}>
          <CopyField label={say('chatLink')} value={chatLink} hint={say('chatLinkHint')} />
          <QrCode text={chatLink} label={say('qrCode')} />
        </div>
      )}
      <div className={styles['ways']}>
        {signup !== undefined && (status === 'disconnected' || signup.pending !== undefined) && (
          <Button
            variant="primary"
            isBusy={signup.pending !== undefined}
            onClick={() => signup.start(false)}
          >
            {say('connectAgain')}
          </Button>
        )}
        <Button isBusy={test.isTesting} onClick={() => test.run()}>
          {say('testWhatsApp')}
        </Button>
        {formButton(say('changeToken'))}
        <Disconnect onDone={onDisconnected} />
      </div>
      {signup !== undefined && <SignupSteps signup={signup} isFailureFocused />}
      <TestSteps
        label={say('testWhatsApp')}
        names={{
          token: say('stageToken'),
          number: say('stageNumber'),
          webhook: say('stageWebhook'),
          send: say('stageSend'),
        }}
        result={test.result}
        isRunning={test.isTesting}
        failure={test.failure}
        success={say('whatsappWorks')}
      />
    </Card>
  )
}

/** Forgets the number and its token; chats and jobs stay. */
function Disconnect({ onDone }: { onDone: () => void }) {
  const say = useWords()
  const [isAsking, setIsAsking] = useState(false)
  const { mutate, isPending } = useMutation({
    mutationFn: () => {
      const ids = { displayPhone: '', phoneNumberId: '', wabaId: '' }
      const secrets = { accessToken: null, appSecret: null }
      return saveSettings({ settings: { whatsapp: { provider: 'simulator', ...ids, ...secrets } } })
    },
    onSuccess: () => {
      toast.success(say('numberDisconnected'))
      onDone()
    },
    onError: (error) => toast.error(userMessage(error)),
    onSettled: () => setIsAsking(false),
  })
  return (
    <>
      <Button onClick={() => setIsAsking(true)}>{say('disconnect')}</Button>
      <ConfirmDialog
        isOpen={isAsking}
        title={say('disconnectQuestion')}
        confirmLabel={say('disconnect')}
        tone="danger"
        isBusy={isPending}
        onConfirm={mutate}
        onCancel={() => setIsAsking(false)}
      >
        <p>{say('disconnectMeans')}</p>
      </ConfirmDialog>
    </>
  )
}

const tones: Record<WhatsApp['status'], Tone> = {
  connected: 'success',
  connecting: 'info',
  degraded: 'warning',
  disconnected: 'danger',
  not_connected: 'neutral',
}

/** The health of the number: its state and the last inbound message. */
function ChannelHealth({ whatsapp }: { whatsapp: WhatsApp }) {
  const say = useWords()
  const { status, displayPhone, lastInboundAt } = whatsapp
  return (
    <dl className={styles['health']}>
      <div>
        <dt>{say('number')}</dt>
        <dd>
          <bdi dir="ltr">{displayPhone || '–'}</bdi>
        </dd>
      </div>
      <div>
        <dt>{say('state')}</dt>
        <dd>
          <Badge tone={tones[status]}>{say(status)}</Badge>
        </dd>
      </div>
      <div>
        <dt>{say('lastInbound')}</dt>
        <dd>{lastInboundAt === null ? say('none') : <RelativeTime at={lastInboundAt} />}</dd>
      </div>
    </dl>
  )
}

function LastTrouble({ whatsapp: { status, lastError } }: { whatsapp: WhatsApp }) {
  const say = useWords()
  if (lastError === null || status === 'connected') return null
  return (
    <Notice tone="danger" title={say('lastTrouble')}>
      <p>
        <bdi>{lastError.message}</bdi> <span>(</span>
        <RelativeTime at={lastError.at} />
        <span>)</span>
      </p>
    </Notice>
  )
}

/** Tests the saved number by a message to the owner. */
function useTestWhatsApp() {
  const { mutate, data, error, isPending } = useMutation({
    mutationFn: () => callApi(testWhatsAppCall, { body: {}, timeoutMs: 60_000 }),
    // The test may have changed the state of the number.
    onSettled: () => queryClient.invalidateQueries(profileQuery()),
  })
  const failure = error === null ? undefined : userMessage(error)
  return { run: mutate, isTesting: isPending, result: isPending ? undefined : data, failure }
}
