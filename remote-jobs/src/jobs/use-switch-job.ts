import type { JobSummary, UpdateJobInput } from '@errand/contract/jobs'
import { queryClient, userMessage } from '@errand/shared-auth'
import { showUndoToast } from '@errand/shared-ui'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import toast from 'react-hot-toast'

import { rivalOf, type Rival } from './default-rival.ts'
import { changeInLists, listsKey } from './job-lists.ts'
import { changeJob } from './jobs.api.ts'
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
