import type { JobList, JobStatus, JobSummary, UpdateJobInput } from '@errand/contract/jobs'
import { isApiError, queryClient, userMessage } from '@errand/shared-auth'
import { Badge, ConfirmDialog, showUndoToast } from '@errand/shared-ui'
import { type InfiniteData, useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import toast from 'react-hot-toast'
import * as z from 'zod/mini'

import { updateJob, deleteJob, restoreJob } from './jobs.api.ts'
import { jobsKey } from './jobs.queries.ts'
import { useWords, words } from './words/words.ts'

interface StatusChange extends Pick<UpdateJobInput, 'replaceDefault'> {
  isOn: boolean
  /** The id of another job. */
  jobId?: string
}

/**
 * Switches a job on or off at once, with Undo. The dialog asks first if it would replace another
 * default job.
 */
export function useSwitchJob({ id, name, status }: JobSummary) {
  const say = useWords()
  const [conflictingJob, setConflictingJob] = useState<ConflictingJob>()
  // Shown at once, before the lists are updated.
  const [optimisticIsOn, setOptimisticIsOn] = useState<boolean>()
  const { mutateAsync } = useMutation({
    mutationFn: ({ isOn, jobId = id, ...more }: StatusChange) =>
      // Without a version: switching off must work whatever was saved elsewhere meanwhile.
      updateJob(jobId, { ...more, action: isOn ? 'resume' : 'pause' }),
    onMutate: async ({ isOn, jobId = id }) => {
      await queryClient.cancelQueries({ queryKey: listsKey })
      const next = isOn ? 'active' : 'paused'
      return changeInLists((job) => (job.id === jobId ? { ...job, status: next } : job))
    },
    onError: (error, _input, restore) => {
      restore?.()
      const conflicting = conflictingDefaultJob(error)
      if (conflicting === undefined) toast.error(userMessage(error))
      else setConflictingJob(conflicting)
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: jobsKey }),
  })
  const change = async (input: StatusChange) => {
    if (input.jobId === undefined) setOptimisticIsOn(input.isOn)
    const isDone = await mutateAsync(input).then(
      () => true,
      () => false,
    )
    setOptimisticIsOn(undefined)
    return isDone
  }
  const switchJob = async (isOn: boolean, replaced?: ConflictingJob) => {
    if (!(await change({ isOn, ...(replaced && { replaceDefault: true }) }))) return
    // Undo makes the replaced job the default again, or nobody would answer.
    const undoChange =
      replaced === undefined
        ? { isOn: !isOn }
        : { jobId: replaced.id, isOn: true, replaceDefault: true }
    showUndoToast({
      message: words(isOn ? 'nowActive' : 'nowPaused', { name }),
      what: words(isOn ? 'undoResume' : 'undoPause', { name }),
      onUndo: async () => void (await change(undoChange)),
    })
  }
  return {
    isOn: optimisticIsOn ?? status === 'active',
    switchJob: (isOn: boolean) => void switchJob(isOn),
    dialog: (
      <ConfirmDialog
        isOpen={conflictingJob !== undefined}
        title={say('swapTitle', { name })}
        confirmLabel={say('swap')}
        onConfirm={() => {
          setConflictingJob(undefined)
          void switchJob(true, conflictingJob)
        }}
        onCancel={() => setConflictingJob(undefined)}
      >
        <p>{say('swapText', { present: conflictingJob?.name ?? '' })}</p>
      </ConfirmDialog>
    ),
  }
}

/** Deletes a job at once, with Undo. The dialog asks first if chats are still open. */
export function useDeleteJob(
  { id, name }: Pick<JobSummary, 'id' | 'name'>,
  onDeleted?: () => void,
) {
  const say = useWords()
  const [openChats, setOpenChats] = useState<number>()
  const { mutate } = useMutation({
    mutationFn: (closeOpen: boolean) => deleteJob(id, closeOpen),
    onMutate: async () => {
      await queryClient.cancelQueries({ queryKey: listsKey })
      return changeInLists((job) => (job.id === id ? undefined : job))
    },
    onSuccess: ({ archivedAt, undoUntil }) => {
      showUndoToast({
        message: words('deleted'),
        what: words('undoDelete', { name }),
        // Both times are by the api's clock: this machine's may be wrong.
        durationMs: Date.parse(undoUntil) - Date.parse(archivedAt),
        onUndo: () => undoDeletion(id),
      })
      onDeleted?.()
    },
    onError: (error, _closeOpen, restore) => {
      restore?.()
      const open = countOpenChats(error)
      if (open === undefined) toast.error(userMessage(error))
      else setOpenChats(open)
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: jobsKey }),
  })
  return {
    remove: () => mutate(false),
    dialog: (
      <ConfirmDialog
        isOpen={openChats !== undefined}
        title={say('closeTitle')}
        confirmLabel={say('closeAndDelete')}
        tone="danger"
        onConfirm={() => {
          setOpenChats(undefined)
          mutate(true)
        }}
        onCancel={() => setOpenChats(undefined)}
      >
        <p>{say('closeText', { count: openChats ?? 0, name })}</p>
      </ConfirmDialog>
    ),
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

function countOpenChats(error: unknown): number | undefined {
  if (!isApiError(error) || error.code !== 'conflict') return undefined
  const open = error.problem?.meta?.['openSessions']
  return typeof open === 'number' ? open : undefined
}

/** Restores a deleted job; it is paused until somebody switches it on. */
export function useRestoreJob({ id }: Pick<JobSummary, 'id'>) {
  const { mutate, isPending } = useMutation({
    mutationFn: () => restoreJob(id),
    onError: (error) => toast.error(userMessage(error)),
    onSettled: () => queryClient.invalidateQueries({ queryKey: jobsKey }),
  })
  return { restore: mutate, isRestoring: isPending }
}

/** The key of all cached lists of jobs, whatever their filter. */
const listsKey = [...jobsKey, 'list'] as const

/**
 * Updates jobs in all cached lists, or removes those for which `change` returns undefined; returns
 * a rollback.
 */
function changeInLists(change: (job: JobSummary) => JobSummary | undefined): () => void {
  const before = queryClient.getQueriesData<InfiniteData<JobList>>({ queryKey: listsKey })
  queryClient.setQueriesData<InfiniteData<JobList>>(
    { queryKey: listsKey },
    (data) =>
      data && {
        ...data,
        pages: data.pages.map((page) => ({
          ...page,
          items: page.items.flatMap((job) => change(job) ?? []),
        })),
      },
  )
  return () => {
    for (const [key, data] of before) queryClient.setQueryData(key, data)
  }
}

const conflictingJobSchema = z.object({ id: z.string(), name: z.string() })

/** The default job that a change would replace. */
type ConflictingJob = z.output<typeof conflictingJobSchema>

export function conflictingDefaultJob(error: unknown): ConflictingJob | undefined {
  if (!isApiError(error) || error.code !== 'conflict') return undefined
  const present = error.problem?.meta?.['activeDefault']
  return conflictingJobSchema.safeParse(present).data
}

const tones = {
  draft: 'neutral',
  active: 'success',
  paused: 'warning',
  archived: 'neutral',
} as const

/** The status of a job. */
export function JobStatusBadge({ status }: { status: JobStatus }) {
  const say = useWords()
  return <Badge tone={tones[status]}>{say(status)}</Badge>
}
