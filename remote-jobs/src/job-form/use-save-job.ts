import { newIdempotencyKey } from '@errand/contract/idempotency-key'
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
import { createJob, updateJob } from '../jobs/jobs.api.ts'
import { jobQuery, jobsKey } from '../jobs/jobs.queries.ts'

/** What to do besides saving. */
export type SaveAction = Pick<UpdateJobInput, 'note' | 'replaceDefault' | 'toVersion'> & {
  action: 'save' | 'publish' | 'rollback'
}

/** The action with the values that were sent: more may have been typed since. */
type SentAction = SaveAction & { values: JobFormValues }

interface SaveJobOptions {
  form: UseFormReturn<JobFormValues>
  /** The job to update; undefined for a new one. */
  id: Job['id'] | undefined
  /**
   * The version that the form is based on; if the api has another one, it is shown before it is
   * overwritten.
   */
  versionRef: RefObject<number>
  /** The default job that prevented publishing this one just before. */
  firstConflictingJob: string | undefined
  onSaved: (job: Job, done: SentAction) => void
  /** A new job was created but could not be published, perhaps because of another default job. */
  onPublishFailed: (job: Job, sent: JobFormValues, error: unknown) => void
  /** Another default job is in the way of publishing, which the dialog asks about. */
  onDefaultConflict: () => void
  /** The save was refused for a reason that the form shows, not the dialog above it. */
  onRefused: () => void
  /** Values at these paths were refused; their controls may be in a closed section or row. */
  onPathsRefused: (paths: readonly string[]) => void
}

/** The copy that was saved elsewhere meanwhile, and what this form was going to do. */
export interface Conflict {
  theirs: Job
  done: SaveAction
}

/** Saves the form; a copy saved elsewhere meanwhile is returned as `conflict`. */
export function useSaveJob(saving: SaveJobOptions) {
  const { id, versionRef, firstConflictingJob, onSaved, onPublishFailed, onRefused } = saving
  const [conflict, setConflict] = useState<Conflict>()
  const [conflictingJob, setConflictingJob] = useState(firstConflictingJob)
  const create = useCreateJob()

  /** The job stays created even if publishing it is refused: its own page opens then. */
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

  const { mutateAsync, isPending, variables } = useMutation({
    mutationFn: ({ values, ...done }: SentAction) => {
      if (id === undefined) return createAndPublish(values, done)
      const content = done.action === 'rollback' ? {} : toJobInput(values)
      const input = { ...content, ...done }
      return updateJob(id, input, versionRef.current).catch((error: unknown) => {
        // The other copy equals this form, such as after a save whose answer was lost: save over
        // it.
        const current = currentCopy(error)
        if (current === undefined || !hasSameContent(current, values)) throw error
        return updateJob(id, input, current.version)
      })
    },
    onSuccess: (job, done) => {
      versionRef.current = job.version
      setConflict(undefined)
      setConflictingJob(undefined)
      cacheSavedJob(job, done.action !== 'save')
      onSaved(job, done)
    },
    onError: (error, { values: _values, ...done }) => {
      const conflictingName = conflictingDefaultJob(error)?.name
      if (conflictingName !== undefined && done.action === 'publish') {
        setConflictingJob(conflictingName)
        // A job that was just created asks on its own page.
        if (id !== undefined) saving.onDefaultConflict()
        return
      }
      // flushSync: an element below an open dialog cannot take the focus.
      flushSync(onRefused)
      const theirs = currentCopy(error)
      if (theirs !== undefined) setConflict({ theirs, done })
      else if (!showRefusedFields(error, saving)) toast.error(userMessage(error))
    },
  })

  /** The owner has seen the other copy: from now on that version is the base. */
  const acceptVersion = (other: Job) => {
    versionRef.current = other.version
    cacheSavedJob(other, false)
    setConflict(undefined)
  }
  /** Resolves to whether it was saved; the reason for a failure has been shown. */
  const save = (request: SentAction): Promise<boolean> =>
    mutateAsync(request).then(
      () => true,
      () => false,
    )
  const isPublishing = isPending && variables.action === 'publish'
  return { save, isSaving: isPending, isPublishing, conflict, acceptVersion, conflictingJob }
}

/** Caches the saved job; publishing has changed the list of versions as well. */
function cacheSavedJob(job: Job, hasNewVersion: boolean): void {
  const { queryKey } = jobQuery(job.id)
  queryClient.setQueryData(queryKey, (before) => ({ versions: [], ...before, job }))
  void queryClient.invalidateQueries({
    queryKey: jobsKey,
    // The answer itself is the newest copy: refetch everything else.
    predicate: ({ queryKey: [, , id] }) => hasNewVersion || id !== job.id,
  })
}

const hasSameContent = (job: Job, values: JobFormValues): boolean =>
  jobChanges(toFormValues(job), values).length === 0

/** Shows errors at the refused fields; the form names some of them differently. */
export function showRefusedFields(
  error: unknown,
  { form, onPathsRefused }: Pick<SaveJobOptions, 'form' | 'onPathsRefused'>,
): boolean {
  // flushSync: a control that is not there cannot take the focus.
  flushSync(() => onPathsRefused(refusedPaths(error)))
  const at = (name: string) => toFormPath(name.split('.')) as FieldPath<JobFormValues>
  return showFieldErrors(error, {
    getValues: (name) => form.getValues(at(name)),
    setError: (name, problem, options) => form.setError(at(name), problem, options),
  })
}

function refusedPaths(error: unknown): string[] {
  const { problem } = error as { problem?: Problem }
  return problem?.errors?.map(({ pointer }) => pointer.slice(2).replaceAll('/', '.')) ?? []
}

interface CreateAttempt {
  key: string
  input: CreateJobInput
  /** The created job, once it is known. */
  made?: Job | undefined
}

/**
 * Creates one job, however often it is called until the api has answered: when an answer was lost,
 * the same call is repeated with its idempotency key first, and later changes are saved over it.
 */
function useCreateJob(): (input: CreateJobInput) => Promise<Job> {
  const pendingAttempt = useRef<CreateAttempt>(undefined)
  return async (input) => {
    const attempt = (pendingAttempt.current ??= { key: newIdempotencyKey(), input })
    try {
      const made = (attempt.made ??= await createJob(attempt.input, attempt.key))
      const isWhole = isSame(attempt.input, input)
      const job = isWhole ? made : await updateJob(made.id, input, made.version)
      pendingAttempt.current = undefined
      return job
    } catch (error) {
      // If the job exists, only its changes were refused: the next attempt updates the same job.
      if (isRefusal(error) && attempt.made === undefined) pendingAttempt.current = undefined
      attempt.made = currentCopy(error) ?? attempt.made
      throw error
    }
  }
}

/** Whether the api has decided; it has not while the first of two equal calls is in progress. */
const isRefusal = (error: unknown): boolean =>
  isApiError(error) &&
  error.status > 0 &&
  error.status < 500 &&
  error.code !== 'request_in_progress'

/** A new job that was created but could not be published, as passed to its own page. */
export interface PublishFailure {
  /** The default job in conflict, which the publish dialog asks about. */
  conflictingJob?: string | undefined
  /** What was refused. */
  errors?: Problem['errors']
}

/** The reasons why publishing failed. */
export const toPublishFailure = (error: unknown): PublishFailure => ({
  conflictingJob: conflictingDefaultJob(error)?.name,
  errors: isApiError(error) ? error.problem?.errors : undefined,
})

/** The current copy in the api, if the error is a version conflict. */
function currentCopy(error: unknown): Job | undefined {
  if (!isApiError(error) || error.code !== 'version_conflict') return undefined
  return jobSchema.safeParse(error.problem?.meta?.['current']).data
}
