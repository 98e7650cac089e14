import type { JobSummary } from '@errand/contract/jobs'
import { isApiError, queryClient, userMessage } from '@errand/shared-auth'
import { showUndoToast } from '@errand/shared-ui'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import toast from 'react-hot-toast'

import { changeInLists, listsKey } from './job-lists.ts'
import { deleteJob, restoreJob } from './jobs.api.ts'
import { jobsKey } from './jobs.queries.ts'
import { words } from './words/words.ts'

/** Deletes a job at once and offers to take that back; asks first where chats are still open. */
export function useDeleteJob(
  { id, name }: Pick<JobSummary, 'id' | 'name'>,
  onDeleted?: () => void,
) {
  const [openChats, setOpenChats] = useState<number>()
  const { mutate } = useMutation({
    mutationFn: (options: { closeOpen: boolean }) => deleteJob(id, options),
    onMutate: async () => {
      await queryClient.cancelQueries({ queryKey: listsKey })
      return changeInLists((job) => (job.id === id ? undefined : job))
    },
    onSuccess: ({ archivedAt, undoUntil }) => {
      showUndoToast({
        message: words('deleted'),
        what: words('undoDelete', { name }),
        // Both are the api's times: the clock of this machine may be wrong.
        durationMs: Date.parse(undoUntil) - Date.parse(archivedAt),
        onUndo: () => undoDeletion(id),
      })
      onDeleted?.()
    },
    onError: (error, _options, restore) => {
      restore?.()
      const open = openChatsOf(error)
      if (open === undefined) toast.error(userMessage(error))
      else setOpenChats(open)
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: jobsKey }),
  })
  return {
    remove: () => mutate({ closeOpen: false }),
    openChats,
    removeWithChats: () => {
      setOpenChats(undefined)
      mutate({ closeOpen: true })
    },
    keep: () => setOpenChats(undefined),
  }
}

async function undoDeletion(id: string): Promise<void> {
  try {
    await restoreJob(id)
    toast.success(words('restored'))
  } catch (error) {
    toast.error(userMessage(error))
  }
  await queryClient.invalidateQueries({ queryKey: jobsKey })
}

function openChatsOf(error: unknown): number | undefined {
  if (!isApiError(error) || error.code !== 'conflict') return undefined
  const open = error.problem?.meta?.['openSessions']
  return typeof open === 'number' ? open : undefined
}
