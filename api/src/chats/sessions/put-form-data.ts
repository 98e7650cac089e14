import type { FormData } from '@errand/contract/chats/form-data'
import type { ChatSession } from '@errand/contract/chats/session'

import { followUp } from '../../assistant/follow-up.ts'
import type { PendingChat } from '../../assistant/pending-chat.ts'
import type { Queries } from '../../database/database.ts'
import { putAnswers } from '../../form-data/form-data.service.ts'
import type { Precondition } from '../../http/if-match.ts'
import { findVersion } from '../../jobs/job-versions.ts'
import type { Queue } from '../../queue/queue.ts'
import { publishChat } from '../publish-chat.ts'
import { noSuchChat } from '../reply/lock-chat.ts'
import type { SessionRow } from '../rows.ts'
import { toSessions } from '../session-view.ts'
import { next } from '../state/next-state.ts'
import { columnsOf } from '../state/session-state.ts'
import { findSession, type SessionChanges } from './sessions.repo.ts'

interface Target {
  ownerId: string
  sessionId: string
  isWanted: Precondition
}

/**
 * The owner fills in what a chat collects; when nothing is missing any more, the chat is complete,
 * and what follows is set going as if the assistant had asked for it all.
 */
export async function putFormData(
  queries: Queries,
  queue: Queue,
  { answers, ...target }: Target & { answers: Record<string, unknown> },
): Promise<{ formData: FormData; session: ChatSession }> {
  const { ownerId, sessionId } = target
  const { formData, isChanged } = await putAnswers(queries, { ...target, answers, source: 'owner' })
  const row = await findSession(queries, ownerId, sessionId)
  if (row === undefined) throw noSuchChat()
  if (!isChanged) {
    const [session] = await toSessions(queries, [row])
    if (session === undefined) throw noSuchChat()
    return { formData, session }
  }
  const chat: PendingChat = {
    session: row,
    changes: isWhole(formData) ? completed(row) : {},
    happened: [{ type: 'form_data.updated' }],
  }
  const done = isWhole(formData) ? await followOnce(queries, queue, chat) : chat
  const session = await publishChat(queries, {
    sessionId,
    ownerId,
    changes: done.changes,
    happened: [...done.happened, { type: 'session.updated' }],
  })
  return { formData, session }
}

/** Nothing is missing where nothing has to be answered, but a chat without an answer is not done. */
function isWhole({ status }: FormData): boolean {
  return status !== 'empty' && status !== 'partial'
}

/** Not while the owner is talking: then it is he who says when it is over. */
function completed(row: SessionRow): SessionChanges {
  if (row.handler === 'owner') return {}
  const state = next(row, { type: 'complete', at: new Date() })
  return typeof state === 'string' ? {} : columnsOf(state)
}

/** Nothing follows a correction of what was through already. The owner need not be told of himself. */
async function followOnce(queries: Queries, queue: Queue, chat: PendingChat): Promise<PendingChat> {
  const { status, jobId, jobVersion } = chat.session
  if (status === 'completed' || jobId === null || jobVersion === null) return chat
  const version = await findVersion(queries, jobId, jobVersion)
  if (version === undefined) return chat
  const { name, behaviour } = version.snapshot
  const onComplete = { ...behaviour.onComplete, notifyOwner: false }
  return followUp(queries, queue, chat, { name, behaviour: { ...behaviour, onComplete } })
}
