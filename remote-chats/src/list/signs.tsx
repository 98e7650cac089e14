import type { ChatSession } from '@errand/contract/chats/session'
import { MeterRing, VisuallyHidden, useFormats } from '@errand/shared-ui'
import { Bot, CornerUpLeft } from 'lucide-react'

import { windowOf } from '../chats/clock.ts'
import { useWords } from '../words/words.ts'
import styles from './session-row.module.css'

const ringTones = { open: 'accent', closing: 'warning', closed: 'danger' } as const

interface WindowRingProps {
  session: Pick<ChatSession, 'window' | 'status'>
  now: number
  size?: number
}

/** The time left of the 24-hour window, as a ring that is full at its start. */
export function WindowRing({ session, now, size = 16 }: WindowRingProps) {
  const say = useWords()
  const formats = useFormats()
  const { state, leftMs, left } = windowOf(session, now)
  // In a session that is over, the closed window does not matter.
  if (state === 'closed' && session.status !== 'active') return null
  const text =
    state === 'closed' ? say('windowClosed') : say('windowLeft', { time: formats.duration(leftMs) })
  return <MeterRing label={text} value={left} tone={ringTones[state]} {...{ text, size }} />
}

/** The last message in one line, with an icon for its author. */
export function Preview({ message }: { message: ChatSession['lastMessage'] }) {
  const say = useWords()
  if (message === null) return <span className={styles['preview']}>{say('noMessages')}</span>
  const { author } = message
  const Icon = author === 'assistant' ? Bot : CornerUpLeft
  return (
    <span className={styles['preview']}>
      {(author === 'assistant' || author === 'owner') && (
        <>
          <Icon size={14} aria-hidden="true" />
          <VisuallyHidden>{`${say(`author.${author}`)}: `}</VisuallyHidden>
        </>
      )}
      <bdi>{message.preview}</bdi>
    </span>
  )
}
