import { notify } from '@errand/database'

import type { MessageRow, SessionRow } from '../chats/rows.ts'
import type { Queries } from '../database/database.ts'
import { putAnswers } from '../form-data/form-data.service.ts'
import { runsChannel } from './begin-run.ts'
import { cancelRun } from './cancel-runs.ts'
import { after, showing, withMore, type PendingChat } from './pending-chat.ts'
import { insertRun, isWorking, lockOpenRuns, type RunRow } from './runs.repo.ts'
import { readCollected } from './read-collected.ts'
import { listUnanswered } from './unanswered.ts'
import { fieldWaitingFor, fileOf, isTaken } from './waiting-file.ts'

/**
 * The file of a message is there, which nobody waits for long: where the message is answered already,
 * the file fills the field that wants one now, and the assistant goes on from there. The chat is
 * locked, and the message had no file before.
 */
export async function takeLateFile(
  queries: Queries,
  chat: PendingChat,
  message: MessageRow,
): Promise<PendingChat> {
  const session = after(chat)
  if (session.status !== 'active') return chat
  const working = (await lockOpenRuns(queries, session.id)).find(isWorking)
  const isWaiting = working?.state === 'debouncing'
  const unanswered = await listUnanswered(queries, session.id)
  if (working !== undefined && unanswered.some(({ id }) => id === message.id)) {
    // It is read with the rest; who has begun to think has not seen it.
    return isWaiting ? chat : goOn(queries, chat, { message, working })
  }
  if (!(await fillIn(queries, session, message))) return chat
  const filled = withMore(chat, {}, { type: 'form_data.updated' })
  if (session.handler !== 'assistant' || isWaiting) return filled
  return goOn(queries, filled, { message, working })
}

async function fillIn(
  queries: Queries,
  { ownerId, id: sessionId }: SessionRow,
  message: MessageRow,
): Promise<boolean> {
  const collected = await readCollected(queries, sessionId)
  const field = fieldWaitingFor('file', collected)
  const file = fileOf(message)
  if (field === undefined || file === undefined || isTaken(file.id, collected)) return false
  const { key } = field
  const origins = { [key]: { messageId: message.id, confidence: 1 } }
  const answer = { answers: { [key]: file }, origins, source: 'contact' } as const
  return (await putAnswers(queries, { ownerId, sessionId, ...answer })).isChanged
}

/** What the assistant knew of a message is out of date, and nobody is about to write more: it begins anew at once. */
export async function goOn(
  queries: Queries,
  chat: PendingChat,
  { message: { seq }, working }: { message: MessageRow; working: RunRow | undefined },
): Promise<PendingChat> {
  const now = new Date()
  const before =
    working === undefined ? chat : showing(chat, await cancelRun(queries, working, 'newer_message'))
  const { ownerId, id: sessionId, jobVersion } = after(before)
  await notify(queries, runsChannel)
  const run = await insertRun(queries, {
    ownerId,
    sessionId,
    jobVersion,
    state: 'debouncing',
    begunBy: working?.begunBy ?? 'contact',
    seqFrom: seq,
    seqTo: seq,
    since: working?.since ?? now,
    wakeAt: now,
    createdAt: now,
  })
  return showing(before, run)
}
