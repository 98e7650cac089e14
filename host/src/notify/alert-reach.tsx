import {
  type AlertDevice,
  type AlertsResponse,
  testAlertCall,
  type TestAlertResponse,
} from '@errand/contract/alerts'
import type { User } from '@errand/contract/auth'
import { paths } from '@errand/contract/paths'
import { callApi, queryClient, userMessage } from '@errand/shared-auth'
import {
  Badge,
  Button,
  ButtonLink,
  Card,
  IconButton,
  List,
  ListRow,
  Notice,
  RelativeTime,
  Skeleton,
  Switch,
  useFormats,
} from '@errand/shared-ui'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Bell, Mail, X } from 'lucide-react'
import toast from 'react-hot-toast'

import styles from './alert-reach.module.css'
import { alertsQuery, removeDevice } from './alerts.ts'
import { showNotification } from './desktop.ts'
import { type ThisDevice, useThisDevice } from './use-this-device.ts'
import { useWords } from './words/words.ts'

/** Whether alerts reach the owner, on which devices, and a test. */
export function AlertReach({ user }: { user: User }) {
  const say = useWords()
  const { data: alerts, isError, isFetching, refetch } = useQuery(alertsQuery())
  return (
    <Card title={say('notifications')} description={say('notificationsHint')}>
      {alerts !== undefined ? (
        <Reach user={user} alerts={alerts} />
      ) : isError ? (
        <Notice tone="danger" role="alert" isRetrying={isFetching} onRetry={() => void refetch()}>
          {say('alertsLost')}
        </Notice>
      ) : (
        <Skeleton rows={2} label={say('loading')} />
      )}
    </Card>
  )
}

interface ReachProps {
  user: User
  alerts: AlertsResponse
}

const hints = {
  push: 'thisDeviceHint',
  open: 'thisDeviceOpen',
  'home-screen': 'thisDeviceHome',
  none: 'thisDeviceNone',
} as const

function Reach({ user, alerts }: ReachProps) {
  const say = useWords()
  const device = useThisDevice(user, alerts)
  return (
    <>
      <ReachState {...{ user, alerts, device }} />
      <Switch
        label={say('thisDevice')}
        hint={say(hints[device.support])}
        checked={device.isOn}
        disabled={device.support === 'home-screen' || device.support === 'none'}
        aria-busy={device.isBusy}
        onChange={({ target }) => !device.isBusy && device.turn(target.checked)}
      />
      {device.isRefused && (
        <Notice tone="warning" role="alert">
          {say('refused')}
        </Notice>
      )}
      {alerts.devices.length > 0 && <Devices devices={alerts.devices} device={device} />}
      <AlertTest {...{ alerts, device }} />
    </>
  )
}

interface ReachStateProps extends ReachProps {
  device: ThisDevice
}

/** One line: where alerts arrive, or what to do because they arrive nowhere. */
function ReachState({ user, alerts, device }: ReachStateProps) {
  const say = useWords()
  const formats = useFormats()
  const { notifications } = user.settings
  const isChosen = (choices: Record<string, boolean>) => Object.values(choices).includes(true)
  const reached = alerts.devices.filter(({ isFailing }) => !isFailing)
  const working = isChosen(notifications.push) ? reached : []
  const others = working.filter(({ id }) => id !== device.id).length
  const isHere = working.length > others
  const isByEmail = alerts.email.sender !== 'none' && isChosen(notifications.email)
  const where = [
    isHere && say('reachHere'),
    others > 0 && say('reachOthers', { count: others }),
    isByEmail && say('reachEmail'),
    device.isOn && !isHere && isChosen(notifications.push) && say('reachOpen'),
  ].filter((place) => place !== false)
  if (where.length > 0) {
    return <Notice tone="success">{say('reach', { where: formats.list(where) })}</Notice>
  }
  const hasWay = reached.length > 0 || device.isOn || alerts.email.sender !== 'none'
  if (hasWay) return <Notice tone="warning">{say('reachNoneChosen')}</Notice>
  const hasAddress = alerts.email.address !== ''
  return (
    <Notice
      tone="warning"
      actions={
        device.canAsk ? (
          <Button size="small" isBusy={device.isBusy} onClick={() => device.turn(true)}>
            {say('allow')}
          </Button>
        ) : (
          <ButtonLink size="small" to={`${paths.settings}#${hasAddress ? 'smtp' : 'profile'}`}>
            {say(hasAddress ? 'setUpEmail' : 'addEmail')}
          </ButtonLink>
        )
      }
    >
      {say(hasAddress ? 'reachNoServer' : 'reachNone')}
    </Notice>
  )
}

function Devices({ devices, device }: { devices: AlertDevice[]; device: ThisDevice }) {
  const say = useWords()
  const { mutate } = useMutation({
    mutationFn: removeDevice,
    onError: (error) => toast.error(userMessage(error)),
    onSettled: () => queryClient.invalidateQueries(alertsQuery()),
  })
  const remove = (id: string) => (id === device.id ? device.turn(false) : mutate(id))
  return (
    <List label={say('devices')}>
      {devices.map(({ id, label, lastSentAt, isFailing }) => (
        <ListRow
          key={id}
          title={<bdi>{label}</bdi>}
          description={
            lastSentAt === null ? (
              say('noAlertYet')
            ) : (
              <>
                <span>{say('lastAlert')}</span> <RelativeTime at={lastSentAt} />
              </>
            )
          }
          end={
            <>
              {id === device.id && <Badge>{say('isThisDevice')}</Badge>}
              {isFailing && <Badge tone="warning">{say('isFailing')}</Badge>}
              <IconButton
                label={say('removeDevice', { label })}
                icon={<X size={16} aria-hidden="true" />}
                onClick={() => remove(id)}
              />
            </>
          }
        />
      ))}
    </List>
  )
}

/** Buttons that send a test, and what came of it. */
function AlertTest({ alerts, device }: Pick<ReachStateProps, 'alerts' | 'device'>) {
  const say = useWords()
  const { devices, email } = alerts
  const test = useMutation({
    mutationFn: async (via: 'push' | 'email') => {
      if (via === 'email' || devices.length > 0) return callApi(testAlertCall, { body: { via } })
      const shown = { title: say('testTitle'), body: say('testBody'), tag: 'test' }
      return (await showNotification(shown)) ? { ok: true } : { ok: false, message: say('refused') }
    },
    onSettled: () => queryClient.invalidateQueries(alertsQuery()),
  })
  const canPush = devices.length > 0 || device.isOn
  const canEmail = email.sender !== 'none'
  if (!canPush && !canEmail) return null
  const button = (via: 'push' | 'email', Icon: typeof Bell) => (
    <Button
      size="small"
      icon={<Icon size={16} aria-hidden="true" />}
      isBusy={test.isPending && test.variables === via}
      onClick={() => test.mutate(via)}
    >
      {say(via === 'push' ? 'tryPush' : 'tryEmail')}
    </Button>
  )
  return (
    <>
      <div role="group" aria-label={say('tryAlert')} className={styles['test']}>
        <span aria-hidden="true">{say('tryAlert')}</span>
        {canPush && button('push', Bell)}
        {canEmail && button('email', Mail)}
      </div>
      <TestOutcome
        result={test.data}
        failure={test.error === null ? undefined : userMessage(test.error)}
        success={
          test.variables === 'email'
            ? say('testEmailed', { address: email.address })
            : say('testPushed')
        }
      />
    </>
  )
}

interface TestOutcomeProps {
  result: TestAlertResponse | undefined
  /** Why there is no answer. */
  failure: string | undefined
  success: string
}

function TestOutcome({ result, failure, success }: TestOutcomeProps) {
  const say = useWords()
  if (failure === undefined && result === undefined) return null
  if (result?.ok === true) {
    return (
      <Notice tone="success" role="status">
        {success}
      </Notice>
    )
  }
  const reason =
    failure ?? ([result?.message, result?.hint].filter(Boolean).join(' ') || say('testLost'))
  return (
    <Notice tone="danger" role="alert">
      {reason}
    </Notice>
  )
}
