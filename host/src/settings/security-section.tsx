import { paths } from '@errand/contract/paths'
import { endOtherSignInsCall, type SignIn } from '@errand/contract/sign-ins'
import { callApi, queryClient, userMessage } from '@errand/shared-auth'
import {
  Badge,
  Button,
  Card,
  ConfirmDialog,
  List,
  ListRow,
  Notice,
  RelativeTime,
  Skeleton,
  TextLink,
  useFormats,
  useNow,
} from '@errand/shared-ui'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Monitor, Smartphone } from 'lucide-react'
import { useState } from 'react'

import { endSignIn, signInsQuery } from '../account/sign-ins.ts'
import { useSignOut } from '../session/use-sign-out.ts'
import styles from './security-section.module.css'
import { useWords } from './words/words.ts'

/** On which devices the owner is signed in, and how that is ended. */
export function SecuritySection() {
  const say = useWords()
  const { data: signIns, isError, isFetching, refetch } = useQuery(signInsQuery())
  return (
    <Card
      title={say('devices')}
      description={
        <>
          <span>{say('devicesHint')}</span>{' '}
          <TextLink to={`${paths.settings}#activity`}>{say('seeActivity')}</TextLink>
        </>
      }
    >
      {signIns !== undefined ? (
        <Devices signIns={signIns} />
      ) : isError ? (
        <Notice tone="danger" role="alert" isRetrying={isFetching} onRetry={() => void refetch()}>
          {say('devicesLost')}
        </Notice>
      ) : (
        <Skeleton rows={2} label={say('loadingDevices')} />
      )}
    </Card>
  )
}

/** One device, or all but this one. */
type Target = SignIn | 'others'

function Devices({ signIns }: { signIns: SignIn[] }) {
  const say = useWords()
  const nameOf = useDeviceName()
  const [asked, setAsked] = useState<Target>()
  const { mutate, error } = useEndSignIns()
  const hasOthers = signIns.some(({ isCurrent }) => !isCurrent)
  const isAboutOthers = asked === 'others'
  const confirm = () => {
    if (asked !== undefined) mutate(asked)
    setAsked(undefined)
  }
  return (
    <>
      <List label={say('devices')}>
        {signIns.map((signIn) => (
          <Device key={signIn.id} signIn={signIn} onEnd={() => setAsked(signIn)} />
        ))}
      </List>
      {error !== null && (
        <Notice tone="danger" role="alert">
          {say('stillSignedIn', { reason: userMessage(error) })}
        </Notice>
      )}
      {hasOthers ? (
        <div>
          <Button onClick={() => setAsked('others')}>{say('signOutOthers')}</Button>
        </div>
      ) : (
        <p>{say('onlyThisDevice')}</p>
      )}
      <ConfirmDialog
        isOpen={asked !== undefined}
        title={
          asked === undefined || isAboutOthers
            ? say('signOutOthersQuestion')
            : say('signOutQuestion', { device: nameOf(asked) })
        }
        confirmLabel={say('signOut')}
        onConfirm={confirm}
        onCancel={() => setAsked(undefined)}
      >
        <p>{say(isAboutOthers ? 'signOutOthersMeans' : 'signOutMeans')}</p>
      </ConfirmDialog>
    </>
  )
}

/** What was ended disappears at once, and is there again if that fails. */
function useEndSignIns() {
  const { queryKey } = signInsQuery()
  return useMutation({
    mutationFn: async (target: Target) => {
      if (target === 'others') await callApi(endOtherSignInsCall)
      else await endSignIn(target.id)
    },
    onMutate: async (target) => {
      await queryClient.cancelQueries({ queryKey })
      const before = queryClient.getQueryData(queryKey)
      const isLeft = ({ id, isCurrent }: SignIn) =>
        target === 'others' ? isCurrent : id !== target.id
      queryClient.setQueryData(queryKey, before?.filter(isLeft))
      return before
    },
    onError: (_error, _target, before) => queryClient.setQueryData(queryKey, before),
    onSettled: () => queryClient.invalidateQueries({ queryKey }),
  })
}

function useDeviceName(): (signIn: SignIn) => string {
  const say = useWords()
  return ({ device }) => device || say('unknownDevice')
}

const phones = /Android|iPhone|iPad/
/** The api notes uses with this exactness. */
const exactnessMs = 5 * 60_000

function Device({ signIn, onEnd }: { signIn: SignIn; onEnd: () => void }) {
  const say = useWords()
  const formats = useFormats()
  const now = useNow()
  const name = useDeviceName()(signIn)
  const { signOut, isSigningOut } = useSignOut()
  const { device, isCurrent, lastUsedAt, signedInAt, address } = signIn
  const Icon = phones.test(device) ? Smartphone : Monitor
  const isActive = isCurrent || now - Date.parse(lastUsedAt) < exactnessMs
  return (
    <ListRow
      start={<Icon size={20} strokeWidth={1.75} aria-hidden="true" />}
      title={
        <>
          <bdi>{name}</bdi> {isCurrent && <Badge>{say('isThisDevice')}</Badge>}
        </>
      }
      description={
        <span className={styles['facts']}>
          {isActive ? (
            <span>{say('activeNow')}</span>
          ) : (
            <span>
              <span>{say('lastUsed')}</span> <RelativeTime at={lastUsedAt} />
            </span>
          )}
          <span>{say('signedIn', { date: formats.date(signedInAt) })}</span>
          {address !== '' && <bdi dir="ltr">{address}</bdi>}
        </span>
      }
      end={
        <Button
          size="small"
          isBusy={isSigningOut}
          aria-label={isCurrent ? say('signOutThis') : say('signOutDevice', { device: name })}
          onClick={isCurrent ? signOut : onEnd}
        >
          {say('signOut')}
        </Button>
      }
    />
  )
}
