import type { Job } from '@errand/contract/jobs'
import { Button, FormActions, useFormats, useNow } from '@errand/shared-ui'
import { Undo2 } from 'lucide-react'
import { useRef } from 'react'

import { useKeptFocus } from '../pane/use-kept-focus.ts'
import type { UndoStack } from '../undo/use-undo-stack.ts'
import styles from './job-form.module.css'
import { useWords } from './words/words.ts'

interface SaveBarProps {
  job: Job | undefined
  isDirty: boolean
  isSaving: boolean
  undo: UndoStack
  onUndo: () => void
  onPublish: () => void
}

/** Save, publish, and how things stand. */
export function SaveBar({ job, isDirty, isSaving, undo, onUndo, onPublish }: SaveBarProps) {
  const say = useWords()
  const save = useRef<HTMLButtonElement>(null)
  const keptFocus = useKeptFocus(() => save.current?.focus())
  const isLive = job !== undefined && !job.hasUnpublishedChanges && job.status === 'active'
  return (
    <div className={styles['bar']} {...keptFocus}>
      <FormActions status={<SaveStatus job={job} isDirty={isDirty} />}>
        <Button variant="primary" disabled={isLive && !isDirty} onClick={onPublish}>
          {say('publish')}
        </Button>
        <Button ref={save} type="submit" isBusy={isSaving}>
          {say('save')}
        </Button>
        {undo.next !== undefined && (
          <Button
            variant="quiet"
            icon={<Undo2 size={16} aria-hidden />}
            title={undo.next}
            onClick={onUndo}
          >
            {say('undo')}
          </Button>
        )}
      </FormActions>
    </div>
  )
}

function SaveStatus({ job, isDirty }: { job: Job | undefined; isDirty: boolean }) {
  const say = useWords()
  const formats = useFormats()
  const today = formats.date(useNow())
  if (isDirty) return say('notSaved')
  if (job === undefined) return null
  const isToday = formats.date(job.updatedAt) === today
  const time = isToday ? formats.time(job.updatedAt) : formats.dateTime(job.updatedAt)
  const saved = say('savedAt', { time })
  return job.hasUnpublishedChanges && job.liveVersionId !== null
    ? `${saved} · ${say('unpublished')}`
    : saved
}
