import type { ChatSession } from '@errand/contract/chats/session'
import { MeterRing, useFormats } from '@errand/shared-ui'

import { windowOf } from '../data/clock.ts'
import { useWords } from '../words/words.ts'

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
