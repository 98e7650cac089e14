import { sessionSorts, sessionStatuses } from '@errand/contract/chats/session'
import { jobListSchema } from '@errand/contract/jobs'
import { api } from '@errand/shared-auth'
import { Button, DateField, FieldRow, IconButton, Popover, SelectField } from '@errand/shared-ui'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { ListFilter } from 'lucide-react'

import { chatsKey } from '../chats/chats.queries.ts'
import { emptyFilter, isNarrowed, type SessionFilter } from '../chats/session-filter.ts'
import { useWords } from '../words/words.ts'
import styles from './list-pane.module.css'

interface FilterMenuProps {
  filter: SessionFilter
  onChange: (part: Partial<SessionFilter>) => void
}

/** What else the list can be narrowed to, and its order. */
export function FilterMenu({ filter, onChange }: FilterMenuProps) {
  const say = useWords()
  const isActive = isNarrowed({ ...filter, q: '' }) || filter.sort !== emptyFilter.sort
  return (
    <Popover
      label={say('filters')}
      trigger={
        <IconButton
          label={say(isActive ? 'filtersActive' : 'filters')}
          variant={isActive ? 'primary' : 'secondary'}
          icon={<ListFilter size={16} aria-hidden />}
        />
      }
    >
      {(close) => (
        <div className={styles['filters']}>
          <Choices {...{ filter, onChange }} />
          <Button
            disabled={!isActive}
            onClick={() => {
              onChange({ ...emptyFilter, q: filter.q, view: filter.view })
              close()
            }}
          >
            {say('clearFilters')}
          </Button>
        </div>
      )}
    </Popover>
  )
}

function Choices({ filter, onChange }: FilterMenuProps) {
  const say = useWords()
  const { data: jobs = [] } = useQuery(jobNamesQuery())
  return (
    <>
      <SelectField
        label={say('status')}
        value={filter.status}
        onChange={({ target }) =>
          onChange({ status: sessionStatuses.find((one) => one === target.value) ?? '' })
        }
      >
        <option value="">{say('anyStatus')}</option>
        {sessionStatuses.map((status) => (
          <option key={status} value={status}>
            {say(`status.${status}`)}
          </option>
        ))}
      </SelectField>
      <SelectField
        label={say('job')}
        value={filter.job}
        onChange={({ target }) => onChange({ job: target.value })}
      >
        <option value="">{say('anyJob')}</option>
        {jobs.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </SelectField>
      <FieldRow>
        <DateField
          label={say('from')}
          value={filter.from}
          max={filter.to}
          onChange={({ target }) => onChange({ from: target.value })}
        />
        <DateField
          label={say('to')}
          value={filter.to}
          min={filter.from}
          onChange={({ target }) => onChange({ to: target.value })}
        />
      </FieldRow>
      <SelectField
        label={say('order')}
        value={filter.sort}
        onChange={({ target }) =>
          onChange({ sort: sessionSorts.find((one) => one === target.value) ?? emptyFilter.sort })
        }
      >
        {sessionSorts.map((sort) => (
          <option key={sort} value={sort}>
            {say(`order.${sort}`)}
          </option>
        ))}
      </SelectField>
    </>
  )
}

/** The owner's jobs by their names, to narrow a list by. */
const jobNamesQuery = () =>
  queryOptions({
    queryKey: [...chatsKey, 'jobs'],
    queryFn: async ({ signal }) => {
      const searchParams = { limit: 100 }
      const { items } = await api.get('jobs', { searchParams, signal }).json(jobListSchema)
      return items.map(({ id, name }) => ({ id, name }))
    },
    staleTime: 60_000,
  })
