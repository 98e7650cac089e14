import type { User } from '@errand/contract/auth'
import type { JobList } from '@errand/contract/jobs'
import { paths } from '@errand/contract/paths'
import { Badge, Card } from '@errand/shared-ui'
import { Link } from 'react-router-dom'

import styles from './dashboard-page.module.css'

interface SetupChecklistProps {
  user: User
  totals: JobList['totals']
}

/** The first steps of a new owner; gone once all are done. */
export function SetupChecklist({ user, totals }: SetupChecklistProps) {
  const steps = [
    { label: 'Tell us your name', to: paths.settings, isDone: user.name !== '' },
    {
      label: 'Write your first job',
      to: paths.jobs.create,
      isDone: Object.values(totals).some((count) => count > 0),
    },
    {
      label: 'Switch a job on',
      to: paths.jobs.list,
      isDone: totals.active > 0,
    },
  ]
  if (steps.every(({ isDone }) => isDone)) return null
  return (
    <Card title="Getting started">
      <ol className={styles['steps']}>
        {steps.map(({ label, to, isDone }) => (
          <li key={label}>
            {isDone ? <span>{label}</span> : <Link to={to}>{label}</Link>}
            <Badge tone={isDone ? 'success' : 'neutral'}>{isDone ? 'Done' : 'To do'}</Badge>
          </li>
        ))}
      </ol>
    </Card>
  )
}
