import type { JobAnalytics } from '@errand/contract/job-analytics'
import { paths } from '@errand/contract/paths'
import { userMessage } from '@errand/shared-auth'
import {
  Button,
  EmptyState,
  ErrorState,
  Page,
  PageHeader,
  Skeleton,
  Stat,
  Stats,
  TextLink,
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
import { useDocumentTitle } from '../pane/use-document-title.ts'
import { analyticsQuery, currencyQuery, downloadAnalytics } from './analytics.api.ts'
import { RangePicker, dayOf, daysBetween, queryOf, readRange } from './range-picker.tsx'
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

type Totals = JobAnalytics['totals']
interface TotalsProps {
  analytics: JobAnalytics
  /** Not known before it was asked for: then costs are left out. */
  currency: string | undefined
}

/** The numbers that matter, beside those of as many days before. */
function Totals({ analytics, currency }: TotalsProps) {
  const say = useWords()
  const formats = useFormats()
  const { totals, previous, range } = analytics
  const since = say('previous', { days: daysBetween(range.from, range.to) })
  const none = say('none')
  const show = (value: number | null, write: (value: number) => string) =>
    value === null ? none : write(value)
  const oneDigit = (value: number) => formats.number(value, { maximumFractionDigits: 1 })
  const money = (amount: number) => formats.money(amount, currency ?? 'INR')
  const delta = (name: keyof Totals) => changeOf(previous[name], totals[name])
  return (
    <>
      <Stats>
        <Stat
          label={say('started')}
          value={formats.number(totals.started)}
          since={since}
          {...delta('started')}
        />
        <Stat
          label={say('completionRate')}
          value={show(totals.completionRate, (part) => formats.percent(part))}
          since={since}
          {...delta('completionRate')}
        />
        <Stat
          label={say('containment')}
          value={show(totals.containment, (part) => formats.percent(part))}
          hint={say('containmentHint')}
          since={since}
          {...delta('containment')}
        />
        <Stat
          label={say('handedOff')}
          value={formats.number(totals.handedOff)}
          since={since}
          isLessBetter
          {...delta('handedOff')}
        />
      </Stats>
      <Stats>
        <Stat
          label={say('medianMinutes')}
          value={show(totals.medianMinutesToComplete, (value) =>
            say('minutes', { value: oneDigit(value) }),
          )}
          since={since}
          isLessBetter
          {...delta('medianMinutesToComplete')}
        />
        <Stat
          label={say('medianReply')}
          value={show(totals.medianFirstReplySeconds, (value) =>
            say('seconds', { value: oneDigit(value) }),
          )}
          since={since}
          isLessBetter
          {...delta('medianFirstReplySeconds')}
        />
        <Stat
          label={say('messagesPerSession')}
          value={show(totals.messagesPerSession, oneDigit)}
          since={since}
          isLessBetter
          {...delta('messagesPerSession')}
        />
        {currency !== undefined && (
          <Stat
            label={say('costPerCompletion')}
            value={show(totals.costPerCompletionMinor, money)}
            hint={`${say('cost')}: ${money(totals.costMinor)}`}
            since={since}
            isLessBetter
            {...delta('costPerCompletionMinor')}
          />
        )}
      </Stats>
    </>
  )
}

/** As a part of what it was; nothing where there is nothing to compare with. */
function changeOf(before: number | null, now: number | null): { delta?: number } {
  if (before === null || now === null || before === 0) return {}
  return { delta: (now - before) / before }
}

interface DownloadButtonProps {
  id: string
  name: string
  query: Record<string, string | number>
}

/** The figures as a file; fetched, because a link cannot say who asks. */
function DownloadButton({ id, name, query }: DownloadButtonProps) {
  const say = useWords()
  const { mutate, isPending } = useMutation({
    mutationFn: () => downloadAnalytics(id, query),
    onSuccess: (file) => save(file, `${name} ${query['from']} ${query['to']}.csv`),
    onError: (error) => toast.error(userMessage(error)),
  })
  return (
    <Button icon={<Download size={16} aria-hidden />} isBusy={isPending} onClick={() => mutate()}>
      {say('csv')}
    </Button>
  )
}

function save(file: Blob, name: string): void {
  const url = URL.createObjectURL(file)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  URL.revokeObjectURL(url)
}
