import type { Job, UpdateJobInput } from '@errand/contract/jobs'
import type { Problem } from '@errand/contract/problem'
import { queryClient, userMessage } from '@errand/shared-auth'
import { showFieldErrors } from '@errand/shared-ui'
import { useMutation } from '@tanstack/react-query'
import { useState, type RefObject } from 'react'
import { flushSync } from 'react-dom'
import type { FieldPath, UseFormReturn } from 'react-hook-form'
import toast from 'react-hot-toast'

import { jobChanges } from '../changes/job-changes.ts'
import { formPath } from '../job-draft/job-resolver.ts'
import { toFormValues, toJobInput, type JobFormValues } from '../job-draft/job-values.ts'
import { rivalOf } from '../jobs/default-rival.ts'
import { updateJob } from '../jobs/jobs.api.ts'
import { jobQuery, jobsKey } from '../jobs/jobs.queries.ts'
import { currentCopy } from './current-copy.ts'
import { useCreateJob } from './use-create-job.ts'

/** What is done with the job beside saving it. */
export type SaveAction = Pick<UpdateJobInput, 'note' | 'replaceDefault' | 'toVersion'> & {
  action: 'save' | 'publish' | 'rollback'
}

/** What was done, and with which values: more may have been typed since. */
export type SentAction = SaveAction & { values: JobFormValues }

interface SaveJob {
  form: UseFormReturn<JobFormValues>
  /** The job to change; nothing for a new one. */
  id: Job['id'] | undefined
  /** The version that is changed; another one in the api is shown before it is overwritten. */
  versionRef: RefObject<number>
  /** The job that stood against publishing this one just before. */
  firstRival: string | undefined
  onSaved: (job: Job, done: SentAction) => void
  /** A new job was made and could not be published, perhaps because of another job. */
  onUnpublished: (job: Job, sent: JobFormValues, error: unknown) => void
  /** It was refused by something that the form tells, not the dialog above it. */
  onRefused: () => void
  /** A field of the list was refused, which may be closed. */
  onFieldRefused: (index: number) => void
}

/** A job saved elsewhere meanwhile, and what was to be done with it here. */
interface Conflict {
  theirs: Job
  done: SaveAction
}

/** Saves the form; a job saved elsewhere meanwhile comes back as a `conflict`. */
export function useSaveJob(saving: SaveJob) {
  const { id, versionRef, firstRival, onSaved, onUnpublished, onRefused } = saving
  const [conflict, setConflict] = useState<Conflict>()
  const [rival, setRival] = useState(firstRival)
  const createJob = useCreateJob()

  /** The job is there even where publishing it is refused: its own page goes on then. */
  const createAndPublish = async (values: JobFormValues, done: SaveAction) => {
    const job = await createJob(toJobInput(values))
    if (done.action === 'save') return job
    try {
      return await updateJob(job.id, done, job.version)
    } catch (error) {
      onUnpublished(job, values, error)
      throw error
    }
  }

  const { mutateAsync, isPending } = useMutation({
    mutationFn: ({ values, ...done }: SentAction) => {
      if (id === undefined) return createAndPublish(values, done)
      const content = done.action === 'rollback' ? {} : toJobInput(values)
      const input = { ...content, ...done }
      return updateJob(id, input, versionRef.current).catch((error: unknown) => {
        // Saved elsewhere as it stands here, such as by a call whose answer was lost.
        const current = currentCopy(error)
        if (current === undefined || !isSame(current, values)) throw error
        return updateJob(id, input, current.version)
      })
    },
    onSuccess: (job, done) => {
      versionRef.current = job.version
      setConflict(undefined)
      setRival(undefined)
      keep(job, done.action !== 'save')
      onSaved(job, done)
    },
    onError: (error, { values: _values, ...done }) => {
      const present = rivalOf(error)?.name
      if (present !== undefined && done.action === 'publish') {
        setRival(present)
        return
      }
      // At once: below an open dialog nothing can have the focus.
      flushSync(onRefused)
      const theirs = currentCopy(error)
      if (theirs !== undefined) setConflict({ theirs, done })
      else if (!showRefused(error, saving)) toast.error(userMessage(error))
    },
  })

  /** Has seen the other copy: from now on it is the one that is changed. */
  const settle = (other: Job) => {
    versionRef.current = other.version
    keep(other, false)
    setConflict(undefined)
  }
  /** Whether it was saved; why not has been told. */
  const save = (request: SentAction): Promise<boolean> =>
    mutateAsync(request).then(
      () => true,
      () => false,
    )
  return { save, isSaving: isPending, conflict, settle, rival }
}

/** The new copy counts; a publication has changed the list of versions too. */
function keep(job: Job, hasNewVersion: boolean): void {
  const { queryKey } = jobQuery(job.id)
  queryClient.setQueryData(queryKey, (before) => ({ versions: [], ...before, job }))
  const predicate = isNot(hasNewVersion ? undefined : job.id)
  void queryClient.invalidateQueries({ queryKey: jobsKey, predicate })
}

/** Everything about jobs but the one just answered, which is the newest there is. */
const isNot =
  (id: string | undefined) =>
  ({ queryKey }: { queryKey: readonly unknown[] }): boolean =>
    id === undefined || !queryKey.includes(id)

const isSame = (job: Job, values: JobFormValues): boolean =>
  jobChanges(toFormValues(job), values).length === 0

/** Beside the values that were refused; the form has other names for some of them. */
export function showRefused(
  error: unknown,
  { form, onFieldRefused }: Pick<SaveJob, 'form' | 'onFieldRefused'>,
): boolean {
  const at = (name: string) => formPath(name.split('.')) as FieldPath<JobFormValues>
  const isShown = showFieldErrors(error, {
    getValues: (name) => form.getValues(at(name)),
    setError: (name, problem, options) => form.setError(at(name), problem, options),
  })
  const refused = refusedField(error)
  if (refused !== undefined) onFieldRefused(refused)
  return isShown
}

function refusedField(error: unknown): number | undefined {
  const { problem } = error as { problem?: Problem }
  const pointers = problem?.errors?.map(({ pointer }) => pointer) ?? []
  const found = pointers.map((pointer) => /^#\/fields\/(\d+)/.exec(pointer)?.[1])
  const first = found.find((index) => index !== undefined)
  return first === undefined ? undefined : Number(first)
}
