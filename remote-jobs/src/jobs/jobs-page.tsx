import { userMessage } from '@errand/shared-auth'
import {
  Button,
  buttonClass,
  EmptyState,
  ErrorState,
  PageHeader,
  Skeleton,
} from '@errand/shared-ui'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { Link, useSearchParams } from 'react-router-dom'

import { useDocumentTitle } from '../pane/use-document-title.ts'
import { JobCard } from './job-card.tsx'
import { readJobFilter } from './job-filter.ts'
import { JobFilters } from './job-filters.tsx'
import styles from './jobs-page.module.css'
import { jobsQuery } from './jobs.queries.ts'

/** All jobs of the owner. */
export function JobsPage() {
  useDocumentTitle('Jobs')
  return (
    <>
      <PageHeader
        title="Jobs"
        description="What your assistant does, and which answers it collects."
        actions={<NewJobLink />}
      />
      <JobList />
    </>
  )
}

const NewJobLink = ({ label = 'New job' }) => (
  <Link className={buttonClass('primary')} to="new">
    {label}
  </Link>
)

function JobList() {
  const [parameters] = useSearchParams()
  const filter = readJobFilter(parameters)
  const list = useInfiniteQuery({ ...jobsQuery(filter), placeholderData: keepPreviousData })
  const { data, isPlaceholderData } = list
  const jobs = data?.pages.flatMap(({ items }) => items)
  const isFiltered = filter.q !== '' || filter.status !== ''
  const isEmpty = jobs?.length === 0 && !isPlaceholderData
  if (isEmpty && !isFiltered) {
    return <NoJobs hasDeleted={data?.pages.some(({ totals }) => totals.archived > 0) === true} />
  }
  return (
    <div className={styles['list']} aria-busy={isPlaceholderData}>
      {(isFiltered || jobs !== undefined) && <JobFilters />}
      {list.isPending && <Skeleton label="Loading jobs" />}
      {isEmpty && <NoMatches />}
      {jobs !== undefined && !isEmpty && (
        <ul aria-label="Jobs" className={styles['cards']}>
          {jobs.map((job) => (
            <JobCard key={job.id} job={job} />
          ))}
        </ul>
      )}
      {/* What is shown already stays, and so does what is typed above. */}
      {list.isError ? (
        <ErrorState
          title={userMessage(list.error)}
          detail="Your jobs are safe."
          isRetrying={list.isFetching}
          onRetry={() => void (list.isFetchNextPageError ? list.fetchNextPage() : list.refetch())}
        />
      ) : (
        list.hasNextPage && (
          <Button isBusy={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
            Show more
          </Button>
        )
      )}
    </div>
  )
}

const NoJobs = ({ hasDeleted }: { hasDeleted: boolean }) => (
  <EmptyState
    title="No jobs yet"
    description="A job tells the assistant what to do and which answers to collect. Write the first one; you can change it any time."
    action={
      <span className={styles['choices']}>
        <NewJobLink label="Write your first job" />
        {hasDeleted && (
          <Link className={buttonClass()} to="?status=archived">
            Deleted jobs
          </Link>
        )}
      </span>
    }
  />
)

function NoMatches() {
  const [, setParameters] = useSearchParams()
  return (
    <EmptyState
      title="No job matches"
      description="Try another word, or look at all jobs."
      action={<Button onClick={() => setParameters({})}>Clear filters</Button>}
    />
  )
}
