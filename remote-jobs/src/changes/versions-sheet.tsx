import type { Job, JobVersion } from '@errand/contract/jobs'
import { userMessage } from '@errand/shared-auth'
import { Badge, Button, ErrorState, RelativeTime, Sheet, Skeleton } from '@errand/shared-ui'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'

import { toFormValues, type JobFormValues } from '../job-draft/job-values.ts'
import { useWords } from '../job-draft/words/words.ts'
import { jobVersionQuery } from '../jobs/jobs.queries.ts'
import { ChangeList } from './change-list.tsx'
import styles from './changes.module.css'
import { jobChanges } from './job-changes.ts'

interface VersionsSheetProps {
  job: Job
  versions: readonly JobVersion[]
  values: JobFormValues
  /** Whether the form has unsaved changes: rolling back would discard them. */
  isDirty: boolean
  isBusy: boolean
  onRollback: (version: number) => void
  onClose: () => void
}

/** The published versions; each can be compared with the form and rolled back to. */
export function VersionsSheet(props: VersionsSheetProps) {
  const { versions, onClose } = props
  const say = useWords()
  const [opened, setOpened] = useState<number>()
  return (
    <Sheet isOpen title={say('versions')} description={say('versionsHint')} onClose={onClose}>
      {opened !== undefined ? (
        <VersionView {...props} number={opened} onBack={() => setOpened(undefined)} />
      ) : versions.length === 0 ? (
        <p className={styles['muted']}>{say('noVersions')}</p>
      ) : (
        <ol className={styles['versions']} aria-label={say('versions')}>
          {versions.map(({ number, author, note, publishedAt, isLive }) => (
            <li key={number}>
              <div>
                <strong>{say('version', { number })}</strong>
                {isLive && <Badge tone="success">{say('live')}</Badge>}
                {author === 'ai' && <Badge>{say('byAi')}</Badge>}
                <span className={styles['muted']}>
                  <RelativeTime at={publishedAt} />
                </span>
              </div>
              {note !== '' && <p dir="auto">{note}</p>}
              <Button
                size="small"
                aria-label={say('compare', { number })}
                onClick={() => setOpened(number)}
              >
                {say('compareTest')}
              </Button>
            </li>
          ))}
        </ol>
      )}
    </Sheet>
  )
}

function VersionView(props: VersionsSheetProps & { number: number; onBack: () => void }) {
  const { job, versions, values, isDirty, isBusy, number, onRollback, onBack } = props
  const say = useWords()
  const { data, error, isFetching, refetch } = useQuery(jobVersionQuery(job.id, number))
  const changes = data === undefined ? [] : jobChanges(toFormValues(data), values)
  const isLive = versions.some((version) => version.number === number && version.isLive)
  return (
    <div className={styles['stack']}>
      <div className={styles['choices']}>
        <Button size="small" onClick={onBack}>
          {say('back')}
        </Button>
        {(!isLive || changes.length > 0) && data !== undefined && (
          <Button
            size="small"
            variant="primary"
            isBusy={isBusy}
            disabled={isDirty}
            onClick={() => onRollback(number)}
          >
            {say('rollback', { number })}
          </Button>
        )}
      </div>
      {isDirty && <p className={styles['muted']}>{say('unsaved')}</p>}
      {error !== null && (
        <ErrorState
          title={userMessage(error)}
          isRetrying={isFetching}
          onRetry={() => void refetch()}
        />
      )}
      {error === null && data === undefined && (
        <Skeleton shape="text" rows={5} label={say('loadingVersion')} />
      )}
      {data !== undefined && changes.length === 0 && (
        <p className={styles['muted']}>{say('sameAsForm', { number })}</p>
      )}
      {changes.length > 0 && <ChangeList label={say('against', { number })} changes={changes} />}
    </div>
  )
}
