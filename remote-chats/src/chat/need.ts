import type { ChatNeed, ChatSession } from '@errand/contract/chats/session'
import type { Formats, Tone } from '@errand/shared-ui'

import { formatClock, formatDay } from '../data/days.ts'
import type { WordKey } from '../words/en.ts'
import type { useWords } from '../words/words.ts'

type NeedySession = Pick<ChatSession, 'needs' | 'handlerReason' | 'window'>

const tones: Record<ChatNeed['reason'], Tone> = {
  handoff: 'warning',
  failed_message: 'danger',
  window_closing: 'warning',
  awaiting_template: 'warning',
  booking: 'info',
  reminder: 'info',
}

/** Why a chat needs its owner, as a badge; undefined in a chat that can wait. */
export function needBadge({
  needs,
  handlerReason,
}: NeedySession): { tone: Tone; word: WordKey } | undefined {
  if (needs === undefined) return undefined
  const tone = tones[needs.reason]
  if (needs.reason !== 'handoff') return { tone, word: `need.${needs.reason}` }
  if (handlerReason === 'emergency') return { tone: 'danger', word: 'reason.emergency' }
  const isKnown = handlerReason !== undefined && handlerReason !== 'owner_takeover'
  return { tone, word: isKnown ? `reason.${handlerReason}` : 'need.handoff' }
}

/** The same as a sentence: what happened, and until when. */
export function needText(
  { needs, handlerReason, window }: NeedySession,
  say: ReturnType<typeof useWords>,
  formats: Formats,
): string {
  if (needs === undefined) return ''
  const { reason, error, booking } = needs
  if (reason === 'handoff') {
    const isKnown = handlerReason !== undefined && handlerReason !== 'owner_takeover'
    return say(isKnown ? `why.${handlerReason}` : 'why.handoff')
  }
  if (reason === 'failed_message' && error !== undefined)
    return say('why.failed', { why: error.title })
  if (reason === 'window_closing' && window.expiresAt !== null)
    return say('why.closing', { time: formats.time(window.expiresAt) })
  if (reason === 'booking' && booking !== undefined) {
    const { day, time } = booking
    const clock = time === undefined ? [] : [formatClock(time, formats)]
    return say('why.booking', { when: [formatDay(day, formats), ...clock].join(', ') })
  }
  return say(`why.${reason}`)
}

/** Whether somebody waits for an answer, for which the time may run out. */
export const isToAnswer = ({ needs }: Pick<ChatSession, 'needs'>): boolean =>
  needs?.reason === 'handoff' || needs?.reason === 'window_closing'

/** The address of a chat at the message that it needs its owner for. */
export const atNeed = (path: string, { id, needs }: Pick<ChatSession, 'id' | 'needs'>): string => {
  const parameters = new URLSearchParams({ session: id })
  if (needs?.messageId !== undefined) parameters.set('message', needs.messageId)
  return `${path}?${parameters.toString()}`
}
