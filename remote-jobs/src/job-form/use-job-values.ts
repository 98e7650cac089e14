import type { Job } from '@errand/contract/jobs'
import { useFormDraft } from '@errand/shared-auth'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { useForm } from 'react-hook-form'

import { useMoveAnswers } from '../assist/drafting.ts'
import { jobResolver } from '../job-draft/job-resolver.ts'
import {
  type JobFormValues,
  completeValues,
  emptyJob,
  isSame,
  toFormValues,
} from '../job-draft/job-values.ts'
import { useTypedSentence } from '../jobs/job-prompt.tsx'
import type { JobFormProps } from './job-form-props.ts'
import { useSetAside } from './use-set-aside.ts'

const draftName = (id: string) => `job:${id}`

/** The values of the job form, their draft, and the version of the job that they are based on. */
export function useJobValues({ job, initial = emptyJob }: Pick<JobFormProps, 'job' | 'initial'>) {
  const [initialValues] = useState(() => (job === undefined ? initial : toFormValues(job)))
  const form = useForm<JobFormValues>({ defaultValues: initialValues, resolver: jobResolver })
  const moveAnswers = useMoveAnswers()
  const sentence = useTypedSentence()
  const { draft, forget, keep } = useFormDraft<JobFormValues, number>({
    name: draftName(job?.id ?? 'new'),
    form,
    // The version that the draft is based on: saving over a newer one is refused.
    getBase: (): number => versionRef.current,
    restore: ({ values }) => completeValues(values),
  })
  const versionRef: RefObject<number> = useRef(draft?.base ?? job?.version ?? 0)
  useTrackVersion(job, initialValues, versionRef)
  const reset = (saved = job) => {
    form.reset(saved === undefined ? initialValues : toFormValues(saved))
    forget()
  }
  const aside = useSetAside({
    form,
    onEmpty: () => reset(),
    onKeep: (values) => keep({ base: 0, values }),
  })
  return {
    form,
    draft,
    aside,
    versionRef,
    /** Shows the values of a job in place of what was typed. */
    reset,
    discard: () => {
      versionRef.current = job?.version ?? 0
      reset()
    },
    /** Shows what was saved, and keeps what was typed meanwhile. */
    applySaved: (saved: Job, sent: JobFormValues) => {
      const values = mergeTypedMeanwhile(form.getValues(), sent, saved)
      reset(saved)
      if (job === undefined) {
        moveAnswers(saved.id)
        sentence.write('')
      }
      if (values === undefined) return
      form.reset(values, { keepDefaultValues: true })
      keep({ base: saved.version, values }, draftName(saved.id))
    },
  }
}

/**
 * Switching a job on or off changes its version but not its content: saving the form afterwards is
 * no conflict.
 */
function useTrackVersion(
  job: Job | undefined,
  first: JobFormValues,
  versionRef: RefObject<number>,
): void {
  const seen = useRef({ version: job?.version, values: first })
  useEffect(() => {
    if (job === undefined || job.version === seen.current.version) return
    const values = toFormValues(job)
    const isUnchanged = isSame(values, seen.current.values)
    if (isUnchanged && versionRef.current === seen.current.version) versionRef.current = job.version
    seen.current = { version: job.version, values }
  }, [job, versionRef])
}

/**
 * The values that were typed while a save was on its way, with the ids that the save gave to new
 * fields; undefined if nothing was typed.
 */
function mergeTypedMeanwhile(
  typed: JobFormValues,
  sent: JobFormValues,
  saved: Job,
): JobFormValues | undefined {
  if (isSame(typed, sent)) return undefined
  const idOf = (key: string) => saved.fields.find((field) => field.key === key)?.id ?? ''
  const fields = typed.fields.map((field) => ({ ...field, id: field.id || idOf(field.key) }))
  return structuredClone({ ...typed, fields })
}
