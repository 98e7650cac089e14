import type { JobSummary } from '@errand/contract/jobs'
import { queryClient, userMessage } from '@errand/shared-auth'
import { useMutation } from '@tanstack/react-query'
import toast from 'react-hot-toast'

import { restoreJob } from './jobs.api.ts'
import { jobsKey } from './jobs.queries.ts'

/** Brings a deleted job back; it is paused until somebody switches it on. */
export function useRestoreJob({ id }: Pick<JobSummary, 'id'>) {
  const { mutate, isPending, isSuccess } = useMutation({
    mutationFn: () => restoreJob(id),
    onError: (error) => toast.error(userMessage(error)),
    onSettled: () => queryClient.invalidateQueries({ queryKey: jobsKey }),
  })
  return { restore: mutate, isRestoring: isPending, isRestored: isSuccess }
}
