import {
  type CreateJobInput,
  type Job,
  type UpdateJobInput,
  jobSchema,
} from '@errand/contract/jobs'
import type { Problem } from '@errand/contract/problem'
import { isApiError, queryClient, userMessage } from '@errand/shared-auth'
import { showFieldErrors } from '@errand/shared-ui'
import { useMutation } from '@tanstack/react-query'
import { type RefObject, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { FieldPath, UseFormReturn } from 'react-hook-form'
import toast from 'react-hot-toast'

import { jobChanges } from '../changes/job-changes.ts'
import { toFormPath } from '../job-draft/job-resolver.ts'
import { type JobFormValues, isSame, toFormValues, toJobInput } from '../job-draft/job-values.ts'
import { conflictingDefaultJob } from '../jobs/job-actions.tsx'
import { createJob, newRandomKey, updateJob } from '../jobs/jobs.api.ts'
import { jobQuery, jobsKey } from '../jobs/jobs.queries.ts'

/** What is done with the job beside saving it. */
export type SaveAction = Pick<UpdateJobInput, 'note' | 'replaceDefault' | 'toVersion'> & {
  action: 'save' | 'publish' | 'rollback'
}

/** What was done, and with which values: more may have been typed since. */
type SentAction = SaveAction & { values: JobFormValues }

interface SaveJobOptions {
  form: UseFormReturn<JobFormValues>
  /** The job to change; nothing for a new one. */
  id: Job['id'] | undefined
  /** The version that is changed; another one in the api is shown before it is overwritten. */
  versionRef: RefObject<number>
  /** The job that stood against publishing this one just before. */
  firstConflictingJob: string | undefined
  onSaved: (job: Job, done: SentAction) => void
  /** A new job was made and could not be published, perhaps because of another job. */
  onPublishFailed: (job: Job, sent: JobFormValues, error: unknown) => void
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
export function useSaveJob(saving: SaveJobOptions) {
  const { id, versionRef, firstConflictingJob, onSaved, onPublishFailed, onRefused } = saving
  const [conflict, setConflict] = useState<Conflict>()
  const [rival, setRival] = useState(firstConflictingJob)
  const create = useCreateJob()

  /** The job is there even where publishing it is refused: its own page goes on then. */
  const createAndPublish = async (values: JobFormValues, done: SaveAction) => {
    const job = await create(toJobInput(values))
    if (done.action === 'save') return job
    try {
      return await updateJob(job.id, done, job.version)
    } catch (error) {
      onPublishFailed(job, values, error)
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
        if (current === undefined || !hasSameContent(current, values)) throw error
        return updateJob(id, input, current.version)
      })
    },
    onSuccess: (job, done) => {
      versionRef.current = job.version
      setConflict(undefined)
      setRival(undefined)
      cacheSavedJob(job, done.action !== 'save')
      onSaved(job, done)
    },
    onError: (error, { values: _values, ...done }) => {
      const conflictingName = conflictingDefaultJob(error)?.name
      if (conflictingName !== undefined && done.action === 'publish') {
        setRival(conflictingName)
        return
      }
      // At once: below an open dialog nothing can have the focus.
      flushSync(onRefused)
      const theirs = currentCopy(error)
      if (theirs !== undefined) setConflict({ theirs, done })
      else if (!showRefusedFields(error, saving)) toast.error(userMessage(error))
    },
  })

  /** Has seen the other copy: from now on it is the one that is changed. */
  const settle = (other: Job) => {
    versionRef.current = other.version
    cacheSavedJob(other, false)
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
function cacheSavedJob(job: Job, hasNewVersion: boolean): void {
  const { queryKey } = jobQuery(job.id)
  queryClient.setQueryData(queryKey, (before) => ({ versions: [], ...before, job }))
  void queryClient.invalidateQueries({
    queryKey: jobsKey,
    // All but the one just answered, which is the newest there is.
    predicate: ({ queryKey: [, , id] }) => hasNewVersion || id !== job.id,
  })
}

const hasSameContent = (job: Job, values: JobFormValues): boolean =>
  jobChanges(toFormValues(job), values).length === 0

/** Beside the values that were refused; the form has other names for some of them. */
export function showRefusedFields(
  error: unknown,
  { form, onFieldRefused }: Pick<SaveJobOptions, 'form' | 'onFieldRefused'>,
): boolean {
  const at = (name: string) => toFormPath(name.split('.')) as FieldPath<JobFormValues>
  const isShown = showFieldErrors(error, {
    getValues: (name) => form.getValues(at(name)),
    setError: (name, problem, options) => form.setError(at(name), problem, options),
  })
  const refused = refusedFieldIndex(error)
  if (refused !== undefined) onFieldRefused(refused)
  return isShown
}

function refusedFieldIndex(error: unknown): number | undefined {
  const { problem } = error as { problem?: Problem }
  const pointers = problem?.errors?.map(({ pointer }) => pointer) ?? []
  const found = pointers.map((pointer) => /^#\/fields\/(\d+)/.exec(pointer)?.[1])
  const first = found.find((index) => index !== undefined)
  return first === undefined ? undefined : Number(first)
}

interface CreateAttempt {
  key: string
  input: CreateJobInput
  /** What was made of it, once that is known. */
  made?: Job | undefined
}

/**
 * Creates one job, however often it is called until the api has answered: when an answer was lost,
 * the same attempt is repeated first, and what was changed since is saved over it.
 */
function useCreateJob(): (input: CreateJobInput) => Promise<Job> {
  const pendingAttempt = useRef<CreateAttempt>(undefined)
  return async (input) => {
    const attempt = (pendingAttempt.current ??= { key: newRandomKey(), input })
    try {
      const made = (attempt.made ??= await createJob(attempt.input, attempt.key))
      const isWhole = isSame(attempt.input, input)
      const job = isWhole ? made : await updateJob(made.id, input, made.version)
      pendingAttempt.current = undefined
      return job
    } catch (error) {
      // Of a job that is made its changes were refused: the next attempt is about the same job.
      if (isRefusal(error) && attempt.made === undefined) pendingAttempt.current = undefined
      attempt.made = currentCopy(error) ?? attempt.made
      throw error
    }
  }
}

/** The api has decided; it has not while the first of two equal calls is still worked on. */
const isRefusal = (error: unknown): boolean =>
  isApiError(error) &&
  error.status > 0 &&
  error.status < 500 &&
  error.code !== 'request_in_progress'

/** A new job that is there, but could not be published; its own page goes on. */
export interface PublishFailure {
  /** The job that stands against it, which the dialog to publish asks about. */
  conflictingJob?: string | undefined
  /** What of it was refused. */
  errors?: Problem['errors']
}

/** Why it could not, as the page of the job is told. */
export const toPublishFailure = (error: unknown): PublishFailure => ({
  conflictingJob: conflictingDefaultJob(error)?.name,
  errors: isApiError(error) ? error.problem?.errors : undefined,
})

/** The job as it is in the api, where a change of an older version was refused. */
function currentCopy(error: unknown): Job | undefined {
  if (!isApiError(error) || error.code !== 'version_conflict') return undefined
  return jobSchema.safeParse(error.problem?.meta?.['current']).data
}
