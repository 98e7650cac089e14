import type { Job } from '@errand/contract/jobs'
import { Button } from '@errand/shared-ui'

import { toJobInput, type JobFormValues } from './job-form-values.ts'
import styles from './job-form.module.css'

const labels = {
  name: 'Name',
  description: 'Description',
  status: 'Status',
  language: 'Language',
  tone: 'Tone',
  instructions: 'Instructions',
  greeting: 'Greeting',
  completionMessage: 'Message when all is answered',
  fallbackMessage: 'Message when it does not understand',
  handoffMessage: 'Message when you take over',
  fields: 'Fields',
} as const

interface ConflictNoticeProps {
  theirs: Job
  mine: JobFormValues
  onKeepMine: () => void
  onTakeTheirs: () => void
}

/** Shows where a copy saved elsewhere differs from what is written here; nothing is lost unasked. */
export function ConflictNotice({ theirs, mine, onKeepMine, onTakeTheirs }: ConflictNoticeProps) {
  const rows = differences(theirs, mine)
  return (
    <div role="alert" className={styles['conflict']}>
      <h2>This job was saved elsewhere meanwhile</h2>
      <table>
        <thead>
          <tr>
            <th scope="col">What differs</th>
            <th scope="col">Saved elsewhere</th>
            <th scope="col">Here</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ label, saved, here }) => (
            <tr key={label}>
              <th scope="row">{label}</th>
              <td dir="auto">{saved}</td>
              <td dir="auto">{here}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <div className={styles['choices']}>
        <Button variant="primary" onClick={onKeepMine}>
          Keep mine
        </Button>
        <Button onClick={onTakeTheirs}>Load theirs</Button>
      </div>
    </div>
  )
}

function differences(theirs: Job, mine: JobFormValues) {
  const input = toJobInput(mine)
  return Object.entries(labels).flatMap(([name, label]) => {
    const key = name as keyof typeof labels
    const [saved, here] = [text(theirs[key]), text(input[key])]
    return saved === here ? [] : [{ label, saved, here }]
  })
}

function text(value: string | readonly { label: string }[] | undefined): string {
  if (value === undefined || value === '') return 'empty'
  if (typeof value === 'string') return value
  return value.map(({ label }) => label).join(', ') || 'none'
}
