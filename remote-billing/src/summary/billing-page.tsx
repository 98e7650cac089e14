import { profileQuery } from '@errand/shared-auth'
import { Badge, Card, EmptyState, PageHeader } from '@errand/shared-ui'
import { useQuery } from '@tanstack/react-query'

import styles from './billing-page.module.css'

/** What the assistant costs, before anything was paid. */
export function BillingPage() {
  return (
    <>
      <PageHeader title="Billing" description="What your assistant costs, in messages and money." />
      <div className={styles['sections']}>
        <Trial />
        <EmptyState
          title="Nothing to pay yet"
          description="Your balance, orders and invoices will appear here when your free trial ends."
        />
      </div>
    </>
  )
}

function Trial() {
  const { data: user } = useQuery(profileQuery())
  if (user === undefined) return null
  const { active, daysLeft, endsAt } = user.trial
  const date = new Intl.DateTimeFormat(undefined, { dateStyle: 'long' }).format(new Date(endsAt))
  return (
    <Card title="Free trial">
      <p className={styles['trial']}>
        <Badge tone={active ? 'success' : 'warning'}>{active ? 'Active' : 'Ended'}</Badge>
        {active ? (
          <span>
            {daysLeft} {daysLeft === 1 ? 'day' : 'days'} left, until{' '}
            <time dateTime={endsAt}>{date}</time>.
          </span>
        ) : (
          <span>
            It ended on <time dateTime={endsAt}>{date}</time>.
          </span>
        )}
      </p>
    </Card>
  )
}
