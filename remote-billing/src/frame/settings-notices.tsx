import type { useSettingsForm } from '@errand/shared-auth'
import { Button, ChangedElsewhere, Notice } from '@errand/shared-ui'

import { useWords } from '../words/words.ts'

interface SettingsNoticesProps {
  state: Pick<ReturnType<typeof useSettingsForm>, 'isBack' | 'discard' | 'conflict' | 'failure'>
  isDirty: boolean
}

/** Shown above Save: a restored draft, a conflict with a change elsewhere, or an error. */
export function SettingsNotices({ state, isDirty }: SettingsNoticesProps) {
  const { isBack, discard, conflict, failure } = state
  const say = useWords()
  return (
    <>
      {isBack && isDirty && (
        <Notice
          tone="info"
          role="status"
          actions={
            <Button size="small" onClick={discard}>
              {say('discard')}
            </Button>
          }
        >
          <p>{say('draftBack')}</p>
        </Notice>
      )}
      {conflict !== undefined && (
        <ChangedElsewhere {...conflict} isRefused={failure !== undefined} />
      )}
      {conflict === undefined && failure !== undefined && (
        <Notice tone="danger" role="alert">
          <p>{failure}</p>
        </Notice>
      )}
    </>
  )
}
