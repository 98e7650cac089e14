import type { Job } from '@errand/contract/jobs'
import { userMessage } from '@errand/shared-auth'
import { Notice, Skeleton } from '@errand/shared-ui'
import { useQuery } from '@tanstack/react-query'
import { memo } from 'react'

import { useWords } from '../job-draft/words/words.ts'
import { useLiveJobs } from '../jobs/jobs.queries.ts'
import { Answers } from './answers.tsx'
import { OpenQuestions } from './open-questions.tsx'
import { questionsQuery } from './questions.queries.ts'
import { useLinkedQuestion } from './use-wanted-question.ts'

/**
 * Questions of contacts that the assistant could not answer, and the owner's answers. Not part of
 * the job's form: an answer takes effect with the next message, without publishing.
 */
export const QuestionsSection = memo(function QuestionsSection({ jobId }: { jobId: Job['id'] }) {
  const say = useWords()
  useLiveJobs()
  const { data, error, isFetching, refetch } = useQuery(questionsQuery(jobId))
  const wanted = useLinkedQuestion(data)
  return (
    <>
      {data === undefined && error === null && <Skeleton rows={2} label={say('notAnswered')} />}
      {data === undefined && error !== null && (
        <Notice
          tone="warning"
          role="alert"
          title={userMessage(error)}
          isRetrying={isFetching}
          onRetry={() => void refetch()}
        />
      )}
      {data !== undefined && (
        <>
          <OpenQuestions jobId={jobId} questions={data.open} linkedKey={wanted} />
          <Answers jobId={jobId} answers={data.answered} linkedKey={wanted} />
        </>
      )}
    </>
  )
})
