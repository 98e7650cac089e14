import { paths } from '@errand/contract/paths'
import type { RemoteRelease } from '@errand/contract/release'
import { LayoutDashboard, LogOut, Settings } from 'lucide-react'
import type { ReactNode } from 'react'
import { NavLink } from 'react-router-dom'

import { Icon } from './icon.tsx'
import styles from './main-navigation.module.css'
import { useSignOut } from './use-sign-out.ts'

const ownIcon = { size: 20, strokeWidth: 1.75, 'aria-hidden': true } as const

/** The ways through the product: the shell's own pages and every remote of the release set. */
export function MainNavigation({ remotes }: { remotes: RemoteRelease[] }) {
  return (
    <header className={styles['side']}>
      <p className={styles['brand']}>
        <span aria-hidden="true" />
        Errand
      </p>
      <nav aria-label="Main">
        <ul>
          <Entry to={paths.dashboard} label="Dashboard" icon={<LayoutDashboard {...ownIcon} />} />
          {inOrder(remotes).map(({ app, mount, label, icon }) => (
            <Entry key={app} to={mount} label={label} icon={<Icon data={icon} />} />
          ))}
          <Entry to={paths.settings} label="Settings" icon={<Settings {...ownIcon} />} />
        </ul>
      </nav>
      <SignOutButton />
    </header>
  )
}

const inOrder = (remotes: RemoteRelease[]) => remotes.toSorted((a, b) => a.order - b.order)

function Entry({ to, label, icon }: { to: string; label: string; icon: ReactNode }) {
  return (
    <li>
      <NavLink to={to} className={styles['link'] ?? ''}>
        {icon}
        <span>{label}</span>
      </NavLink>
    </li>
  )
}

function SignOutButton() {
  const { signOut, isSigningOut } = useSignOut()
  return (
    <button
      type="button"
      className={styles['leave']}
      aria-disabled={isSigningOut}
      onClick={isSigningOut ? undefined : signOut}
    >
      <LogOut {...ownIcon} />
      <span>Sign out</span>
    </button>
  )
}
