import type { JobSummary } from '@errand/contract/jobs'
import { paths } from '@errand/contract/paths'
import { plainText } from '@errand/contract/visible-text'
import { profileQuery, userMessage } from '@errand/shared-auth'
import { ButtonLink, EmptyState, ErrorState, Skeleton } from '@errand/shared-ui'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'

import { toFieldValues } from '../job-draft/field-values.ts'
import { useWords as useFormWords } from '../job-draft/words/words.ts'
import { ChatLink } from '../jobs/chat-link.tsx'
import { jobToTryQuery } from '../jobs/jobs.queries.ts'
import { useWords } from '../jobs/words/words.ts'
import { Phone } from './phone.tsx'
import styles from './try-job.module.css'
import { useTestChat } from './use-test-chat.ts'

/** A phone that talks to a saved job; without an id to the one that answers new chats. */
export function TryJob({ id }: { id: string }) {
  const say = useWords()
  const { data: job, error, isFetching, refetch } = useQuery(jobToTryQuery(id))
  if (job === null) return <NothingToTry />
  if (job !== undefined) {
    return (
      <>
        <JobPhone key={job.id} job={job} />
        <CustomerPhone job={job} />
      </>
    )
  }
  if (error === null)
    return <Skeleton label={say('loadingPhone')} shape="tiles" rows={1} rowHeight={480} />
  return (
    <ErrorState
      title={userMessage(error)}
      detail={say('safe')}
      isRetrying={isFetching}
      onRetry={() => void refetch()}
    />
  )
}

function NothingToTry() {
  const say = useWords()
  return (
    <EmptyState
      title={say('nothingToTry')}
      description={say('nothingToTryHint')}
      action={
        <ButtonLink variant="primary" to={paths.jobs.create}>
          {say('newJob')}
        </ButtonLink>
      }
    />
  )
}

function JobPhone({ job }: { job: JobSummary }) {
  const say = useWords()
  const chat = useTestChat(job.id)
  const fields = useMemo(() => job.fields.map((field) => toFieldValues(field)), [job.fields])
  return <Phone chat={chat} jobName={job.name} fields={fields} hint={say('tryHint')} isFocused />
}

/** The way by which a customer reaches the job; nothing without a number. */
function CustomerPhone({ job }: { job: JobSummary }) {
  const say = useWords()
  const formWords = useFormWords()
  const { data: owner } = useQuery(profileQuery())
  const whatsapp = owner?.settings.whatsapp
  if (whatsapp === undefined || whatsapp.chatLink === '') return null
  const isSimulated = whatsapp.provider === 'simulator'
  return (
    <section className={styles['customer']}>
      <h3>{say(isSimulated ? 'asCustomer' : 'realPhone')}</h3>
      <p className={styles['muted']}>{say(isSimulated ? 'asCustomerHint' : 'realPhoneHint')}</p>
      {job.status !== 'active' && <p className={styles['muted']}>{say('tryNotActive')}</p>}
      <ChatLink whatsapp={whatsapp} label={formWords('entryLink')} text={textThatStarts(job)} />
    </section>
  )
}

/** The first message by which the job is chosen; empty when it answers every new chat. */
const textThatStarts = ({ trigger }: JobSummary): string =>
  plainText((trigger.type === 'keyword' ? trigger.keywords?.[0] : trigger.code) ?? '')
