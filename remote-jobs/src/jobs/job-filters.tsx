import { SelectField, TextField } from '@errand/shared-ui'
import { useEffect, useRef } from 'react'
import { useSearchParams } from 'react-router-dom'

import { readJobFilter, writeJobFilter, type JobFilter } from './job-filter.ts'
import { statusLabel } from './job-status.tsx'
import styles from './jobs-page.module.css'

const choices = ['active', 'paused', 'draft', 'archived'] as const

/** What the list is narrowed to. */
export function JobFilters() {
  const [parameters, setParameters] = useSearchParams()
  const filter = readJobFilter(parameters)
  const search = useRef<HTMLInputElement>(null)
  // Cleared filters and the browser's back button; while it is typed in, the box has the last word.
  useEffect(() => {
    const box = search.current
    if (box !== null && box !== document.activeElement) box.value = filter.q
  }, [filter.q])
  const change = (part: Partial<JobFilter>) =>
    setParameters(writeJobFilter({ ...filter, ...part }), { replace: true })
  return (
    <search className={styles['filters']}>
      <TextField
        label="Search jobs"
        type="search"
        ref={search}
        maxLength={100}
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
