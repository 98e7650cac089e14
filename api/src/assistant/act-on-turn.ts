import type { Preferences } from '@errand/contract/settings'

import type { TurnRequest } from '../ai/turn.ts'
import { next } from '../chats/state/next-state.ts'
import { returnAtOf } from '../chats/state/return-at.ts'
import { columnsOf } from '../chats/state/session-state.ts'
import type { Queries } from '../database/database.ts'
import type { Queue } from '../queue/queue.ts'
import type { CheckedTurn } from './check-turn.ts'
import { followUp } from './follow-up.ts'
import { handOff } from './hand-off.ts'
import { showing, withMore, type PendingChat } from './pending-chat.ts'
import { aiOf } from './run-result.ts'
import { nextRun } from './run-state.ts'
import { updateRun, type RunRow } from './runs.repo.ts'
import { sayReplies } from './say-replies.ts'

interface Judged {
  chat: PendingChat
  run: RunRow
  checked: CheckedTurn
  request: TurnRequest
  preferences: Preferences
}

/** Moves the chat on, says what is to be said, and sets going what follows. */
export async function actOnTurn(
  queries: Queries,
  queue: Queue,
  judged: Judged,
): Promise<PendingChat> {
  const { run, checked, request } = judged
  const moved = await moveOn(queries, queue, judged)
  const { replies, choices } = checked
  const said =
    replies.length === 0
      ? await finish(queries, moved, run)
      : await sayReplies(queries, queue, moved, { run, replies, choices, ai: aiOf(run) })
  return checked.action === 'complete' ? followUp(queries, queue, said, request.job) : said
}

/** Where the chat stands after it. */
async function moveOn(
  queries: Queries,
  queue: Queue,
  { chat, checked, preferences }: Judged,
): Promise<PendingChat> {
  const { action, handoffReason } = checked
  if (action === 'ignore' || action === 'continue') return chat
  const at = new Date()
  if (action === 'complete') {
    const state = next(chat.session, { type: 'complete', at })
    return typeof state === 'string' ? chat : withMore(chat, columnsOf(state))
  }
  const minutes = preferences.assistant.returnToAssistantAfterMinutes
  const returnAt = returnAtOf(chat.session, { minutes, at })
  const reason = handoffReason ?? 'unsupported_request'
  return handOff(queries, queue, { chat, reason, preferences, returnAt })
}

async function finish(queries: Queries, chat: PendingChat, run: RunRow): Promise<PendingChat> {
  const state = nextRun(run.state, 'finish')
  if (state === 'refused') return chat
  const ended = { state, wakeAt: null, lease: null, finishedAt: new Date() }
  return showing(chat, await updateRun(queries, run.id, ended))
}
