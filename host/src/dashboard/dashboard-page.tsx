import type { AuthStats } from '@errand/contract/auth'
import { trialTone } from '@errand/contract/billing/trial'
import { paths } from '@errand/contract/paths'
import type { RemoteWidget } from '@errand/contract/remote'
import { profileQuery } from '@errand/shared-auth'
import {
  ButtonLink,
  Card,
  Notice,
  Page,
  PageHeader,
  Progress,
  Skeleton,
  TextLink,
  TwoColumns,
  useDocumentTitle,
  useFormats,
  useSettings,
} from '@errand/shared-ui'
import { useQuery } from '@tanstack/react-query'
import { Check } from 'lucide-react'
import { useState } from 'react'

import { accountStatsQuery } from '../account/account.ts'
import { PartBoundary } from '../errors/part-boundary.tsx'
import { isCodeAtFault } from '../federation/load.tsx'
import { avoid } from '../federation/release.ts'
import type { Place, Remotes } from '../federation/remotes.ts'
import { localizedLabel } from '../shell/localized-label.ts'
import styles from './dashboard-page.module.css'
import { Figures } from './figures.tsx'
import { useWords } from './words/words.ts'

export { loadWords } from './words/words.ts'

/** The dashboard: chats that need the owner, remaining setup steps, and figures. */
export function DashboardPage({ remotes }: { remotes: Remotes }) {
  const say = useWords()
  useDocumentTitle(say('dashboard'))
  const { data: user } = useQuery(profileQuery())
  const { data: stats, isError: isLost, isFetching, refetch } = useQuery(accountStatsQuery())
  const name = user?.name ?? ''
  const isSetUp = stats !== undefined && Object.values(stats.setup).every(Boolean)
  const { places } = remotes
  const mainWidgets = places.filter(({ remote }) => remote.dashboard === 'main')
  const sideWidgets = places.filter(({ remote }) => remote.dashboard !== 'main')
  const main = (
    <>
      <Widgets places={mainWidgets} remotes={remotes} />
      <Figures />
    </>
  )
  return (
    <>
      <PageHeader
        title={name === '' ? say('dashboard') : say('hello', { name })}
        description={say('description')}
      />
      <Page>
        {stats !== undefined && <BalanceStrip stats={stats} />}
        {stats === undefined && isLost && (
          <Notice tone="danger" role="alert" isRetrying={isFetching} onRetry={() => void refetch()}>
            {say('accountLost')}
          </Notice>
        )}
        {isSetUp && !sideWidgets.some(({ remote }) => remote.widget !== undefined) ? (
          main
        ) : (
          <TwoColumns
            aside={
              <Page>
                {stats !== undefined && <SetupChecklist setup={stats.setup} />}
                <Widgets places={sideWidgets} remotes={remotes} />
              </Page>
            }
          >
            {main}
          </TwoColumns>
        )}
      </Page>
    </>
  )
}

/** What is left of the trial or the balance. */
function BalanceStrip({ stats: { trial, balance } }: { stats: AuthStats }) {
  const say = useWords()
  const formats = useFormats()
  const left = say('balance', {
    messages: balance.messagesLeft,
    amount: formats.money(balance.amountMinor, balance.currency),
  })
  const isEmpty = balance.amountMinor <= 0
  const { daysLeft: days, messagesLeft: messages } = trial
  const isFree = trial.active && messages > 0
  const tone = isFree
    ? trialTone({ days, messages, paid: balance.messagesLeft })
    : isEmpty
      ? 'danger'
      : 'info'
  return (
    <Notice
      tone={tone}
      actions={
        <ButtonLink size="small" to={paths.billing.summary}>
          {say('topUp')}
        </ButtonLink>
      }
    >
      {isFree
        ? `${say('trialLeft', { days })} ${say('trialFree', { messages })}`
        : isEmpty
          ? say('exhausted')
          : left}
    </Notice>
  )
}

const steps = [
  { of: 'firstJob', label: 'stepJob', why: 'stepJobWhy', to: paths.jobs.create },
  { of: 'firstTest', label: 'stepTest', why: 'stepTestWhy', to: paths.jobs.list },
  {
    of: 'whatsapp',
    label: 'stepWhatsApp',
    why: 'stepWhatsAppWhy',
    to: `${paths.settings}#whatsapp`,
  },
  { of: 'smtp', label: 'stepMail', why: 'stepMailWhy', to: `${paths.settings}#smtp` },
  { of: 'credit', label: 'stepCredit', why: 'stepCreditWhy', to: paths.billing.summary },
] as const

/** The setup steps of a new owner; gone once all are done. */
function SetupChecklist({ setup }: Pick<AuthStats, 'setup'>) {
  const say = useWords()
  const done = steps.filter((step) => setup[step.of]).length
  if (done === steps.length) return null
  const progress = say('stepsDone', { done, all: steps.length })
  return (
    <Card title={say('setUp')}>
      <Progress label={say('setUp')} value={done / steps.length} text={progress} />
      <ol className={styles['steps']}>
        {steps.map((step) => {
          const isDone = setup[step.of]
          return (
            <li key={step.of}>
              <span className={isDone ? styles['done'] : styles['open']}>
                {isDone && <Check size={14} strokeWidth={3} aria-label={say('done')} role="img" />}
              </span>
              <span>
                {isDone ? (
                  <span>{say(step.label)}</span>
                ) : (
                  <TextLink to={step.to}>{say(step.label)}</TextLink>
                )}
                {!isDone && <span className={styles['why']}>{say(step.why)}</span>}
              </span>
            </li>
          )
        })}
      </ol>
    </Card>
  )
}

/** The widgets of these remotes, each loaded and failing independently. */
function Widgets({ places, remotes }: { places: Place[]; remotes: Remotes }) {
  return places
    .filter(({ remote }) => remote.widget !== undefined)
    .map((place) => <RemoteWidget key={place.remote.app} {...{ place, remotes }} />)
}

function RemoteWidget({ place, remotes }: { place: Place; remotes: Remotes }) {
  const { remote } = place
  const say = useWords()
  const { locale } = useSettings()
  // Of widgets only: a broken widget says nothing about the pages of its release, which may be
  // open.
  const [broken, setBroken] = useState<string[]>([])
  const { data, isError } = useQuery({
    queryKey: ['widget', remote.app, remote.version, ...broken],
    queryFn: () => loadWidget(remotes, place, broken),
    staleTime: Infinity,
  })
  const label = localizedLabel(remote, locale)
  const failureNotice = <Notice tone="warning">{say('widgetLost', { label })}</Notice>
  if (isError) return failureNotice
  if (data === undefined) return <Skeleton rows={1} rowHeight={120} label={label} />
  const [release, Widget] = data
  const onError = (error: unknown) => {
    if (!isCodeAtFault(error)) return
    avoid(remote, [release])
    setBroken([...broken, release.version])
  }
  return (
    <PartBoundary key={release.version} fallback={failureNotice} onError={onError}>
      <Widget />
    </PartBoundary>
  )
}

/**
 * Loads the widget of the first release that has one and can be loaded; broken ones are skipped.
 */
async function loadWidget(remotes: Remotes, place: Place, broken: string[]) {
  const releases = remotes
    .releasesFor(place.remote)
    .filter(({ widget, version }) => widget !== undefined && !broken.includes(version))
  const loaded = await remotes.loadWithFallback(place.remote, releases, async (release) => {
    const { Widget } = (await remotes.load(release, 'widget')) as Partial<RemoteWidget>
    if (typeof Widget === 'function') return Widget
    throw new TypeError(`${release.globalName} has no widget`)
  })
  place.widget = loaded[0]
  return loaded
}
