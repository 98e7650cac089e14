import type { RemotePlace } from '@errand/contract/remote'
import { CountBadge } from '@errand/shared-ui'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { NavLink } from 'react-router-dom'

import { accountStatsQuery } from '../account/account.queries.ts'
import styles from './main-navigation.module.css'
import { useWords } from './words/words.ts'

interface NavigationEntryProps {
  to: string
  label: string
  icon: ReactNode
  /** The figure of the account that is shown beside it. */
  figure?: RemotePlace['badge']
}

/** One way through the product. */
export function NavigationEntry({ to, label, icon, figure }: NavigationEntryProps) {
  return (
    <li>
      <NavLink to={to} className={styles['link'] ?? ''}>
        {icon}
        <span className={styles['label']}>{label}</span>
        {figure !== undefined && <FigureBadge figure={figure} />}
      </NavLink>
    </li>
  )
}

function FigureBadge({ figure }: { figure: NonNullable<RemotePlace['badge']> }) {
  const say = useWords()
  const { data } = useQuery(accountStatsQuery())
  if (data === undefined) return null
  const isUnread = figure === 'messages.unread'
  const count = isUnread ? data.messages.unread : data.sessions.needsYou
  return <CountBadge count={count} label={say(isUnread ? 'unread' : 'needYou', { count })} />
}
