import type { JobSummary } from '@errand/contract/jobs'
import { queryClient, userMessage } from '@errand/shared-auth'
import { useMutation } from '@tanstack/react-query'
import toast from 'react-hot-toast'

import { updateJob } from './jobs.api.ts'
import { jobsKey } from './jobs.queries.ts'

/** Switches a job on or off. */
export function useSwitchJob({ id, name, status, version }: JobSummary) {
  const isOn = status === 'active'
  const { mutate, isPending } = useMutation({
    mutationFn: () => updateJob(id, { status: isOn ? 'paused' : 'active' }, version),
    onSuccess: () => toast.success(`${name} is ${isOn ? 'paused' : 'active'}`),
    onError: (error) => toast.error(userMessage(error)),
    onSettled: () => queryClient.invalidateQueries({ queryKey: jobsKey }),
  })
  return { isOn, isSwitching: isPending, switchJob: mutate }
}
