import type { AuthStats, User } from '@errand/contract/auth'
import { paths } from '@errand/contract/paths'
import type { RemoteWidget } from '@errand/contract/remote'
import { profileQuery } from '@errand/shared-auth'
import {
  Notice,
  Page,
  PageHeader,
  Skeleton,
  TextLink,
  TwoColumns,
  useDocumentTitle,
  useSettings,
} from '@errand/shared-ui'
import { useQuery, type UseQueryResult } from '@tanstack/react-query'
import { CalendarDays } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'

import { accountStatsQuery } from '../account/account.ts'
import { PartBoundary } from '../errors/part-boundary.tsx'
import { isCodeAtFault } from '../errors/remote-load-error.ts'
import type { Place, Remotes } from '../federation/remotes.ts'
import { localizedLabel } from '../release/localized-label.ts'
import { avoid } from '../release/release.ts'
import { BalanceStrip } from './balance-strip.tsx'
import styles from './dashboard-page.module.css'
import { Figures } from './figures.tsx'
import { listRemaining, RemainingSetup } from './remaining-setup.tsx'
import { useWords } from './words/words.ts'

export { loadWords } from './words/words.ts'

// Owners with customers never load it.
const FirstDay = lazy(async () => ({ default: (await import('./first-day.tsx')).FirstDay }))

// After the page itself: only owners whom nothing reaches see any of it.
const NoAlertNotice = lazy(async () => {
  const { NoAlertNotice: Content, loadWords } = await import(
    /* webpackChunkName: "notices" */ '../notify/no-alert-notice.tsx'
  )
  await loadWords().catch(() => undefined)
  return { default: Content }
})

/** The dashboard: the first steps, and once a customer wrote, what needs the owner and figures. */
export function DashboardPage({ remotes }: { remotes: Remotes }) {
  const say = useWords()
  useDocumentTitle(say('dashboard'))
  const { data: user } = useQuery(profileQuery())
  const account = useQuery(accountStatsQuery())
  const { data: stats } = account
  const name = user?.name ?? ''
  const title = name === '' ? say('welcome') : say('hello', { name })
  const loading = (
    <>
      <PageHeader title={title} />
      <Skeleton rows={5} rowHeight={56} label={say('loading')} />
    </>
  )
  if (!account.isFetched) return loading
  if (stats?.setup.firstCustomer === false && user !== undefined) {
    return (
      <Suspense fallback={loading}>
        <FirstDay {...{ title, stats, user }} />
      </Suspense>
    )
  }
  return <EveryDay {...{ title, account, user, remotes }} />
}

interface EveryDayProps {
  title: string
  account: UseQueryResult<AuthStats>
  user: User | undefined
  remotes: Remotes
}

/** Chats that need the owner, then figures, with what is left to set up and widgets beside. */
function EveryDay({ title, account, user, remotes }: EveryDayProps) {
  const say = useWords()
  const { data: stats, isFetching, refetch } = account
  const { places } = remotes
  const mainWidgets = places.filter(({ remote }) => remote.dashboard === 'main')
  const sideWidgets = places.filter(({ remote }) => remote.dashboard !== 'main')
  const remaining = stats && user ? listRemaining(stats, user) : []
  const main = (
    <>
      {stats?.bookings !== undefined && <BookingsAhead {...stats.bookings} />}
      <Widgets places={mainWidgets} remotes={remotes} />
      <Figures />
    </>
  )
  const hasAside = remaining.length > 0 || sideWidgets.some(({ remote }) => remote.widget)
  return (
    <>
      <PageHeader title={title} description={say('description')} />
      <Page>
        {stats === undefined ? (
          <Notice tone="danger" role="alert" isRetrying={isFetching} onRetry={() => void refetch()}>
            {say('accountLost')}
          </Notice>
        ) : (
          <BalanceStrip stats={stats} user={user} />
        )}
        {stats?.setup.whatsapp === true && user !== undefined && (
          <PartBoundary fallback={null}>
            <Suspense>
              <NoAlertNotice user={user} />
            </Suspense>
          </PartBoundary>
        )}
        {hasAside ? (
          <TwoColumns
            aside={
              <Page>
                {remaining.length > 0 && <RemainingSetup steps={remaining} />}
                <Widgets places={sideWidgets} remotes={remotes} />
              </Page>
            }
          >
            {main}
          </TwoColumns>
        ) : (
          main
        )}
      </Page>
    </>
  )
}

/** What is booked next, one click away; nothing where nothing is. */
function BookingsAhead({ today, tomorrow }: NonNullable<AuthStats['bookings']>) {
  const say = useWords()
  if (today + tomorrow === 0) return null
  return (
    <p className={styles['ahead']}>
      <CalendarDays size={16} strokeWidth={1.75} aria-hidden="true" />
      <TextLink to={paths.chats.bookings}>{say('bookingsAhead', { today, tomorrow })}</TextLink>
    </p>
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
