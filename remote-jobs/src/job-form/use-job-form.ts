import type { Job } from '@errand/contract/jobs'
import { useFormDraft } from '@errand/shared-auth'
import { latinKey } from '@errand/shared-ui'
import {
  type FormEvent,
  type RefObject,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { flushSync } from 'react-dom'
import { type FieldErrors, useForm, type UseFormReturn } from 'react-hook-form'
import toast from 'react-hot-toast'
import { useBeforeUnload } from 'react-router-dom'

import { useMoveAnswers } from '../assist/drafting.ts'
import { checkJob } from '../changes/check-job.ts'
import { jobResolver } from '../job-draft/job-resolver.ts'
import {
  type JobFormValues,
  completeValues,
  emptyJob,
  isSame,
  toFormValues,
} from '../job-draft/job-values.ts'
import { words } from '../job-draft/words/words.ts'
import { useTypedSentence } from '../jobs/job-prompt.tsx'
import { useKeptChats } from '../phone/use-kept-chats.ts'
import { useTestChat } from '../phone/use-test-chat.ts'
import { sectionAt } from '../sections/section-list.ts'
import type { JobFormProps } from './job-form-props.ts'
import {
  type SaveAction,
  showRefusedFields,
  type PublishFailure,
  toPublishFailure,
  useSaveJob,
} from './use-save-job.ts'
import { useSections } from './use-sections.ts'
import { useSetAside } from './use-set-aside.ts'

const draftName = (id: string) => `job:${id}`

/** State and actions of the job form. */
export function useJobForm(props: JobFormProps) {
  const { job, initial = emptyJob, publishFailure, onSaved } = props
  const [initialValues] = useState(() => (job === undefined ? initial : toFormValues(job)))
  const form = useForm<JobFormValues>({ defaultValues: initialValues, resolver: jobResolver })
  const { isDirty } = form.formState
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
  const isLeavingAllowed = useRef(false)
  useTrackVersion(job, initialValues, versionRef)
  const [opened, open] = useState<number>()
  const sections = useSections(job !== undefined)
  /** Opens what has the controls at these paths. */
  const openPaths = (paths: readonly string[]) => {
    sections.open(...paths.map(sectionAt))
    const fields = paths.flatMap((path) => /^fields\.(\d+)/.exec(path)?.[1] ?? [])
    if (fields[0] !== undefined) open(Number(fields[0]))
  }
  const [dialog, setDialog] = useState<'publish' | 'versions' | undefined>(
    publishFailure?.conflictingJob !== undefined && job?.liveVersionId === null
      ? 'publish'
      : undefined,
  )
  const chat = useTestChat(job?.id, form.getValues, props.chat)
  const startedChat = { messages: chat.messages, turn: chat.turn }
  const kept = useKeptChats(job?.id, form.getValues)

  const resetTo = (values: JobFormValues) => {
    form.reset(values)
    forget()
  }
  const aside = useSetAside({
    form,
    onEmpty: () => resetTo(initialValues),
    onKeep: (values) => keep({ base: 0, values }),
  })
  const applySaved = (saved: Job, sent: JobFormValues) => {
    const values = mergeTypedMeanwhile(form.getValues(), sent, saved)
    resetTo(toFormValues(saved))
    if (job === undefined) {
      moveAnswers(saved.id)
      sentence.write('')
    }
    if (values === undefined) return
    form.reset(values, { keepDefaultValues: true })
    keep({ base: saved.version, values }, draftName(saved.id))
  }
  const saving = useSaveJob({
    form,
    id: job?.id,
    versionRef,
    firstConflictingJob: publishFailure?.conflictingJob,
    onPathsRefused: openPaths,
    onRefused: () => setDialog(undefined),
    onDefaultConflict: () => setDialog('publish'),
    onPublishFailed: (made, sent, error) => {
      applySaved(made, sent)
      isLeavingAllowed.current = true
      onSaved?.(made, { ...toPublishFailure(error), chat: startedChat })
    },
    onSaved: (saved, { action, toVersion, values }) => {
      const wasChanged = job !== undefined && isDirty
      applySaved(saved, values)
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
    const isOnlyFields = paths.every((path) => path.startsWith('fields.'))
    // flushSync: the form focuses the first error only if its section and its row are open.
    flushSync(() => openPaths(paths.filter((path) => isOnlyFields || !path.startsWith('fields.'))))
  }
  useInitialErrors(publishFailure?.errors, form, openPaths)
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
      .handleSubmit(async (values) => {
        isSaved = await saving.save({ ...action, values })
      }, openInvalid)()
      .finally(() => (isBusy.current = false))
    return isSaved
  }
  useSaveShortcut(() => void save())
  useBeforeUnload((event) => {
    if (isDirty) event.preventDefault()
  })
  return {
    form,
    chat,
    kept,
    saving,
    draft,
    aside,
    opened,
    open,
    sections,
    dialog,
    setDialog,
    isLeavingAllowed,
    save,
    handleSubmit: (event: FormEvent) => {
      event.preventDefault()
      void save()
    },
    /** The first publication needs a dialog only if there is something to read in it. */
    requestPublish: () => {
      const isFirst = (job?.liveVersionId ?? null) === null
      if (isFirst && checkJob(form.getValues()).length === 0) void save({ action: 'publish' })
      else setDialog('publish')
    },
    publish: (more: Pick<SaveAction, 'note' | 'replaceDefault'>) =>
      void save({ action: 'publish', ...more }),
    rollback: (toVersion: number) =>
      void saving.save({ action: 'rollback', toVersion, values: form.getValues() }),
    discard: () => {
      versionRef.current = job?.version ?? 0
      resetTo(job === undefined ? initialValues : toFormValues(job))
    },
    keepMine: () => {
      if (saving.conflict === undefined) return
      const { theirs, done } = saving.conflict
      saving.acceptVersion(theirs)
      void save(done.action === 'publish' ? done : undefined)
    },
    takeTheirs: () => {
      if (saving.conflict === undefined) return
      saving.acceptVersion(saving.conflict.theirs)
      resetTo(toFormValues(saving.conflict.theirs))
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
  const pendingErrors = useRef(errors)
  const showErrors = useEffectEvent(() => {
    if (pendingErrors.current === undefined) return
    showRefusedFields({ problem: { errors: pendingErrors.current } }, { form, onPathsRefused })
    pendingErrors.current = undefined
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

/** Ctrl+S saves the job instead of the web page. */
function useSaveShortcut(onSave: () => void): void {
  const handleKey = useEffectEvent((event: KeyboardEvent) => {
    if (!(event.ctrlKey || event.metaKey) || event.shiftKey || event.altKey) return
    if (latinKey(event).toLowerCase() !== 's') return
    event.preventDefault()
    // Holding the key down saves once.
    if (!event.repeat) onSave()
  })
  // Before painting, so that the shortcut works as soon as the form is visible.
  useLayoutEffect(() => {
    const listener = (event: KeyboardEvent) => handleKey(event)
    window.addEventListener('keydown', listener)
    return () => window.removeEventListener('keydown', listener)
  }, [])
}

/**
 * Switching a job on or off changes its version but not its content: saving the form afterwards is
 * no conflict.
 */
function useTrackVersion(
  job: Job | undefined,
  beginning: JobFormValues,
  versionRef: RefObject<number>,
): void {
  const seen = useRef({ version: job?.version, values: beginning })
  useEffect(() => {
    if (job === undefined || job.version === seen.current.version) return
    const values = toFormValues(job)
    const isUnchanged = isSame(values, seen.current.values)
    if (isUnchanged && versionRef.current === seen.current.version) versionRef.current = job.version
    seen.current = { version: job.version, values }
  }, [job, versionRef])
}

export type JobFormState = ReturnType<typeof useJobForm>

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
