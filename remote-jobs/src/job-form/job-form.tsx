import type { Job } from '@errand/contract/jobs'
import { Button } from '@errand/shared-ui'
import { useRef } from 'react'
import { FormProvider, useForm } from 'react-hook-form'
import { useBeforeUnload } from 'react-router-dom'

import { AboutFields } from './about-fields.tsx'
import { ConflictNotice } from './conflict-notice.tsx'
import { FieldsEditor } from './fields-editor.tsx'
import { emptyJob, toFormValues, type JobFormValues } from './job-form-values.ts'
import styles from './job-form.module.css'
import { jobResolver } from './job-resolver.ts'
import { MessageFields } from './message-fields.tsx'
import { useKeepDraft, useStoredDraft } from './use-draft.ts'
import { useSaveJob } from './use-save-job.ts'
import { useSaveKey } from './use-save-key.ts'

interface JobFormProps {
  /** The job to change; nothing for a new one. */
  job: Job | undefined
  /** What a new one begins with. */
  initial?: JobFormValues
  onSaved: (job: Job) => void
}

const valuesOf = (job: Job): JobFormValues =>
  toFormValues({ ...job, status: job.status === 'archived' ? 'paused' : job.status })

/** The form of a job, the same for a new one and an old one. */
export function JobForm({ job, initial = emptyJob, onSaved }: JobFormProps) {
  const beginning = job === undefined ? initial : valuesOf(job)
  const form = useForm<JobFormValues>({
    defaultValues: beginning,
    resolver: jobResolver,
  })
  const { isDirty, submitCount, isValid } = form.formState
  const { key, draft, forget } = useStoredDraft(job?.id ?? 'new')
  const versionRef = useRef(draft?.version ?? job?.version ?? 0)
  useKeepDraft({ form, key, draft, versionRef })
  const { save, isSaving, theirs, settle } = useSaveJob({
    form,
    id: job?.id,
    versionRef,
    onSaved: (saved) => {
      form.reset(valuesOf(saved))
      forget()
      onSaved(saved)
    },
  })
  const submit = form.handleSubmit((values) => save(values))
  useSaveKey(() => void submit())
  useBeforeUnload((event) => {
    if (isDirty) event.preventDefault()
  })
  const take = (values: JobFormValues) => {
    form.reset(values)
    forget()
  }
  const discard = () => {
    versionRef.current = job?.version ?? 0
    take(beginning)
  }
  const keepMineOver = (other: Job) => {
    settle(other)
    void submit()
  }
  const takeTheirs = (other: Job) => {
    settle(other)
    take(valuesOf(other))
  }

  return (
    <FormProvider {...form}>
      <form className={styles['form']} noValidate onSubmit={(event) => void submit(event)}>
        {draft !== undefined && (
          <div role="status" className={styles['notice']}>
            <p>Your unsaved changes are back.</p>
            <Button size="small" onClick={discard}>
              Discard them
            </Button>
          </div>
        )}
        {theirs !== undefined && (
          <ConflictNotice
            theirs={theirs}
            mine={form.getValues()}
            onKeepMine={() => keepMineOver(theirs)}
            onTakeTheirs={() => takeTheirs(theirs)}
          />
        )}
        <AboutFields />
        <FieldsEditor />
        <MessageFields />
        {submitCount > 0 && !isValid && <ErrorSummary />}
        <div className={styles['bar']}>
          <Button type="submit" variant="primary" isBusy={isSaving}>
            Save
          </Button>
          <p>{isDirty ? 'Not saved yet' : job === undefined ? '' : 'All changes saved'}</p>
        </div>
      </form>
    </FormProvider>
  )
}

function ErrorSummary() {
  return (
    <p role="alert" className={styles['error']}>
      Something needs your attention above before the job can be saved.
    </p>
  )
}
