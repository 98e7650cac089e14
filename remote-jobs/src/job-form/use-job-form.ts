import type { Job } from '@errand/contract/jobs'
import { useActions } from '@errand/shared-ui'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { FieldErrors, UseFormReturn } from 'react-hook-form'
import toast from 'react-hot-toast'
import { useBeforeUnload } from 'react-router-dom'

import { checkJob } from '../changes/check-job.ts'
import type { JobFormValues } from '../job-draft/job-values.ts'
import { useWords, words } from '../job-draft/words/words.ts'
import { useKeptChats } from '../phone/use-kept-chats.ts'
import { useTestChat } from '../phone/use-test-chat.ts'
import type { JobFormProps } from './job-form-props.ts'
import { useJobValues } from './use-job-values.ts'
import {
  type Conflict,
  type SaveAction,
  showRefusedFields,
  type PublishFailure,
  toPublishFailure,
  useSaveJob,
} from './use-save-job.ts'
import { useSections } from './use-sections.ts'

/** State and actions of the job form. */
export function useJobForm(props: JobFormProps) {
  const { job, publishFailure, onSaved } = props
  const say = useWords()
  const { applySaved, reset, versionRef, ...values } = useJobValues(props)
  const { form } = values
  const { isDirty } = form.formState
  const isLeavingAllowed = useRef(false)
  const sections = useSections(job !== undefined)
  const [dialog, setDialog] = useState<'publish' | 'versions' | undefined>(
    publishFailure?.conflictingJob !== undefined && job?.liveVersionId === null
      ? 'publish'
      : undefined,
  )
  const chat = useTestChat(job?.id, form.getValues, props.chat)
  const startedChat = { messages: chat.messages, turn: chat.turn }
  const kept = useKeptChats(job?.id, form.getValues)
  const saving = useSaveJob({
    form,
    id: job?.id,
    versionRef,
    firstConflictingJob: publishFailure?.conflictingJob,
    onPathsRefused: sections.openPaths,
    onRefused: () => setDialog(undefined),
    onDefaultConflict: () => setDialog('publish'),
    onPublishFailed: (made, sent, error) => {
      applySaved(made, sent)
      isLeavingAllowed.current = true
      onSaved?.(made, { ...toPublishFailure(error), chat: startedChat })
    },
    onSaved: (saved, { action, toVersion, values: sent }) => {
      const wasChanged = job !== undefined && isDirty
      applySaved(saved, sent)
      isLeavingAllowed.current = job === undefined
      if (action !== 'save') setDialog(undefined)
      toast.success(savedMessage(saved, { action, toVersion }))
      if (wasChanged) kept.replayAll()
      onSaved?.(saved, { chat: startedChat })
    },
  })
  const openInvalid = (errors: FieldErrors<JobFormValues>) => {
    setDialog(undefined)
    const paths = pathsOf(errors)
    const others = paths.filter((path) => !path.startsWith('fields.'))
    // flushSync: the form focuses the first error only if its section and its row are open.
    flushSync(() => sections.openPaths(others.length > 0 ? others : paths))
  }
  useInitialErrors(publishFailure?.errors, form, sections.openPaths)
  const isBusy = useRef(false)
  /**
   * Saves once at a time, because a second save would conflict with the first; resolves to whether
   * it was saved.
   */
  const save = async (action: SaveAction = { action: 'save' }): Promise<boolean> => {
    if (isBusy.current) return false
    isBusy.current = true
    let isSaved = false
    await form
      .handleSubmit(async (valid) => {
        isSaved = await saving.save({ ...action, values: valid })
      }, openInvalid)()
      .finally(() => (isBusy.current = false))
    return isSaved
  }
  useActions(say('thisJob'), [
    { id: 'job:save', label: say('save'), keys: 'mod+s', run: () => void save() },
    ...sections.actions,
  ])
  useBeforeUnload((event) => {
    if (isDirty) event.preventDefault()
  })
  return {
    ...values,
    chat,
    kept,
    saving,
    sections,
    dialog,
    setDialog,
    isLeavingAllowed,
    save,
    /** The first publication needs a dialog only if there is something to read in it. */
    requestPublish: () => {
      const isFirst = (job?.liveVersionId ?? null) === null
      if (isFirst && checkJob(form.getValues()).length === 0) void save({ action: 'publish' })
      else setDialog('publish')
    },
    rollback: (toVersion: number) =>
      void saving.save({ action: 'rollback', toVersion, values: form.getValues() }),
    keepMine: ({ theirs, done }: Conflict) => {
      saving.acceptVersion(theirs)
      void save(done.action === 'publish' ? done : undefined)
    },
    takeTheirs: ({ theirs }: Conflict) => {
      saving.acceptVersion(theirs)
      reset(theirs)
    },
    keepChat: () => {
      kept.keep(chat.messages, chat.turn?.collected.values ?? {})
      toast.success(words('kept'))
    },
  }
}

function savedMessage({ name }: Job, { action, toVersion }: SaveAction): string {
  if (action === 'save') return words('saved')
  return toVersion === undefined
    ? words('nowActive', { name })
    : words('backTo', { number: toVersion })
}

/** Shows, once, the errors of publishing a new job, which happened before this page was opened. */
function useInitialErrors(
  errors: PublishFailure['errors'],
  form: UseFormReturn<JobFormValues>,
  onPathsRefused: (paths: readonly string[]) => void,
): void {
  const showErrors = useEffectEvent(() => {
    if (errors !== undefined) showRefusedFields({ problem: { errors } }, { form, onPathsRefused })
  })
  useEffect(() => {
    // Afterwards: an effect cannot open a section and focus a control in it.
    const timer = setTimeout(() => showErrors())
    return () => clearTimeout(timer)
  }, [])
}

/** The paths of the first two steps of all errors: `name`, `fields.0`, `behaviour.onComplete`. */
function pathsOf(errors: FieldErrors<JobFormValues>): string[] {
  return Object.entries(errors).flatMap(([part, below]) =>
    part === 'fields' || part === 'behaviour'
      ? Object.keys(below).map((name) => `${part}.${name}`)
      : [part],
  )
}

export type JobFormState = ReturnType<typeof useJobForm>
