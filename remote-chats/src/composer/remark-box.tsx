import { hasVisibleText } from '@errand/contract/visible-text'
import { userMessage } from '@errand/shared-auth'
import { Button } from '@errand/shared-ui'
import { StickyNote } from 'lucide-react'

import { useChatDraft } from '../drafts/chat-drafts.ts'
import { useAddRemark } from '../remarks/use-remarks.ts'
import type { Thread } from '../thread/thread.ts'
import { useWords } from '../words/words.ts'
import styles from './composer.module.css'
import { QuoteChip } from './quote-chip.tsx'
import { TextBox } from './text-box.tsx'

const maxLength = 2000

/** Writes a remark on a message, on the last one unless another was chosen. */
export function RemarkBox({ thread }: { thread: Thread }) {
  const { session, items } = thread
  const say = useWords()
  const { draft, read, write } = useChatDraft(session.id)
  const { mutate, isPending, error } = useAddRemark()
  const chosen = items.find(({ id }) => id === draft.remarkOnId)
  const target = chosen ?? items.findLast(({ type }) => type !== 'event')
  const text = draft.remark.trim()
  const canSave = target !== undefined && hasVisibleText(text)
  const save = () => {
    if (!canSave || isPending) return
    mutate(
      { messageId: target.id, text },
      {
        onSuccess: () => {
          // What was typed meanwhile is not saved yet.
          if (read().remark.trim() === text) write({ remark: '', remarkOnId: undefined })
        },
      },
    )
  }
  return (
    <>
      {chosen !== undefined && (
        <QuoteChip
          message={chosen}
          label={say('remarkOn')}
          onRemove={() => write({ remarkOnId: undefined })}
        />
      )}
      <TextBox
        label={say('mode.remark')}
        placeholder={say('remarkPlaceholder')}
        value={draft.remark}
        maxLength={maxLength}
        onChange={(remark) => write({ remark })}
        onSend={save}
      />
      <div className={styles['row']}>
        <p role="alert" className={styles['error']}>
          {error !== null && `${userMessage(error)} ${say('remarkKept')}`}
        </p>
        <Button
          isBusy={isPending}
          disabled={!canSave}
          icon={<StickyNote size={16} aria-hidden="true" />}
          onClick={save}
        >
          {say('saveRemark')}
        </Button>
      </div>
    </>
  )
}
