import type { Attention, ChatSession, HandoffReason } from '@errand/contract/chats/session'
import type { Tone } from '@errand/shared-ui'

import type { WordKey } from '../words/en.ts'

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
