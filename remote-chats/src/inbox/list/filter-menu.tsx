import { sessionSorts, sessionStatuses } from '@errand/contract/chats/session'
import { listJobsCall } from '@errand/contract/jobs'
import { callApi } from '@errand/shared-auth'
import { Button, FieldRow, IconButton, Popover } from '@errand/shared-ui'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { ListFilter } from 'lucide-react'

import { chatsKey } from '../../data/chats.queries.ts'
import { emptyFilter, isNarrowed, type SessionFilter } from '../../data/session-filter.ts'
import { Choice, DayRange } from '../../shared/fields.tsx'
import { useWords } from '../../words/words.ts'
import styles from './list-pane.module.css'

interface FilterMenuProps {
  filter: SessionFilter
  onChange: (part: Partial<SessionFilter>) => void
}

/** Further filters, and the order. */
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
      <Choice
        label={say('status')}
        value={filter.status}
        options={[
          ['', say('anyStatus')],
          ...sessionStatuses.map((status) => [status, say(`status.${status}`)] as const),
        ]}
        onChange={(status) => onChange({ status })}
      />
      <Choice
        label={say('job')}
        value={filter.job}
        options={[['', say('anyJob')], ...jobs.map(({ id, name }) => [id, name] as const)]}
        onChange={(job) => onChange({ job })}
      />
      <FieldRow>
        <DayRange {...filter} onChange={onChange} />
      </FieldRow>
      <Choice
        label={say('order')}
        value={filter.sort}
        options={sessionSorts.map((sort) => [sort, say(`order.${sort}`)])}
        onChange={(sort) => onChange({ sort })}
      />
    </>
  )
}

/** The names of the owner's jobs, for the filter. */
const jobNamesQuery = () =>
  queryOptions({
    queryKey: [...chatsKey, 'jobs'],
    queryFn: ({ signal }) => callApi(listJobsCall, { query: { limit: 100 }, signal }),
    select: ({ items }) => items,
    staleTime: 60_000,
  })
