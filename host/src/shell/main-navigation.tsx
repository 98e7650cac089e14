import { paths } from '@errand/contract/paths'
import { productName } from '@errand/contract/product'
import type { RemoteRelease } from '@errand/contract/release'
import { profileQuery } from '@errand/shared-auth'
import { Avatar, IconButton, useSettings } from '@errand/shared-ui'
import { useQuery } from '@tanstack/react-query'
import { LayoutDashboard, LogOut, Search, Settings } from 'lucide-react'

import { openPalette } from '../palette/palette-state.ts'
import { keysOf } from '../palette/written-keys.ts'
import { ConnectionState } from './connection-state.tsx'
import { Icon } from './icon.tsx'
import styles from './main-navigation.module.css'
import { NavigationEntry } from './navigation-entry.tsx'
import { spoken } from './spoken.ts'
import { useSignOut } from './use-sign-out.ts'
import { useWords } from './words/words.ts'

const ownIcon = { size: 20, strokeWidth: 1.75, 'aria-hidden': true } as const

/** The ways through the product: the shell's own pages and every remote of the release set. */
export function MainNavigation({ remotes }: { remotes: RemoteRelease[] }) {
  const say = useWords()
  const { locale } = useSettings()
  return (
    <header className={styles['side']}>
      <div className={styles['head']}>
        <p className={styles['brand']}>
          <span aria-hidden="true" />
          {productName}
        </p>
        <ConnectionState />
      </div>
      <SearchButton />
      <nav aria-label={say('main')}>
        <ul>
          <NavigationEntry
            to={paths.dashboard}
            label={say('dashboard')}
            icon={<LayoutDashboard {...ownIcon} />}
          />
          {inOrder(remotes).map(({ app, mount, icon, badge, ...words }) => (
            <NavigationEntry
              key={app}
              to={mount}
              label={spoken(words, locale)}
              icon={<Icon data={icon} />}
              figure={badge}
            />
          ))}
          <NavigationEntry
            to={paths.settings}
            label={say('settings')}
            icon={<Settings {...ownIcon} />}
          />
        </ul>
      </nav>
      <Account />
    </header>
  )
}

/** In the order of the navigation. */
export const inOrder = (remotes: RemoteRelease[]): RemoteRelease[] =>
  remotes.toSorted((a, b) => a.order - b.order)

function SearchButton() {
  const say = useWords()
  return (
    <>
      <button type="button" className={styles['search']} onClick={openPalette}>
        <Search size={16} aria-hidden="true" />
        <span>{say('search')}</span>
        <kbd>{keysOf('mod+k')}</kbd>
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
