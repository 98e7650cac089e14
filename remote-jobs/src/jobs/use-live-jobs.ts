import { queryClient, subscribeEvents } from '@errand/shared-auth'
import { useEffect } from 'react'

import { jobsKey } from './jobs.queries.ts'

const quietMs = 1000

/** Keeps what is shown of jobs true while others change them and chats go on. */
export function useLiveJobs(): void {
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const refresh = () => {
      timer = undefined
      // The job that is being edited changes by saving only.
      const predicate = ({ queryKey }: { queryKey: readonly unknown[] }) => queryKey[1] !== 'job'
      void queryClient.invalidateQueries({ queryKey: jobsKey, predicate })
    }
    const stop = subscribeEvents(({ type }) => {
      const isOurs = type === 'job.updated' || type === 'resync' || type.startsWith('session.')
      // A burst of messages is asked for once.
      if (isOurs) timer ??= setTimeout(refresh, quietMs)
    })
    return () => {
      stop()
      clearTimeout(timer)
    }
  }, [])
}
