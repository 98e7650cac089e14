import type { RunStopReason } from '@errand/contract/chats/run'
import type { Preferences } from '@errand/contract/settings'

import type { Queries } from '../../platform/database/database.ts'
import type { Queue } from '../../platform/queue/queue.ts'
import { readPreferences } from '../account/settings-view.ts'
import {
  preview,
  readPhrases,
  readSnapshot,
  queueReply,
  withRunState,
  withAttention,
  withMore,
  type ChatMutation,
} from '../chats/chat-mutation.ts'
import type { MessageRow } from '../chats/rows.ts'
import { insertRun, updateRun, type RunRow } from '../chats/runs.ts'
import { isDue, type Stop } from './gate.ts'
import { askForOwner, handOff } from './hand-off.ts'
import { isWindowOpenLongEnough } from './queue-replies.ts'

interface StoppedMessage {
  chat: ChatMutation
  message: MessageRow
  stop: Stop
  preferences: Preferences
}

/** Reasons that need no record, because the chat itself shows them. */
const isSelfEvident = (reason: RunStopReason): boolean =>
  ['blocked', 'opt_out', 'closed', 'owner', 'no_job'].includes(reason)

/** Records why a message is not answered, and notifies those concerned. */
export async function recordSkippedRun(
  queries: Queries,
  queue: Queue,
  { chat, message, stop, preferences }: StoppedMessage,
): Promise<ChatMutation> {
  const { ownerId, id: sessionId, jobVersion } = chat.session
  const now = new Date()
  if (!isSelfEvident(stop.reason)) {
    const { seq } = message
    const kept = { ownerId, sessionId, jobVersion, since: now, createdAt: now, finishedAt: now }
    const stopped = { state: 'cancelled', stopReason: stop.reason, begunBy: 'contact' } as const
    await insertRun(queries, { ...kept, ...stopped, seqFrom: seq, seqTo: seq })
  }
  return notifyOfStop(queries, queue, { chat, stop, preferences })
}

/** Notifies the contact and the owner that there is no answer. */
export async function notifyOfStop(
  queries: Queries,
  queue: Queue,
  { chat, stop, preferences }: Omit<StoppedMessage, 'message'>,
): Promise<ChatMutation> {
  const notified = await notifyContact(queries, queue, { chat, stop, preferences })
  const { handOff: reason, asksForOwner = false } = stop
  // For good, because the assistant would only run into the same limit again.
  if (reason !== undefined) {
    return handOff(queries, queue, { chat: notified, reason, preferences, isForGood: true })
  }
  return asksForOwner ? withAttention(notified, 'handoff') : notified
}

async function notifyContact(
  queries: Queries,
  queue: Queue,
  { chat, stop: { tell }, preferences }: Omit<StoppedMessage, 'message'>,
): Promise<ChatMutation> {
  if (tell === undefined) return chat
  const at = new Date()
  const phrases = await readPhrases(queries, preview(chat), preferences.business)
  const { business, assistant } = preferences
  const text = {
    away: business.hours.awayMessage,
    exhausted: assistant.exhaustedMessage || phrases.exhausted,
    voice_note: assistant.voiceNoteMessage || phrases.voiceNote,
    no_words: phrases.noWords,
  }[tell]
  const queued = await queueReply(queries, queue, chat, {
    author: 'system',
    text,
    heldUntil: at,
    at,
  })
  return withMore(queued, { notices: { ...preview(chat).notices, [tell]: at.toISOString() } })
}

/** The least time between two fallback messages to a contact. */
const fallbackEveryMs = 60 * 60_000

/**
 * Why a run failed: the AI provider is unavailable, refuses, or returns a malformed answer; or the
 * answer could not be stored (`broken`).
 */
export type FailureKind = 'unavailable' | 'refused' | 'misshapen' | 'broken'

interface Failure {
  chat: ChatMutation
  run: RunRow
  kind: FailureKind
  /** For the owner. */
  error: string
}

/**
 * Fails a run: the contact gets a fallback message, at most once an hour, and the owner is asked to
 * look. After a temporary failure the chat stays with the assistant, which tries again when the contact
 * writes.
 */
export async function failRun(
  queries: Queries,
  queue: Queue,
  { chat, run, kind, error }: Failure,
): Promise<ChatMutation> {
  const now = new Date()
  const preferences = await readPreferences(queries, run.ownerId)
  const notified = await notifyOfFailure(
    queries,
    queue,
    { chat, business: preferences.business },
    now,
  )
  const reason = kind === 'refused' ? 'policy_restriction' : 'tool_failure'
  const asked =
    kind === 'unavailable'
      ? await askForOwner(queries, queue, { chat: notified, reason })
      : await handOff(queries, queue, { chat: notified, reason, preferences })
  const failed = await updateRun(queries, run.id, {
    state: 'error',
    error,
    wakeAt: null,
    finishedAt: now,
  })
  return withRunState(asked, failed)
}

async function notifyOfFailure(
  queries: Queries,
  queue: Queue,
  { chat, business }: { chat: ChatMutation; business: Preferences['business'] },
  at: Date,
): Promise<ChatMutation> {
  const session = preview(chat)
  if (!isDue(session.notices.fallback, fallbackEveryMs, at) || !isWindowOpenLongEnough(session, at))
    return chat
  const job = await readSnapshot(queries, session)
  const text = job?.fallbackMessage || (await readPhrases(queries, session, business)).fallback
  const said = await queueReply(queries, queue, chat, {
    author: 'assistant',
    text,
    heldUntil: at,
    at,
  })
  return withMore(said, { notices: { ...session.notices, fallback: at.toISOString() } })
}
