import type { JobSummary } from '@errand/contract/jobs'
import { userMessage } from '@errand/shared-auth'
import {
  Button,
  ButtonLink,
  EmptyState,
  ErrorState,
  PageHeader,
  Skeleton,
  useDocumentTitle,
} from '@errand/shared-ui'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { type FocusEvent, memo, useDeferredValue, useMemo, useRef } from 'react'
import { useNavigate, useSearchParams } from 'react-router-dom'

import { JobPrompt } from '../jobs/job-prompt.tsx'
import { readJobFilter } from '../jobs/jobs.api.ts'
import { jobsQuery, useLiveJobs } from '../jobs/jobs.queries.ts'
import { useWords } from '../jobs/words/words.ts'
import { useFocusFallback } from '../pane/focus.ts'
import { JobCard } from './job-card.tsx'
import { JobFilters } from './job-filters.tsx'
import styles from './jobs-page.module.css'
import { TrySheet } from './try-sheet.tsx'

/** The list of all jobs. */
export function JobsPage() {
  const say = useWords()
  useDocumentTitle(say('title'))
  useLiveJobs()
  return (
    <>
      <PageHeader
        title={say('title')}
        description={say('description')}
        actions={
          <ButtonLink variant="primary" icon={<Plus size={16} aria-hidden />} to="new">
            {say('newJob')}
          </ButtonLink>
        }
      />
      <JobList />
      <TrySheet />
    </>
  )
}

function JobList() {
  const say = useWords()
  const [parameters] = useSearchParams()
  const filter = readJobFilter(parameters)
  const list = useInfiniteQuery({ ...jobsQuery(filter), placeholderData: keepPreviousData })
  const { data, isPlaceholderData } = list
  const jobs = useMemo(() => data?.pages.flatMap(({ items }) => items), [data])
  // Deferred: input has priority over rendering hundreds of cards.
  const shown = useDeferredValue(jobs)
  const totals = data?.pages[0]?.totals
  const isFiltered = filter.q !== '' || filter.status !== ''
  const cardFocus = useCardFocus()
  const isEmpty = jobs?.length === 0 && !isPlaceholderData
  if (isEmpty && !isFiltered) {
    return (
      <div {...cardFocus}>
        <NoJobs hasDeleted={(totals?.archived ?? 0) > 0} />
      </div>
    )
  }
  return (
    <div className={styles['list']} aria-busy={isPlaceholderData} {...cardFocus}>
      {(isFiltered || jobs !== undefined) && <JobFilters totals={totals} />}
      {list.isPending && <Skeleton shape="tiles" label={say('loading')} rows={6} rowHeight={196} />}
      {isEmpty && <NoMatches />}
      {jobs !== undefined && !isEmpty && <Cards jobs={shown ?? jobs} />}
      {/* The jobs that are shown stay, and so does the search. */}
      {list.isError ? (
        <ErrorState
          title={userMessage(list.error)}
          detail={say('safe')}
          isRetrying={list.isFetching}
          onRetry={() => void (list.isFetchNextPageError ? list.fetchNextPage() : list.refetch())}
        />
      ) : (
        list.hasNextPage && (
          <Button isBusy={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
            {say('showMore')}
          </Button>
        )
      )}
    </div>
  )
}

/** When a card disappears, such as a deleted one, the focus moves to the card in its place. */
function useCardFocus() {
  const frame = useRef<HTMLDivElement>(null)
  const focusedIndex = useRef(0)
  const listNames = () => [...(frame.current?.querySelectorAll<HTMLElement>('li h2 a') ?? [])]
  const { onFocus, onBlur } = useFocusFallback(() => {
    const names = listNames()
    const next = names[focusedIndex.current] ?? names.at(-1)
    const fallback = frame.current?.querySelector<HTMLElement>('textarea, button')
    ;(next ?? fallback)?.focus()
  })
  return {
    ref: frame,
    onBlur,
    onFocus: ({ target }: FocusEvent) => {
      onFocus()
      const at = listNames().findIndex((name) => name.closest('li')?.contains(target))
      // A card's menu is elsewhere in the document; focus that leaves the list is not followed.
      if (at >= 0) focusedIndex.current = at
      else if (frame.current?.contains(target) === true) focusedIndex.current = listNames().length
    },
  }
}

const Cards = memo(function Cards({ jobs }: { jobs: readonly JobSummary[] }) {
  const say = useWords()
  return (
    <ul aria-label={say('title')} className={styles['cards']}>
      {jobs.map((job) => (
        <JobCard key={job.id} job={job} />
      ))}
    </ul>
  )
})

function NoMatches() {
  const say = useWords()
  const [, setParameters] = useSearchParams()
  return (
    <EmptyState
      drawing="search"
      title={say('noMatch')}
      description={say('noMatchHint')}
      action={<Button onClick={() => setParameters({})}>{say('clearFilters')}</Button>}
    />
  )
}

/** The start of a new owner: one sentence, and a job is generated. */
function NoJobs({ hasDeleted }: { hasDeleted: boolean }) {
  const say = useWords()
  const navigate = useNavigate()
  return (
    <div className={styles['first']}>
      <JobPrompt onSubmit={(prompt) => void navigate('new', { state: { prompt } })} />
      <p className={styles['ways']}>
        <ButtonLink variant="quiet" to="new">
          {say('blank')}
        </ButtonLink>
        {hasDeleted && (
          <ButtonLink variant="quiet" to="?status=archived">
            {say('deletedJobs')}
          </ButtonLink>
        )}
      </p>
    </div>
  )
}
