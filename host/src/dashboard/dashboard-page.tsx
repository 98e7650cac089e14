import { profileQuery, userMessage } from '@errand/shared-auth'
import { Card, ErrorState, PageHeader, Skeleton } from '@errand/shared-ui'
import { useQuery } from '@tanstack/react-query'

import { useDocumentTitle } from '../shell/use-document-title.ts'
import styles from './dashboard-page.module.css'
import { jobTotalsQuery } from './dashboard.queries.ts'
import { JobTiles } from './job-tiles.tsx'
import { SetupChecklist } from './setup-checklist.tsx'

/** Where an owner lands: what is left to set up, and how the jobs stand. */
export function DashboardPage() {
  useDocumentTitle('Dashboard')
  const { data: user } = useQuery(profileQuery())
  const name = user?.name === undefined || user.name === '' ? undefined : user.name
  return (
    <>
      <PageHeader
        title={name === undefined ? 'Dashboard' : `Hello, ${name}`}
        description="What your assistant is doing, and what needs you."
      />
      <Overview />
    </>
  )
}

function Overview() {
  const profile = useQuery(profileQuery())
  const totals = useQuery(jobTotalsQuery())
  if (totals.isError) {
    return (
      <ErrorState
        title={userMessage(totals.error)}
        detail="Your jobs and chats are safe."
        isRetrying={totals.isFetching}
        onRetry={() => void totals.refetch()}
      />
    )
  }
  if (totals.data === undefined) return <Skeleton rows={2} label="Loading your dashboard" />
  return (
    <div className={styles['grid']}>
      {profile.data !== undefined && <SetupChecklist user={profile.data} totals={totals.data} />}
      <div className={styles['facts']}>
        <Card title="Jobs">
          <JobTiles totals={totals.data} />
        </Card>
        {profile.data !== undefined && <Trial daysLeft={profile.data.trial.daysLeft} />}
      </div>
    </div>
  )
}

function Trial({ daysLeft }: { daysLeft: number }) {
  return (
    <Card title="Free trial">
      <p>
        {daysLeft === 0
          ? 'Your free trial has ended.'
          : `${daysLeft} ${daysLeft === 1 ? 'day' : 'days'} left. Messages cost nothing until then.`}
      </p>
    </Card>
  )
}
