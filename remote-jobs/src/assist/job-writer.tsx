import { showUndoToast } from '@errand/shared-ui'
import { useEffect, useEffectEvent, useRef } from 'react'
import { useFormContext } from 'react-hook-form'
import toast from 'react-hot-toast'

import { toFieldValues } from '../job-draft/field-values.ts'
import { type JobFormValues, emptyJob, isSame } from '../job-draft/job-values.ts'
import { useWords } from '../job-draft/words/words.ts'
import { type Draft, useDraft } from './drafting.ts'
import { ProposalPane, useFillForm } from './proposal-pane.tsx'

interface JobWriterProps {
  /** The sentence that the job is written from. */
  prompt: string
  /** Called when the writing was undone or dismissed. */
  onEnd: () => void
}

const undoMs = 10_000

/** Writes a job from one sentence into the form; what the owner wrote there stays as it is. */
export function JobWriter({ prompt, onEnd }: JobWriterProps) {
  const say = useWords()
  const { getValues, setFocus } = useFormContext<JobFormValues>()
  const draft = useDraft('job')
  const fill = useFillForm()
  const filled = useRef<{ toastId: string; undo: () => void }>(undefined)
  const hideUndo = () => {
    if (filled.current !== undefined) toast.dismiss(filled.current.toastId)
  }
  const write = async () => {
    hideUndo()
    filled.current?.undo()
    filled.current = undefined
    const written = await draft.start({ prompt })
    const parts = written === undefined ? {} : missingParts(written, getValues())
    if (Object.keys(parts).length === 0) return
    const undo = fill(parts)
    const toastId = showUndoToast({
      message: say('jobWritten'),
      what: say('undoWriting'),
      durationMs: undoMs,
      onUndo: () => {
        undo()
        onEnd()
      },
    })
    filled.current = { toastId, undo }
  }
  const writeFirst = useEffectEvent(write)
  const hideUndoAtEnd = useEffectEvent(hideUndo)
  useEffect(() => {
    // In a later task: the form restores its own draft after the effects of what is inside it.
    const timer = setTimeout(() => void writeFirst())
    return () => {
      clearTimeout(timer)
      hideUndoAtEnd()
    }
  }, [])
  return (
    <ProposalPane
      draft={draft}
      title={say('writingJob')}
      whenDone={say('jobWritten')}
      onRetry={() => void write()}
      onDismiss={onEnd}
      onLeave={() => setFocus('name')}
    />
  )
}

const jobParts = [
  'name',
  'description',
  'instructions',
  'guardrails',
  'fields',
  'greeting',
  'completionMessage',
  'fallbackMessage',
  'notUnderstoodMessage',
  'handoffMessage',
] as const

/** The parts of a draft that are still empty in the form. */
function missingParts({ job }: Draft<'job'>, present: JobFormValues): Partial<JobFormValues> {
  const fields = job.fields?.map((field) => ({ ...toFieldValues(field), id: '' })) ?? []
  const drafted: Partial<Pick<JobFormValues, (typeof jobParts)[number]>> = { ...job, fields }
  const parts = jobParts.filter(
    (part) => isSame(present[part], emptyJob[part]) && drafted[part]?.length,
  )
  return {
    ...Object.fromEntries(parts.map((part) => [part, drafted[part]])),
    // A job without fields can only be published as one that answers questions.
    ...(job.answerOnly && present.fields.length === 0 && { answerOnly: true }),
  }
}
