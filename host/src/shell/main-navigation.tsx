import { paths } from '@errand/contract/paths'
import { productName } from '@errand/contract/product'
import type { RemoteRelease } from '@errand/contract/release'
import type { Icon as IconData, MountedRemote } from '@errand/contract/remote'
import { type Connection, profileQuery, useConnection } from '@errand/shared-auth'
import { Avatar, CountBadge, IconButton, Tooltip, classNames, useSettings } from '@errand/shared-ui'
import { useQuery } from '@tanstack/react-query'
import { LayoutDashboard, LogOut, Search, Settings } from 'lucide-react'
import { type ReactNode, createElement } from 'react'
import { NavLink } from 'react-router-dom'

import { accountStatsQuery } from '../account/account.ts'
import { displayKeys, openPalette } from '../palette/palette-state.ts'
import { listDestinations } from '../release/destinations.ts'
import { localizedLabel } from '../release/localized-label.ts'
import { useSignOut } from '../session/use-sign-out.ts'
import { useWords } from '../words/words.ts'
import styles from './main-navigation.module.css'

const iconProps = { size: 20, strokeWidth: 1.75, 'aria-hidden': true } as const

/** The main navigation: the shell's own pages and every remote of the release set. */
export function MainNavigation({ remotes }: { remotes: RemoteRelease[] }) {
  const say = useWords()
  const { locale } = useSettings()
  return (
    <header className={styles['side']}>
      <div className={styles['head']}>
        <p className={styles['brand']}>
          <span aria-hidden="true" />
          <span>{productName}</span>
        </p>
        <ConnectionState />
      </div>
      <SearchButton />
      <nav aria-label={say('main')}>
        <ul>
          <NavigationEntry
            to={paths.dashboard}
            label={say('dashboard')}
            icon={<LayoutDashboard {...iconProps} />}
          />
          {listDestinations(remotes).map(({ to, icon, badge, isExact, ...words }) => (
            <NavigationEntry
              key={to}
              to={to}
              label={localizedLabel(words, locale)}
              icon={<Icon data={icon} />}
              figure={badge}
              isExact={isExact}
            />
          ))}
          <NavigationEntry
            to={paths.settings}
            label={say('settings')}
            icon={<Settings {...iconProps} />}
          />
        </ul>
      </nav>
      <Account />
    </header>
  )
}

function SearchButton() {
  const say = useWords()
  return (
    <>
      <button type="button" className={styles['search']} onClick={openPalette}>
        <Search size={16} aria-hidden="true" />
        <span>{say('search')}</span>
        <kbd>{displayKeys('mod+k')}</kbd>
      </button>
      <span className={styles['searchSmall']}>
        <IconButton
          label={say('search')}
          icon={<Search size={20} strokeWidth={1.75} />}
          onClick={openPalette}
        />
      </span>
    </>
  )
}

function Account() {
  const say = useWords()
  const { data: user } = useQuery(profileQuery())
  const { signOut, isSigningOut } = useSignOut()
  return (
    <div className={styles['account']}>
      {user !== undefined && (
        <span className={styles['who']}>
          <Avatar name={user.name || user.phoneNumber} size="small" />
          <span className={styles['names']}>
            <bdi>{user.settings.business.name || user.name || user.phoneNumber}</bdi>
            {user.name !== '' && <bdi dir="ltr">{user.phoneNumber}</bdi>}
          </span>
        </span>
      )}
      <IconButton
        label={say('signOut')}
        isBusy={isSigningOut}
        icon={<LogOut size={18} strokeWidth={1.75} />}
        onClick={signOut}
      />
    </div>
  )
}

interface NavigationEntryProps {
  to: string
  label: string
  icon: ReactNode
  /** The figure of the account that is shown beside it. */
  figure?: MountedRemote['badge']
  /** Whether pages below it have entries of their own. */
  isExact?: boolean
}

/** One entry of the navigation. */
function NavigationEntry({ to, label, icon, figure, isExact = false }: NavigationEntryProps) {
  return (
    <li>
      <NavLink to={to} end={isExact} className={styles['link'] ?? ''}>
        {icon}
        <span className={styles['label']}>{label}</span>
        {figure !== undefined && <FigureBadge figure={figure} />}
      </NavLink>
    </li>
  )
}

function FigureBadge({ figure }: { figure: NonNullable<MountedRemote['badge']> }) {
  const say = useWords()
  const { data } = useQuery(accountStatsQuery())
  if (data === undefined) return null
  const isUnread = figure === 'messages.unread'
  const count = isUnread ? data.messages.unread : data.sessions.needsYou
  return <CountBadge count={count} label={say(isUnread ? 'unread' : 'needYou', { count })} />
}

const hints = {
  live: 'liveHint',
  connecting: 'connectingHint',
  polling: 'pollingHint',
  offline: 'offlineHint',
} as const satisfies Record<Connection, string>

/** The connection to live updates, as a dot and a word. */
function ConnectionState() {
  const connection = useConnection()
  const say = useWords()
  return (
    <Tooltip text={say(hints[connection])}>
      <button type="button" className={styles['state']}>
        <span className={classNames(styles['dot'], styles[connection])} aria-hidden="true" />
        <span>{say(connection)}</span>
      </button>
    </Tooltip>
  )
}

/** Shapes and geometry only: the data of a release must not run or load anything. */
const shapes = new Set(['path', 'circle', 'rect', 'line', 'polyline', 'polygon', 'ellipse'])
const geometry = new Set('d cx cy r rx ry x y x1 x2 y1 y2 width height points'.split(' '))

/** Draws an icon from the data of a remote's release. */
function Icon({ data }: { data: IconData }) {
  return (
    <svg
      width="20"
      height="20"
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.75"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      {data
        .filter(([shape]) => shapes.has(shape))
        .map(([shape, attributes]) =>
          createElement(shape, { key: JSON.stringify(attributes), ...onlyGeometry(attributes) }),
        )}
    </svg>
  )
}

const onlyGeometry = (attributes: Record<string, string>) =>
  Object.fromEntries(Object.entries(attributes).filter(([name]) => geometry.has(name)))
