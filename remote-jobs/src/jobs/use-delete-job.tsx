import type { JobList, JobSummary } from '@errand/contract/jobs'
import { queryClient, userMessage } from '@errand/shared-auth'
import { Button } from '@errand/shared-ui'
import { useMutation, type InfiniteData } from '@tanstack/react-query'
import toast from 'react-hot-toast'

import styles from './jobs-page.module.css'
import { deleteJob } from './jobs.api.ts'
import { jobsKey } from './jobs.queries.ts'
import { useRestoreJob } from './use-restore-job.ts'

type JobRef = Pick<JobSummary, 'id' | 'name'>

/** Deletes a job at once and offers to take that back. */
export function useDeleteJob(): (job: JobRef) => Promise<unknown> {
  const { mutateAsync } = useMutation({
    mutationFn: ({ id }: JobRef) => deleteJob(id),
    onMutate: async ({ id }) => {
      await queryClient.cancelQueries({ queryKey: listsKey })
      const before = queryClient.getQueriesData<InfiniteData<JobList>>({ queryKey: listsKey })
      queryClient.setQueriesData<InfiniteData<JobList>>({ queryKey: listsKey }, without(id))
      return before
    },
    onSuccess: ({ archivedAt, undoUntil }, job) => {
      // Both are the api's times: the clock of this machine may be wrong.
      const duration = Date.parse(undoUntil) - Date.parse(archivedAt)
      toast(() => <Deleted job={job} />, { duration })
    },
    onError: (error, _job, before = []) => {
      for (const [key, data] of before) queryClient.setQueryData(key, data)
      toast.error(userMessage(error))
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: jobsKey }),
  })
  // A refusal was told by a toast; whoever waits for the deletion only needs to know.
  return (job) => mutateAsync(job).catch(() => undefined)
}

const listsKey = [...jobsKey, 'list']

const without =
  (id: string) =>
  (data: InfiniteData<JobList> | undefined): InfiniteData<JobList> | undefined =>
    data && {
      ...data,
      pages: data.pages.map((page) => ({
        ...page,
        items: page.items.filter((job) => job.id !== id),
      })),
    }

function Deleted({ job }: { job: JobRef }) {
  const { restore, isRestoring, isRestored } = useRestoreJob(job)
  if (isRestored) return <span>Job restored</span>
  return (
    <span className={styles['toast']}>
      <span>Job deleted</span>
      <Button
        size="small"
        isBusy={isRestoring}
        aria-label={`Undo deleting ${job.name}`}
        onClick={() => restore()}
      >
        Undo
      </Button>
    </span>
  )
}
