import type { JobSummary } from '@errand/contract/jobs'
import { paths } from '@errand/contract/paths'
import type { RemoteWidget } from '@errand/contract/remote'
import { userMessage } from '@errand/shared-auth'
import {
  ButtonLink,
  Card,
  ColorDot,
  ErrorState,
  List,
  ListRow,
  Meter,
  Skeleton,
  TextLink,
  useFormats,
} from '@errand/shared-ui'
import { useQuery } from '@tanstack/react-query'

import { listJobs } from './jobs/jobs.api.ts'
import { jobsKey, useLiveJobs } from './jobs/jobs.queries.ts'
import { useWords } from './jobs/words/words.ts'

const maxJobs = 3
const filter = { q: '', status: 'active', sort: '-updatedAt' } as const

/** The dashboard widget: the active jobs and how they perform. */
export const Widget: RemoteWidget['Widget'] = function JobsWidget() {
  const say = useWords()
  useLiveJobs()
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: [...jobsKey, 'widget'],
    queryFn: ({ signal }) => listJobs(filter, null, signal),
  })
  return (
    <Card title={say('title')} actions={<TextLink to={paths.jobs.list}>{say('allJobs')}</TextLink>}>
      {error !== null && (
        <ErrorState
          title={userMessage(error)}
          detail={say('safe')}
          isRetrying={isFetching}
          onRetry={() => void refetch()}
        />
      )}
      {data === undefined && error === null && <Skeleton label={say('loading')} />}
      {data !== undefined && data.items.length === 0 && (
        <>
          <p>{say('noneActive')}</p>
          <div>
            <ButtonLink variant="primary" to={paths.jobs.create}>
              {say('newJob')}
            </ButtonLink>
          </div>
        </>
      )}
      {data !== undefined && data.items.length > 0 && (
        <List label={say('title')}>
          {data.items.slice(0, maxJobs).map((job) => (
            <JobRow key={job.id} job={job} />
          ))}
        </List>
      )}
    </Card>
  )
}

function JobRow({ job }: { job: JobSummary }) {
  const say = useWords()
  const formats = useFormats()
  const { completionRate30d, sessions30d, openSessions } = job.stats
  const text =
    completionRate30d === null
      ? say('noChats')
      : say('completed', { percent: formats.percent(completionRate30d), count: sessions30d })
  return (
    <ListRow
      title={
        <>
          <ColorDot color={job.color} />{' '}
          <TextLink to={paths.jobs.edit(job.id)}>
            <bdi>{job.name}</bdi>
          </TextLink>
        </>
      }
      description={say('openChats', { count: openSessions })}
      end={<Meter label={say('completion')} value={completionRate30d ?? 0} text={text} />}
    />
  )
}
