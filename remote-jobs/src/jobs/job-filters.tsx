import { SelectField, TextField } from '@errand/shared-ui'
import { useSearchParams } from 'react-router-dom'

import { readJobFilter, writeJobFilter, type JobFilter } from './job-filter.ts'
import { statusLabel } from './job-status.tsx'
import styles from './jobs-page.module.css'

const choices = ['active', 'paused', 'draft', 'archived'] as const

/** What the list is narrowed to. */
export function JobFilters() {
  const [parameters, setParameters] = useSearchParams()
  const filter = readJobFilter(parameters)
  const change = (part: Partial<JobFilter>) =>
    setParameters(writeJobFilter({ ...filter, ...part }), { replace: true })
  return (
    <search className={styles['filters']}>
      <TextField
        label="Search jobs"
        type="search"
        defaultValue={filter.q}
        onChange={(event) => change({ q: event.target.value })}
      />
      <SelectField
        label="Status"
        value={filter.status}
        onChange={(event) =>
          change(readJobFilter(new URLSearchParams({ ...filter, status: event.target.value })))
        }
      >
        <option value="">All but deleted</option>
        {choices.map((status) => (
          <option key={status} value={status}>
            {statusLabel(status)}
          </option>
        ))}
      </SelectField>
    </search>
  )
}
