import type { RunStopReason } from '@errand/contract/chats/run'
import type { Preferences } from '@errand/contract/settings'

import type { MessageRow } from '../chats/rows.ts'
import type { Queries } from '../database/database.ts'
import type { Queue } from '../queue/queue.ts'
import { readPhrases } from './chat-phrases.ts'
import type { Gate } from './gate.ts'
import { handOff } from './hand-off.ts'
import { after, say, withMore, type PendingChat } from './pending-chat.ts'
import { insertRun } from './runs.repo.ts'

type Stop = Gate & { isOpen: false }

interface Stopped {
  chat: PendingChat
  message: MessageRow
  verdict: Stop
  preferences: Preferences
}

/** Nobody wonders why the assistant is silent where somebody else has the word, or nobody may. */
const isPlain = (reason: RunStopReason): boolean =>
  ['blocked', 'opt_out', 'closed', 'owner', 'no_job', 'reaction'].includes(reason)

/** Keeps why a message is not answered, and tells whom it concerns. */
export async function keepStop(
  queries: Queries,
  queue: Queue,
  { chat, message, verdict, preferences }: Stopped,
): Promise<PendingChat> {
  const { ownerId, id: sessionId, jobVersion } = chat.session
  const now = new Date()
  if (!isPlain(verdict.reason)) {
    const { seq } = message
    const kept = { ownerId, sessionId, jobVersion, since: now, createdAt: now, finishedAt: now }
    const stopped = { state: 'cancelled', stopReason: verdict.reason, begunBy: 'contact' } as const
    await insertRun(queries, { ...kept, ...stopped, seqFrom: seq, seqTo: seq })
  }
  return tellOfStop(queries, queue, { chat, verdict, preferences })
}

/** Tells the contact and the owner what a closed gate means for them. */
export async function tellOfStop(
  queries: Queries,
  queue: Queue,
  { chat, verdict, preferences }: Omit<Stopped, 'message'>,
): Promise<PendingChat> {
  const told = await tellContact(queries, queue, { chat, verdict, preferences })
  if (verdict.handOff !== undefined) {
    // It would only begin again: the owner has to want that.
    return handOff(queries, queue, {
      chat: told,
      reason: verdict.handOff,
      preferences,
      returnAt: null,
    })
  }
  if (verdict.asksForOwner !== true) return told
  return withMore(told, { attention: [...new Set([...after(told).attention, 'handoff' as const])] })
}

async function tellContact(
  queries: Queries,
  queue: Queue,
  { chat, verdict: { tell }, preferences }: Omit<Stopped, 'message'>,
): Promise<PendingChat> {
  if (tell === undefined) return chat
  const at = new Date()
  const phrases = await readPhrases(queries, after(chat), preferences.business)
  const { business, assistant } = preferences
  const text = {
    away: business.hours.awayMessage,
    exhausted: assistant.exhaustedMessage || phrases.exhausted,
    voice_note: assistant.voiceNoteMessage || phrases.voiceNote,
  }[tell]
  const told = await say(queries, queue, chat, { author: 'system', text, heldUntil: at, at })
  return withMore(told, { notices: { ...after(chat).notices, [tell]: at.toISOString() } })
}
