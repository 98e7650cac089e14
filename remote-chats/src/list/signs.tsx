import type { Attention, ChatSession, HandoffReason } from '@errand/contract/chats/session'
import { MeterRing, VisuallyHidden, useFormats, type Tone } from '@errand/shared-ui'
import { Bot, CornerUpLeft } from 'lucide-react'

import { windowOf } from '../clock/clock.ts'
import type { WordKey } from '../words/en.ts'
import { useWords } from '../words/words.ts'
import styles from './session-row.module.css'

/** What a chat asks for, in one word for its row; the most pressing first. */
export function signOf({
  attention,
  handlerReason,
}: Pick<ChatSession, 'attention' | 'handlerReason'>): { tone: Tone; word: WordKey } | undefined {
  const first = order.find((one) => attention.includes(one))
  if (first === undefined) return undefined
  if (first === 'handoff' && handlerReason !== undefined && handlerReason !== 'owner_takeover') {
    return { tone: 'warning', word: `reason.${handlerReason}` }
  }
  return { tone: tones[first], word: `attention.${first}` }
}

const order = [
  'failed_message',
  'handoff',
  'awaiting_template',
  'window_closing',
  'review',
] as const satisfies Attention[]

const tones: Record<(typeof order)[number], Tone> = {
  failed_message: 'danger',
  handoff: 'warning',
  awaiting_template: 'warning',
  window_closing: 'warning',
  review: 'info',
}

/** The sentence for why the assistant gave a chat to its owner. */
export const reasonWord = (reason: HandoffReason): WordKey => `reason.${reason}`

const ringTones = { open: 'accent', closing: 'warning', closed: 'danger' } as const

interface WindowRingProps {
  session: Pick<ChatSession, 'window' | 'status'>
  now: number
  size?: number
}

/** The 24 hours in which free text is allowed, as a ring that fills as they run out. */
export function WindowRing({ session, now, size = 16 }: WindowRingProps) {
  const say = useWords()
  const formats = useFormats()
  const { state, leftMs, spent } = windowOf(session, now)
  // Of a chat that is over nobody waits for the window to open.
  if (state === 'closed' && session.status !== 'active') return null
  const text =
    state === 'closed' ? say('windowClosed') : say('windowLeft', { time: formats.duration(leftMs) })
  return (
    <MeterRing label={say('window')} value={spent} tone={ringTones[state]} {...{ text, size }} />
  )
}

/** The last words of a chat in one line, with a sign of who said them. */
export function Preview({ message }: { message: ChatSession['lastMessage'] }) {
  const say = useWords()
  if (message === null) return <span className={styles['preview']}>{say('noMessages')}</span>
  return (
    <span className={styles['preview']}>
      {message.author === 'assistant' && (
        <>
          <Bot size={14} aria-hidden="true" />
          <VisuallyHidden>{say('author.assistant')}: </VisuallyHidden>
        </>
      )}
      {message.author === 'owner' && (
        <>
          <CornerUpLeft size={14} aria-hidden="true" />
          <VisuallyHidden>{say('author.owner')}: </VisuallyHidden>
        </>
      )}
      <bdi>{message.preview}</bdi>
    </span>
  )
}
