import type { ChatSession } from '@errand/contract/chats/session'
import { MeterRing, useFormats } from '@errand/shared-ui'

import { windowOf } from '../clock/chat-window.ts'
import { useWords } from '../words/words.ts'

const tones = { open: 'accent', closing: 'warning', closed: 'danger' } as const

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
  return <MeterRing label={say('window')} value={spent} tone={tones[state]} {...{ text, size }} />
}
