import { paths } from '@errand/contract/paths'
import { userMessage } from '@errand/shared-auth'
import {
  EmptyState,
  ErrorState,
  PageHeader,
  Page,
  Skeleton,
  TextLink,
  useNow,
  useSettings,
} from '@errand/shared-ui'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { useParams, useSearchParams } from 'react-router-dom'

import { jobQuery } from '../jobs/jobs.queries.ts'
import { useLiveJobs } from '../jobs/use-live-jobs.ts'
import { useDocumentTitle } from '../pane/use-document-title.ts'
import { analyticsQuery, currencyQuery } from './analytics.api.ts'
import { dayOf, queryOf, readRange } from './analytics-range.ts'
import { DownloadButton } from './download-button.tsx'
import { RangePicker } from './range-picker.tsx'
import { Totals } from './totals.tsx'
import { useWords } from './words/words.ts'

// Charts come after the numbers.
const Figures = lazy(async () => ({ default: (await import('./figures.tsx')).Figures }))

/** How a job does: what its chats came to, and where they stop. */
export function AnalyticsPage() {
  const say = useWords()
  const { id = '' } = useParams()
  const { timeZone } = useSettings()
  const [parameters] = useSearchParams()
  const range = readRange(parameters)
  const today = dayOf(useNow(), timeZone)
  const query = queryOf(range, today)
  const job = useQuery({ ...jobQuery(id), staleTime: 60_000 })
  const { data, error, isFetching, isPlaceholderData, refetch } = useQuery(
    analyticsQuery(id, query),
  )
  const { data: currency } = useQuery(currencyQuery())
  const name = job.data?.job.name
  const title = name === undefined ? say('title') : say('of', { name })
  useDocumentTitle(title)
  useLiveJobs()
  return (
    <>
      <PageHeader
        title={title}
        description={say('description')}
        back={<TextLink to={paths.jobs.edit(id)}>{say('back')}</TextLink>}
        actions={<DownloadButton id={id} query={query} name={name ?? id} />}
      />
      <Page>
        <RangePicker range={range} today={today} versions={job.data?.versions ?? []} />
        {error !== null && (
          <ErrorState
            title={userMessage(error)}
            detail={say('safe')}
            isRetrying={isFetching}
            onRetry={() => void refetch()}
          />
        )}
        {error === null && data === undefined && (
          <Skeleton shape="tiles" rows={8} label={say('loading')} />
        )}
        {data !== undefined && error === null && (
          <div aria-busy={isPlaceholderData}>
            <Page>
              <Totals analytics={data} currency={currency} />
              {data.totals.started === 0 ? (
                <EmptyState
                  drawing="chart"
                  title={say('noChats')}
                  description={say('noChatsHint')}
                />
              ) : (
                <Suspense fallback={<Skeleton shape="text" rows={6} label={say('loading')} />}>
                  <Figures analytics={data} />
                </Suspense>
              )}
            </Page>
          </div>
        )}
      </Page>
    </>
  )
}
