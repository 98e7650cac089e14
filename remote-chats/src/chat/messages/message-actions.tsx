import type { Message } from '@errand/contract/chats/message'
import { Button, IconButton, Menu, useNow } from '@errand/shared-ui'
import { Ellipsis } from 'lucide-react'

import { useMarkUnreadFrom } from '../../data/read-marks.ts'
import { useChatDrafts, type ChatDraft } from '../../send/reply.ts'
import { useUndoReply } from '../../send/use-outbox.tsx'
import { focusComposer } from '../../shared/panes.ts'
import { useCopyText } from '../../shared/parts.tsx'
import { useWords } from '../../words/words.ts'
import styles from './bubble.module.css'
import { contentOf, type BubbleRow } from './chat-rows.ts'

/** Actions on one message. */
export function MessageActions({ message }: { message: Message }) {
  const say = useWords()
  const { write } = useChatDrafts()
  const markFrom = useMarkUnreadFrom()
  const copy = useCopyText()
  const startDraft = (part: Partial<ChatDraft>) => {
    write(message.sessionId, part)
    focusComposer()
  }
  return (
    <span className={styles['actions']}>
      <Menu
        label={say('messageMenu')}
        entries={[
          {
            label: say('replyTo'),
            isDisabled: message.deletedAt !== undefined,
            onSelect: () => startDraft({ mode: 'reply', replyToId: message.id }),
          },
          {
            label: say('addRemark'),
            onSelect: () => startDraft({ mode: 'remark', remarkOnId: message.id }),
          },
          {
            label: say('copyText'),
            isDisabled: message.text === '',
            onSelect: () => void copy(message.text),
          },
          {
            label: say('unreadFromHere'),
            isDisabled: message.direction === 'out',
            onSelect: () => markFrom(message),
          },
        ]}
        trigger={
          <IconButton
            size="small"
            label={say('messageMenu')}
            icon={<Ellipsis size={16} aria-hidden />}
          />
        }
      />
    </span>
  )
}

/** Whether a reply can be taken back; before the api has it, only if the api will hold it. */
export function canUndo(row: BubbleRow): boolean {
  if (row.kind === 'pending') {
    const { state, undoSeconds } = row.entry
    return state === 'waiting' || (state === 'sending' && undoSeconds > 0)
  }
  const { status, heldUntil, author } = row.message
  return status === 'queued' && heldUntil !== undefined && author === 'owner'
}

/** Takes a reply back; while the api holds it, a ring shows the time left. */
export function Undo({ row }: { row: BubbleRow }) {
  const say = useWords()
  const undo = useUndoReply()
  const now = useNow(250)
  const share = row.kind === 'message' ? shareLeft(row.message, now) : undefined
  if (share !== undefined && share <= 0) return null
  return (
    <Button
      size="small"
      variant="quiet"
      className={styles['undo']}
      icon={share !== undefined && <Ring part={share} />}
      onClick={() => undo(contentOf(row))}
    >
      {say('undo')}
    </Button>
  )
}

/** The share of the hold time that is left, from 0 to 1. */
function shareLeft({ createdAt, heldUntil = createdAt }: Message, now: number): number {
  const end = Date.parse(heldUntil)
  return Math.min(1, (end - now) / Math.max(1, end - Date.parse(createdAt)))
}

/** Decorative: the button's name says what it does. */
const Ring = ({ part }: { part: number }) => (
  <svg width="16" height="16" viewBox="0 0 16 16" aria-hidden="true" className={styles['ring']}>
    <circle cx="8" cy="8" r="6" />
    <circle cx="8" cy="8" r="6" pathLength="1" strokeDasharray={`${part} 1`} />
  </svg>
)
