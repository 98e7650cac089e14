import { maxSearchLength } from '@errand/contract/search-text'
import type { JobList } from '@errand/contract/jobs'
import { FilterChips, SearchField, SelectField, Toolbar, tooLongBy } from '@errand/shared-ui'
import { useEffect, useRef } from 'react'
import { useSearchParams } from 'react-router-dom'

import styles from './job-filters.module.css'
import { readJobFilter, writeJobFilter, type JobFilter } from './jobs.api.ts'
import { useWords } from './words/words.ts'

const statuses = ['active', 'paused', 'draft', 'archived'] as const
const sorts = [
  ['-updatedAt', 'sortChanged'],
  ['name', 'sortName'],
  ['-createdAt', 'sortNewest'],
  ['createdAt', 'sortOldest'],
] as const

/** What the list is narrowed to, and in which order it stands. */
export function JobFilters({ totals }: { totals: JobList['totals'] | undefined }) {
  const say = useWords()
  const [parameters] = useSearchParams()
  const filter = readJobFilter(parameters)
  const search = useRef<HTMLInputElement>(null)
  // Cleared filters and the browser's back button; while it is typed in, the box has the last word.
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
              // The api takes no longer search; the box says so.
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

/** Changes add up, however quickly one follows the other: the first may still be on its way. */
function useFilterChanges(filter: JobFilter): (part: Partial<JobFilter>) => void {
  const [parameters, setParameters] = useSearchParams()
  const pendingFilter = useRef(filter)
  const pendingAddresses = useRef(new Set<string>())
  useEffect(() => {
    const isOwnChange = pendingAddresses.current.has(String(parameters))
    const isLatest =
      String(parameters) === String(new URLSearchParams(writeJobFilter(pendingFilter.current)))
    if (isLatest || !isOwnChange) pendingAddresses.current.clear()
    // The browser's back button, or a link, has the say.
    if (!isOwnChange) pendingFilter.current = readJobFilter(parameters)
  }, [parameters])
  return (part) => {
    pendingFilter.current = { ...pendingFilter.current, ...part }
    const next = new URLSearchParams(writeJobFilter(pendingFilter.current))
    pendingAddresses.current.add(String(next))
    setParameters(next, { replace: true })
  }
}
