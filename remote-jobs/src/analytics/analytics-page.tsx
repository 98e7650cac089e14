import { isoDayOf } from '@errand/contract/iso-time'
import type { JobAnalytics } from '@errand/contract/job-analytics'
import { paths } from '@errand/contract/paths'
import { userMessage } from '@errand/shared-auth'
import {
  Button,
  EmptyState,
  ErrorState,
  Page,
  PageHeader,
  saveFile,
  Skeleton,
  Stat,
  Stats,
  TextLink,
  useDocumentTitle,
  useFormats,
  useNow,
  useSettings,
} from '@errand/shared-ui'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { Suspense, lazy } from 'react'
import toast from 'react-hot-toast'
import { useParams, useSearchParams } from 'react-router-dom'

import { jobQuery, useLiveJobs } from '../jobs/jobs.queries.ts'
import { analyticsQuery, currencyQuery, downloadAnalytics } from './analytics.api.ts'
import { RangePicker, daysBetween, toAnalyticsQuery, readRange } from './range-picker.tsx'
import { useWords } from './words/words.ts'

// The charts load after the numbers, so that the numbers show sooner.
const Figures = lazy(async () => ({ default: (await import('./figures.tsx')).Figures }))

/** How a job performs: how its chats ended, and at which field they stop. */
export function AnalyticsPage() {
  const say = useWords()
  const { id = '' } = useParams()
  const { timeZone } = useSettings()
  const [parameters] = useSearchParams()
  const range = readRange(parameters)
  const today = isoDayOf(useNow(), timeZone)
  const query = toAnalyticsQuery(range, today)
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

interface TotalsProps {
  analytics: JobAnalytics
  /** Undefined while it is loading; costs are not shown then. */
  currency: string | undefined
}

/** The main numbers, each compared with the same number of days before. */
function Totals({ analytics, currency }: TotalsProps) {
  const say = useWords()
  const formats = useFormats()
  const { totals, previous, range } = analytics
  const since = say('previous', { days: daysBetween(range.from, range.to) })
  const count = (value: number) => formats.number(value)
  const percent = (value: number) => formats.percent(value)
  const oneDigit = (value: number) => formats.number(value, { maximumFractionDigits: 1 })
  const money = (amount: number) => formats.money(amount, currency ?? 'INR')
  const stat = (
    name: Exclude<keyof JobAnalytics['totals'], 'closedIdle' | 'optedOut' | 'costMinor'>,
    write: (value: number) => string,
    more: { hint?: string; isLessBetter?: true; isShare?: true } = {},
  ) => {
    const [before, now] = [previous[name], totals[name]]
    const isKnown = before !== null && now !== null && (before !== 0 || more.isShare === true)
    return (
      <Stat
        label={say(name)}
        value={now === null ? say('none') : write(now)}
        since={since}
        // As a share of the earlier value; left out where there is no earlier value.
        {...(isKnown && { delta: more.isShare === true ? now - before : (now - before) / before })}
        {...more}
      />
    )
  }
  const lessIsBetter = { isLessBetter: true } as const
  const minutes = (value: number) => say('minutes', { value: oneDigit(value) })
  const seconds = (value: number) => say('seconds', { value: oneDigit(value) })
  const cost = `${say('cost')}: ${money(totals.costMinor)}`
  return (
    <>
      <Stats>
        {stat('started', count)}
        {stat('completionRate', percent, { isShare: true })}
        {stat('containment', percent, { hint: say('containmentHint'), isShare: true })}
        {stat('handedOff', count, lessIsBetter)}
      </Stats>
      <Stats>
        {stat('medianMinutesToComplete', minutes, lessIsBetter)}
        {stat('medianFirstReplySeconds', seconds, lessIsBetter)}
        {stat('messagesPerSession', oneDigit, lessIsBetter)}
        {currency !== undefined &&
          stat('costPerCompletionMinor', money, { ...lessIsBetter, hint: cost })}
      </Stats>
    </>
  )
}

interface DownloadButtonProps {
  id: string
  name: string
  query: Record<string, string | number>
}

/** Downloads the analytics as a file. By fetch: a plain link cannot send the token. */
function DownloadButton({ id, name, query }: DownloadButtonProps) {
  const say = useWords()
  const { mutate, isPending } = useMutation({
    mutationFn: () => downloadAnalytics(id, query),
    onSuccess: (file) => saveFile(file, `${name} ${query['from']} ${query['to']}.csv`),
    onError: (error) => toast.error(userMessage(error)),
  })
  return (
    <Button icon={<Download size={16} aria-hidden />} isBusy={isPending} onClick={() => mutate()}>
      {say('csv')}
    </Button>
  )
}
