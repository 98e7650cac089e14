import type { User } from '@errand/contract/auth'
import type { JobList } from '@errand/contract/jobs'
import { paths } from '@errand/contract/paths'
import { Card } from '@errand/shared-ui'
import { Check } from 'lucide-react'
import { Link } from 'react-router-dom'

import styles from './dashboard-page.module.css'

interface SetupChecklistProps {
  user: User
  totals: JobList['totals']
}

interface Step {
  label: string
  why: string
  to: string
  isDone: boolean
}

/** The first steps of a new owner; gone once all are done. */
export function SetupChecklist({ user, totals }: SetupChecklistProps) {
  const steps = stepsOf(user, totals)
  const doneCount = steps.filter(({ isDone }) => isDone).length
  if (doneCount === steps.length) return null
  return (
    <Card title="Getting started">
      <p className={styles['progress']}>
        {doneCount} of {steps.length} done
      </p>
      <ol className={styles['steps']}>
        {steps.map((step) => (
          <StepRow key={step.label} {...step} />
        ))}
      </ol>
    </Card>
  )
}

function StepRow({ label, why, to, isDone }: Step) {
  return (
    <li>
      <span className={isDone ? styles['done'] : styles['open']}>
        {isDone && <Check size={14} strokeWidth={3} aria-label="Done" role="img" />}
      </span>
      <span>
        {isDone ? label : <Link to={to}>{label}</Link>}
        {!isDone && <span className={styles['why']}>{why}</span>}
      </span>
    </li>
  )
}

function stepsOf(user: User, totals: JobList['totals']): Step[] {
  return [
    {
      label: 'Tell us your name',
      why: 'So that we know how to call you.',
      to: paths.settings,
      isDone: user.name !== '',
    },
    {
      label: 'Write your first job',
      why: 'What the assistant should do, and which answers it collects.',
      to: paths.jobs.create,
      isDone: Object.values(totals).some((count) => count > 0),
    },
    {
      label: 'Switch a job on',
      why: 'Only active jobs answer customers.',
      to: paths.jobs.list,
      isDone: totals.active > 0,
    },
  ]
}
