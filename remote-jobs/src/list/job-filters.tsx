import type { JobList } from '@errand/contract/jobs'
import { maxSearchLength } from '@errand/contract/search-text'
import { FilterChips, SearchField, SelectField, Toolbar, tooLongBy } from '@errand/shared-ui'
import { useEffect, useRef } from 'react'
import { useSearchParams } from 'react-router-dom'

import { readJobFilter, writeJobFilter, type JobFilter } from '../jobs/jobs.api.ts'
import { useWords } from '../jobs/words/words.ts'
import styles from './job-filters.module.css'

const statuses = ['active', 'paused', 'draft', 'archived'] as const
const sorts = [
  ['-updatedAt', 'sortChanged'],
  ['name', 'sortName'],
  ['-createdAt', 'sortNewest'],
  ['createdAt', 'sortOldest'],
] as const

/** Filters and sorts the list. */
export function JobFilters({ totals }: { totals: JobList['totals'] | undefined }) {
  const say = useWords()
  const [parameters] = useSearchParams()
  const filter = readJobFilter(parameters)
  const search = useRef<HTMLInputElement>(null)
  // The box follows the address, such as after "back", but not while somebody types in it.
  useEffect(() => {
    const box = search.current
    if (box !== null && box !== document.activeElement) box.value = filter.q
  }, [filter.q])
  const change = useFilterChanges(filter)
  return (
    <Toolbar
      end={
        <search className={styles['search']}>
          <SearchField
            label={say('search')}
            ref={search}
            maxLength={maxSearchLength}
            defaultValue={filter.q}
            onChange={({ target }) => {
              // A longer search is not sent; the field says so.
              if (tooLongBy(target.value, maxSearchLength) === 0) change({ q: target.value })
            }}
          />
          <SelectField
            label={say('sort')}
            value={filter.sort}
            onChange={({ target }) =>
              change({ sort: sorts.find(([sort]) => sort === target.value)?.[0] ?? '-updatedAt' })
            }
          >
            {sorts.map(([sort, label]) => (
              <option key={sort} value={sort}>
                {say(label)}
              </option>
            ))}
          </SelectField>
        </search>
      }
    >
      <FilterChips
        label={say('status')}
        value={filter.status}
        options={[
          { value: '', label: say('all') },
          ...statuses.map((status) => ({
            value: status,
            label: say(status),
            ...(totals !== undefined && { count: totals[status] }),
          })),
        ]}
        onChange={(status) => change({ status })}
      />
    </Toolbar>
  )
}

/** Combines changes that follow each other before the first one has reached the address. */
function useFilterChanges(filter: JobFilter): (part: Partial<JobFilter>) => void {
  const [parameters, setParameters] = useSearchParams()
  const pendingFilter = useRef(filter)
  const pendingAddresses = useRef(new Set<string>())
  useEffect(() => {
    const isOwnChange = pendingAddresses.current.has(String(parameters))
    const isLatest =
      String(parameters) === String(new URLSearchParams(writeJobFilter(pendingFilter.current)))
    if (isLatest || !isOwnChange) pendingAddresses.current.clear()
    // Navigation from outside, such as "back" or a link, replaces pending changes.
    if (!isOwnChange) pendingFilter.current = readJobFilter(parameters)
  }, [parameters])
  return (part) => {
    pendingFilter.current = { ...pendingFilter.current, ...part }
    const next = new URLSearchParams(writeJobFilter(pendingFilter.current))
    pendingAddresses.current.add(String(next))
    setParameters(next, { replace: true })
  }
}
