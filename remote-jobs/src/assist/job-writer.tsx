import type { JobField } from '@errand/contract/job-field'
import { Button, showUndoToast } from '@errand/shared-ui'
import { useEffect, useEffectEvent, useRef } from 'react'
import { useFormContext } from 'react-hook-form'
import toast from 'react-hot-toast'

import { toFieldValues } from '../job-draft/field-values.ts'
import { type JobFormValues, emptyJob, isSame } from '../job-draft/job-values.ts'
import { useWords } from '../job-draft/words/words.ts'
import { isFocusLost, useFocusFallback } from '../pane/focus.ts'
import { type Draft, type DraftHandle, useDraft } from './drafting.ts'
import { FailureNotice, Origin, SlowNotice, useWritePart } from './proposal-pane.tsx'
import styles from './proposal.module.css'

interface JobWriterProps {
  /** The sentence that the job is written from. */
  prompt: string
  /** Called when the writing was undone, or its line dismissed. */
  onEnd: () => void
}

/** Writes a job from one sentence into the form, part by part as it arrives. */
export function JobWriter({ prompt, onEnd }: JobWriterProps) {
  const say = useWords()
  const { setFocus } = useFormContext<JobFormValues>()
  const { draft, start, restore, hasWritten } = useJobWriting(prompt)
  const line = useRef<HTMLElement>(null)
  // When the pressed button disappears, the line takes the focus; when the line does, the form.
  const focusFallback = useFocusFallback(() => {
    if (line.current === null) setFocus('name')
    else line.current.focus({ preventScroll: true })
  })
  useEffect(() => {
    if (isFocusLost()) line.current?.focus({ preventScroll: true })
  }, [])
  const { status } = draft
  const isWriting = status === 'writing' || status === 'idle'
  useUndoOnceWritten(status, {
    hasWritten,
    undo: () => {
      restore()
      onEnd()
    },
  })
  return (
    <section
      ref={line}
      tabIndex={-1}
      aria-label={say('writingJob')}
      aria-busy={isWriting}
      className={styles['writer']}
      {...focusFallback}
    >
      <div className={styles['line']}>
        <p role="status" className={styles[isWriting ? 'writing' : 'note']}>
          {messages[status] && say(messages[status])}
        </p>
        <SlowNotice draft={draft} />
        {draft.draft !== undefined && <Origin {...draft.draft} />}
        {isWriting ? (
          <Button size="small" onClick={draft.stop}>
            {say('stop')}
          </Button>
        ) : (
          <>
            {draft.failure === undefined && (
              <Button size="small" onClick={start}>
                {say('tryAgain')}
              </Button>
            )}
            <Button size="small" variant="quiet" onClick={onEnd}>
              {say('dismiss')}
            </Button>
          </>
        )}
      </div>
      {draft.failure !== undefined && <FailureNotice failure={draft.failure} onRetry={start} />}
    </section>
  )
}

const messages = {
  idle: 'writing',
  writing: 'writing',
  done: 'jobWritten',
  stopped: 'writingStopped',
  failed: undefined,
} as const

/** A draft of the whole job, and the form that it fills. */
function useJobWriting(prompt: string) {
  const draft = useDraft('job')
  const { begin, write, restore, hasWritten } = useWrittenParts()
  const start = () => {
    begin()
    draft.start({ prompt })
  }
  const startFirst = useEffectEvent(start)
  useEffect(() => {
    // In a later task: the form restores its own draft after the effects of what is inside it.
    const timer = setTimeout(() => startFirst())
    return () => clearTimeout(timer)
  }, [])
  const { texts, fields, draft: whole } = draft
  const fill = useEffectEvent(write)
  useEffect(
    () => fill(whole === undefined ? partsSoFar({ texts, fields }) : draftedParts(whole)),
    [texts, fields, whole],
  )
  return { draft, start, restore, hasWritten }
}

/** Parts that are written into the form; what the owner wrote, before or meanwhile, stays as it is. */
function useWrittenParts() {
  const { getValues } = useFormContext<JobFormValues>()
  const writePart = useWritePart()
  // The form before the writing, what it was given of each part, and how it holds that.
  const state = useRef<Record<'before' | 'given' | 'held', JobParts>>({
    before: {},
    given: {},
    held: {},
  })
  const restore = () => {
    const { before, held } = state.current
    for (const part of allParts)
      if (part in held && isSame(getValues(part), held[part])) writePart(part, before[part])
  }
  /** Whether a part is still empty, or as it was last written; a job with fields collects them. */
  const isFree = (part: Part) => {
    const { before, held } = state.current
    if (part === 'answerOnly' && getValues('fields').length > 0) return false
    if (!isSame(before[part], emptyJob[part])) return false
    return isSame(getValues(part), part in held ? held[part] : before[part])
  }
  return {
    restore,
    hasWritten: () => Object.keys(state.current.held).length > 0,
    begin: () => {
      restore()
      state.current = { before: structuredClone(getValues()), given: {}, held: {} }
    },
    write: (parts: JobParts) => {
      const { given, held } = state.current
      for (const part of allParts) {
        const value = parts[part]
        if (value === undefined || isSame(value, given[part]) || !isFree(part)) continue
        writePart(part, structuredClone(value))
        // Read back from the form: a text area may normalize line endings.
        const now = { [part]: structuredClone(getValues(part)) }
        Object.assign(held, now)
        Object.assign(given, { [part]: value })
      }
    },
  }
}

const undoMs = 10_000

const undoMessages = {
  done: 'jobWritten',
  stopped: 'writingStopped',
  failed: 'partWritten',
} as const

interface Writing {
  hasWritten: () => boolean
  undo: () => void
}

/** Offers Undo once a job was written, or a part of it before it was stopped or failed. */
function useUndoOnceWritten(status: DraftHandle['status'], { hasWritten, undo }: Writing): void {
  const say = useWords()
  const undoNow = useEffectEvent(undo)
  const offer = useEffectEvent((message: keyof typeof undoMessages) =>
    hasWritten()
      ? showUndoToast({
          message: say(undoMessages[message]),
          what: say('undoWriting'),
          durationMs: undoMs,
          onUndo: () => undoNow(),
        })
      : undefined,
  )
  useEffect(() => {
    if (status === 'idle' || status === 'writing') return undefined
    const id = offer(status)
    return () => {
      if (id !== undefined) toast.dismiss(id)
    }
  }, [status])
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
const allParts = [...jobParts, 'answerOnly'] as const
type Part = (typeof allParts)[number]
type JobParts = Partial<Pick<JobFormValues, Part>>

/** The parts of a draft that are not empty. */
function draftedParts({ job }: Draft<'job'>): JobParts {
  const parts = nonEmptyParts({ ...job, fields: toNewFields(job.fields ?? []) })
  // A job without fields can only be published as one that answers questions.
  return job.answerOnly ? { ...parts, answerOnly: true } : parts
}

/** What has been written so far; the text at `/greeting` is the part `greeting`. */
function partsSoFar({ texts, fields }: Pick<DraftHandle, 'texts' | 'fields'>): JobParts {
  const written = Object.entries(texts).map(([path, text]) => [path.slice(1), text] as const)
  return nonEmptyParts({ ...Object.fromEntries(written), fields: toNewFields(fields) })
}

const toNewFields = (fields: readonly JobField[]) =>
  fields.map((field) => ({ ...toFieldValues(field), id: '' }))

function nonEmptyParts(values: JobParts): JobParts {
  return Object.fromEntries(
    jobParts.flatMap((part) => {
      const value = values[part]
      return value === undefined || value.length === 0 ? [] : [[part, value]]
    }),
  )
}
