import type { Message } from '@errand/contract/chats/message'
import { Button, useNow } from '@errand/shared-ui'

import { useWords } from '../words/words.ts'
import styles from './bubble.module.css'
import { contentOf, type BubbleRow } from './thread-rows.ts'
import { useUndoReply } from './use-undo-reply.ts'

/** Whether the owner may take a reply back: one that is being sent only while the api will hold it. */
export function canUndo(row: BubbleRow): boolean {
  if (row.kind === 'pending') {
    const { state, undoSeconds } = row.entry
    return state === 'waiting' || (state === 'sending' && undoSeconds > 0)
  }
  const { status, heldUntil, author } = row.message
  return status === 'queued' && heldUntil !== undefined && author === 'owner'
}

/** Takes a reply back; once the api holds it, a ring shows how long that is possible. */
export function Undo({ row }: { row: BubbleRow }) {
  const say = useWords()
  const undo = useUndoReply()
  const now = useNow(250)
  const part = row.kind === 'message' ? partLeft(row.message, now) : undefined
  if (part !== undefined && part <= 0) return null
  return (
    <Button
      size="small"
      variant="quiet"
      className={styles['undo']}
      icon={part !== undefined && <Ring part={part} />}
      onClick={() => undo(contentOf(row))}
    >
      {say('undo')}
    </Button>
  )
}

/** How much is left of the time to take a message back, between 0 and 1. */
function partLeft({ createdAt, heldUntil = createdAt }: Message, now: number): number {
  const end = Date.parse(heldUntil)
  return Math.min(1, (end - now) / Math.max(1, end - Date.parse(createdAt)))
}

/** Drawn, not announced: the button says what it does. */
const Ring = ({ part }: { part: number }) => (
  <svg width="16" height="16" viewBox="0 0 16 16" aria-hidden="true" className={styles['ring']}>
    <circle cx="8" cy="8" r="6" />
    <circle cx="8" cy="8" r="6" pathLength="1" strokeDasharray={`${part} 1`} />
  </svg>
)
