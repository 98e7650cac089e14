import type { RunStopReason } from '@errand/contract/chats/run'

import type { Turn, TurnRequest } from '../ai/turn.ts'
import { readContact } from '../chats/contacts/contacts.repo.ts'
import { lockSession } from '../chats/sessions/sessions.repo.ts'
import type { Queries } from '../database/database.ts'
import { confirmAnswers, putAnswers } from '../form-data/form-data.service.ts'
import type { Queue } from '../queue/queue.ts'
import { actOnTurn } from './act-on-turn.ts'
import { cancelRun } from './cancel-runs.ts'
import { checkTurn, type CheckedTurn } from './check-turn.ts'
import { publish, type ClaimedRun } from './claim-run.ts'
import { gate } from './gate.ts'
import { readGateFacts } from './gate-facts.ts'
import { showing, withMore, type PendingChat } from './pending-chat.ts'
import { resultOf } from './run-result.ts'
import { lockRun, updateRun, wasShown } from './runs.repo.ts'
import { readCollected } from './read-collected.ts'

interface Applied {
  run: ClaimedRun
  turn: Turn
  request: TurnRequest
}

/**
 * What the model said becomes true: answers are kept, the chat moves on, and the reply waits in the
 * outbox, all of it or nothing. Whoever has taken the word since has put an end to the run under the
 * same lock, so nothing of it happens then. The last step of its transaction.
 */
export async function applyTurn(
  queries: Queries,
  queue: Queue,
  { run: claimed, turn, request }: Applied,
): Promise<void> {
  const session = await lockSession(queries, claimed.ownerId, claimed.sessionId)
  const run = await lockRun(queries, claimed.id)
  if (session === undefined || run === undefined) return
  if (run.state !== 'validating' || run.lease !== claimed.lease) return
  const now = new Date()
  if (session.ownerTypesUntil !== null && session.ownerTypesUntil > now) {
    // Nothing has failed, so this time does not count.
    const claims = run.claims - 1
    await updateRun(queries, run.id, { wakeAt: session.ownerTypesUntil, lease: null, claims })
    return
  }
  const chat: PendingChat = { session, changes: {}, happened: [] }
  const contact = await readContact(queries, session.contactId)
  const { begunBy } = run
  const { facts, preferences } = await readGateFacts(queries, {
    session,
    contact,
    inbound: [],
    begunBy,
    now,
  })
  const verdict = gate(facts)
  if (!verdict.isOpen && takesTheWord(verdict.reason)) {
    await publish(queries, showing(chat, await cancelRun(queries, run, verdict.reason)))
    return
  }
  const collected = await readCollected(queries, session.id)
  const isShown = await wasShown(queries, session.id, collected.version)
  const checked = checkTurn({
    turn,
    request,
    collected,
    isShown,
    isSplit: preferences.assistant.splitReplies,
  })
  const { kept, version } = await keepAnswers(queries, chat, { checked, request })
  const result = resultOf(checked, version)
  const judged = await updateRun(queries, run.id, { turn: null, result, error: null })
  await publish(
    queries,
    await actOnTurn(queries, queue, { chat: kept, run: judged, checked, request, preferences }),
  )
}

/** What may have changed while the model was thinking, and leaves it nothing to say. */
const takesTheWord = (reason: RunStopReason): boolean =>
  ['blocked', 'opt_out', 'closed', 'owner', 'no_job', 'assistant_off', 'job_paused'].includes(
    reason,
  )

async function keepAnswers(
  queries: Queries,
  chat: PendingChat,
  { checked, request }: { checked: CheckedTurn; request: TurnRequest },
): Promise<{ kept: PendingChat; version: number }> {
  if (request.fields.length === 0) return { kept: chat, version: 0 }
  const { ownerId, id: sessionId } = chat.session
  const target = { ownerId, sessionId }
  const { news, language } = checked
  const put = await putAnswers(queries, { ...target, ...news, source: 'contact', language })
  const isConfirmed = checked.action === 'complete' && request.job.behaviour.confirmAtEnd
  const confirmed = isConfirmed ? await confirmAnswers(queries, target) : undefined
  const isChanged = put.isChanged || confirmed?.isChanged === true
  const { version } = (confirmed ?? put).formData
  return { kept: isChanged ? withMore(chat, {}, { type: 'form_data.updated' }) : chat, version }
}
