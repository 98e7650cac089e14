import { Button, Notice } from '@errand/shared-ui'

import { useWords } from '../job-draft/words/words.ts'
import type { JobFormState } from './use-job-form.ts'

interface DraftNoticeProps {
  state: JobFormState
  /** Whether the job is not saved yet: then another one can be started. */
  isNew: boolean
}

/** Says that unsaved changes are back, and which new job is set aside. */
export function DraftNotice({ state, isNew }: DraftNoticeProps) {
  const say = useWords()
  const { draft, discard, aside } = state
  const name = aside.other?.name.trim()
  return (
    <>
      {draft !== undefined && (
        <Notice
          role="status"
          actions={
            <>
              {isNew && aside.other === undefined && (
                <Button size="small" onClick={aside.setAside}>
                  {say('startAnother')}
                </Button>
              )}
              <Button size="small" onClick={discard}>
                {say('discard')}
              </Button>
            </>
          }
        >
          <p>{say('draftIsBack')}</p>
        </Notice>
      )}
      {isNew && name !== undefined && (
        <Notice
          role="status"
          actions={
            <Button size="small" onClick={aside.resume}>
              {say('continueJob')}
            </Button>
          }
        >
          <p>{say('isSetAside', { name: name || say('yourJob') })}</p>
        </Notice>
      )}
    </>
  )
}
