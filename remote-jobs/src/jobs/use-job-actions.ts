import type { JobList, JobSummary, UpdateJobInput } from '@errand/contract/jobs'
import { isApiError, queryClient, userMessage } from '@errand/shared-auth'
import { showUndoToast } from '@errand/shared-ui'
import { type InfiniteData, useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import toast from 'react-hot-toast'

import { changeJob, deleteJob, restoreJob } from './jobs.api.ts'
import { jobsKey } from './jobs.queries.ts'
import { words } from './words/words.ts'

interface Switching extends Pick<UpdateJobInput, 'replaceDefault'> {
  isOn: boolean
  /** Another job than this one. */
  of?: string
}

/** Switches a job on or off, at once; a toast takes it back. */
export function useSwitchJob({ id, name, status }: JobSummary) {
  const [rival, setRival] = useState<Rival>()
  // What was chosen is seen in the same picture, before any list has heard of it.
  const [wanted, setWanted] = useState<boolean>()
  const { mutateAsync } = useMutation({
    mutationFn: ({ isOn, of = id, ...more }: Switching) =>
      // Without a version: who wants silence gets it, whatever was saved elsewhere meanwhile.
      changeJob(of, { ...more, action: isOn ? 'resume' : 'pause' }),
    onMutate: async ({ isOn, of = id }) => {
      await queryClient.cancelQueries({ queryKey: listsKey })
      const next = isOn ? 'active' : 'paused'
      return changeInLists((job) => (job.id === of ? { ...job, status: next } : job))
    },
    onError: (error, _input, restore) => {
      restore?.()
      const present = rivalOf(error)
      if (present === undefined) toast.error(userMessage(error))
      else setRival(present)
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: jobsKey }),
  })
  const change = async (input: Switching) => {
    if (input.of === undefined) setWanted(input.isOn)
    const isDone = await mutateAsync(input).then(
      () => true,
      () => false,
    )
    setWanted(undefined)
    return isDone
  }
  const switchJob = async (isOn: boolean, replaced?: Rival) => {
    if (!(await change({ isOn, ...(replaced && { replaceDefault: true }) }))) return
    // The other job takes its place again, or nobody would answer.
    const back =
      replaced === undefined
        ? { isOn: !isOn }
        : { of: replaced.id, isOn: true, replaceDefault: true }
    showUndoToast({
      message: words(isOn ? 'nowActive' : 'nowPaused', { name }),
      what: words(isOn ? 'undoResume' : 'undoPause', { name }),
      onUndo: async () => void (await change(back)),
    })
  }
  return {
    isOn: wanted ?? status === 'active',
    switchJob: (isOn: boolean) => void switchJob(isOn),
    rival: rival?.name,
    swap: () => {
      setRival(undefined)
      void switchJob(true, rival)
    },
    keep: () => setRival(undefined),
  }
}

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

/** Brings a deleted job back; it is paused until somebody switches it on. */
export function useRestoreJob({ id }: Pick<JobSummary, 'id'>) {
  const { mutate, isPending, isSuccess } = useMutation({
    mutationFn: () => restoreJob(id),
    onError: (error) => toast.error(userMessage(error)),
    onSettled: () => queryClient.invalidateQueries({ queryKey: jobsKey }),
  })
  return { restore: mutate, isRestoring: isPending, isRestored: isSuccess }
}

/** Every list of jobs that is in the cache, however it is filtered. */
const listsKey = [...jobsKey, 'list'] as const

/** Changes or, by `undefined`, removes jobs of all lists at once; the answer takes it back. */
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

import * as z from 'zod/mini'

const rivalSchema = z.object({ id: z.string(), name: z.string() })

/** The job that answers everybody already, where a change was refused because of it. */
interface Rival {
  id: string
  name: string
}

export function rivalOf(error: unknown): Rival | undefined {
  if (!isApiError(error) || error.code !== 'conflict') return undefined
  const present = error.problem?.meta?.['activeDefault']
  return rivalSchema.safeParse(present).data
}
