import type { AuthStats, User } from '@errand/contract/auth'
import { PageHeader } from '@errand/shared-ui'

import { BalanceStrip } from './balance-strip.tsx'
import styles from './path.module.css'
import { Path } from './path.tsx'
import { useWords } from './words/words.ts'

interface FirstDayProps {
  title: string
  stats: AuthStats
  user: User
}

/** Only the steps up to the first customer: there is nothing else to show yet. */
export function FirstDay({ title, stats, user }: FirstDayProps) {
  const say = useWords()
  const { active, daysLeft: days, messagesLeft: messages } = stats.trial
  return (
    <div className={styles['column']}>
      <PageHeader title={title} description={say('pathDescription')} />
      <Path stats={stats} user={user} />
      {active && messages > 0 ? (
        <p className={styles['free']}>{say('free', { days, messages })}</p>
      ) : (
        <BalanceStrip stats={stats} user={user} />
      )}
    </div>
  )
}
