import type { Job } from '@errand/contract/jobs'
import { Button, Dialog, Notice, Skeleton, TextField, tooLongBy } from '@errand/shared-ui'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'

import { toFormValues, type JobFormValues } from '../job-draft/job-values.ts'
import { useWords } from '../job-draft/words/words.ts'
import { jobVersionQuery } from '../jobs/jobs.queries.ts'
import { ChangeList } from './change-list.tsx'
import styles from './changes.module.css'
import { type JobCheck, checkJob } from './check-job.ts'
import { jobChanges } from './job-changes.ts'

export interface Publication {
  note: string
  replaceDefault: boolean
}

interface PublishDialogProps {
  /** Undefined for a job that was never saved. */
  job: Job | undefined
  /** The number of the live version. */
  liveVersion: number | undefined
  values: JobFormValues
  isBusy: boolean
  /** The default job that this one would replace, once the api has reported it. */
  conflictingJob: string | undefined
  onPublish: (publication: Publication) => void
  onClose: () => void
}

const maxNoteLength = 500

/** Shows what publishing changes, what prevents it, and what it means for open chats. */
export function PublishDialog(props: PublishDialogProps) {
  const { job, liveVersion, values, isBusy, conflictingJob, onPublish, onClose } = props
  const say = useWords()
  const [note, setNote] = useState('')
  const checks = checkJob(values)
  const problems = checks.filter(({ kind }) => kind === 'problem')
  const publish = () =>
    onPublish({ note: note.trim(), replaceDefault: conflictingJob !== undefined })
  return (
    <Dialog
      isOpen
      look="wide"
      title={say('publishTitle', { name: values.name || say('unnamed') })}
      description={say(liveVersion === undefined ? 'firstTime' : 'again')}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{say('cancel')}</Button>
          <Button
            variant="primary"
            isBusy={isBusy}
            disabled={problems.length > 0 || tooLongBy(note, maxNoteLength) > 0}
            onClick={publish}
          >
            {say(conflictingJob === undefined ? 'publish' : 'swapAndPublish')}
          </Button>
        </>
      }
    >
      <div className={styles['stack']}>
        {conflictingJob !== undefined && (
          <Notice tone="warning" role="alert" title={say('swapTitle', { present: conflictingJob })}>
            <p>{say('swap', { present: conflictingJob })}</p>
          </Notice>
        )}
        <CheckList tone="danger" title={say('problems')} checks={problems} />
        <CheckList
          tone="warning"
          title={say('worthALook')}
          checks={checks.filter(({ kind }) => kind === 'advice')}
        />
        {job !== undefined && liveVersion !== undefined && (
          <>
            <p className={styles['muted']}>{say('openChats', { count: job.stats.openSessions })}</p>
            <LiveChanges id={job.id} live={liveVersion} values={values} />
            <TextField
              label={say('note')}
              hint={say('noteHint')}
              maxLength={maxNoteLength}
              value={note}
              onChange={({ target }) => setNote(target.value)}
            />
          </>
        )}
      </div>
    </Dialog>
  )
}

interface CheckListProps {
  tone: 'danger' | 'warning'
  title: string
  checks: readonly JobCheck[]
}

function CheckList({ tone, title, checks }: CheckListProps) {
  if (checks.length === 0) return null
  return (
    <Notice tone={tone} title={title}>
      <ul>
        {checks.map(({ text }) => (
          <li key={text}>{text}</li>
        ))}
      </ul>
    </Notice>
  )
}

function LiveChanges({ id, live, values }: { id: string; live: number; values: JobFormValues }) {
  const say = useWords()
  const { data, isError } = useQuery(jobVersionQuery(id, live))
  if (isError) return <p className={styles['muted']}>{say('noLive')}</p>
  if (data === undefined) return <Skeleton shape="text" label={say('loadingLive')} />
  const changes = jobChanges(toFormValues(data), values)
  return (
    <section aria-label={say('changes')}>
      {changes.length === 0 ? (
        <p className={styles['muted']}>{say('noChanges')}</p>
      ) : (
        <ChangeList label={say('changes')} changes={changes} />
      )}
    </section>
  )
}
