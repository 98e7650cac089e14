import type { JobList } from '@errand/contract/jobs'
import { paths } from '@errand/contract/paths'
import { Link } from 'react-router-dom'

import styles from './dashboard-page.module.css'

const tiles = [
  ['active', 'Active'],
  ['paused', 'Paused'],
  ['draft', 'Drafts'],
] as const

/** How many jobs stand where; each number leads to them. */
export function JobTiles({ totals }: { totals: JobList['totals'] }) {
  return (
    <ul className={styles['tiles']}>
      {tiles.map(([status, label]) => (
        <li key={status}>
          <Link to={`${paths.jobs.list}?status=${status}`}>
            <strong>{totals[status]}</strong>
            <span>{label}</span>
          </Link>
        </li>
      ))}
    </ul>
  )
}
