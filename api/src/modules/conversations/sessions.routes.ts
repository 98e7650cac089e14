import { putFormDataCall } from '@errand/contract/chats/bookings'
import { type FormData, isComplete } from '@errand/contract/chats/form-data'
import {
  type ChatSession,
  closeSessionCall,
  listMessagesCall,
  listSessionsCall,
  saveSessionCall,
  setAttentionCall,
  setHandlerCall,
} from '@errand/contract/chats/session'

import type { OwnerCalls } from '../../platform/calls/answer-calls.ts'
import type { Queries, Database } from '../../platform/database/database.ts'
import type { CallSlots } from '../../platform/http/call-slots.ts'
import { toEntityTag, type Precondition } from '../../platform/http/etag.ts'
import type { Queue } from '../../platform/queue/queue.ts'
import { putAnswers } from '../answers/form-data.service.ts'
import { followUp } from '../assistant/follow-up.ts'
import { readSnapshot, type ChatMutation } from '../chats/chat-mutation.ts'
import { commitChatChanges } from '../chats/commit-chat-changes.ts'
import { listMessages } from '../chats/messages/list-messages.ts'
import type { SessionRow } from '../chats/rows.ts'
import { showSession } from '../chats/session-view.ts'
import { listSessions } from '../chats/sessions/list-sessions.ts'
import { findSession, requireChat, type SessionChanges } from '../chats/sessions/sessions.repo.ts'
import { stateColumns, nextState } from '../chats/state/session-state.ts'
import { closeSession, saveSession, setAttention, setHandler } from './change-session.ts'

interface Dependencies {
  callSlots: CallSlots
  database: Database
  queue: Queue
}

/** /api/chats/sessions: the list, the messages of a chat, and the owner's actions. */
export function sessionsRoutes(on: OwnerCalls, { callSlots, database, queue }: Dependencies) {
  on(listSessionsCall, {
    summary: 'List the chats',
    leaves: 'nothing',
    description:
      '`totals` count under the whole filter, whatever the page. `needsYou` are the chats with `needs`. `q` looks for beginnings of words in names, numbers and messages. What a chat collected (`formData`) is left out here.',
    before: callSlots.limit((c) => (c.req.query('q') ? 'searches' : undefined)),
  }).answer(({ ownerId, query }) => listSessions(database.queries, ownerId, query))
  on(listMessagesCall, {
    summary: "Read a chat's messages",
    leaves: 'nothing',
    description:
      'The newest ones, or those before, after or around one of them. `templates` come with a chat whose 24-hour window is closed, or when asked for.',
  }).answer(({ ownerId, id: sessionId, query }) =>
    listMessages(database.queries, { ownerId, sessionId }, query),
  )
  const change = async (work: (queries: Queries) => Promise<ChatSession>) =>
    ({ success: true, session: await database.transaction(work) }) as const
  on(saveSessionCall, {
    summary: 'Save a chat for later',
    leaves: 'nothing',
    description: 'At `remindAt` it asks for attention; what is absent stays as it is.',
  }).answer(({ body, ...target }) => change((queries) => saveSession(queries, target, body)))
  on(setAttentionCall, {
    summary: 'Put aside what a chat needs you for',
    leaves: 'nothing',
    description:
      '`done` until something new happens: a message, a failure, a handover. `until` brings it back at that time, too. `done: false` undoes both; `remindAt` is the reminder of before.',
  }).answer(({ body, ...target }) => change((queries) => setAttention(queries, target, body)))
  on(setHandlerCall, {
    summary: 'Take over a chat, or hand it back',
    leaves: 'nothing',
    description:
      'Without `returnAt` the assistant resumes after the time of the settings, with `null` never.',
  }).answer(({ body, ...target }) => change((queries) => setHandler(queries, target, body)))
  on(putFormDataCall, {
    summary: 'Fill in what a chat collects',
    leaves: 'nothing',
    description:
      'Merged into what is there; `null` clears an answer. Of several sets of answers (bookings) of a chat it is the one that is open, or else the latest, unless `formDataId` names another. When nothing is missing any more, a chat that the owner does not drive is complete. A change that the contact has proposed stays beside it, but for the answers that are filled in here.',
  }).answer(async ({ c, ownerId, id: sessionId, isWanted, body }) => {
    const put = { ownerId, sessionId, isWanted, answers: body.formData, id: body.formDataId }
    const { formData, session } = await database.transaction((queries) =>
      putFormData(queries, queue, put),
    )
    c.header('etag', toEntityTag(formData.version))
    return { success: true, formData, session, suggestions: formData.suggestions }
  })
  on(closeSessionCall, { summary: 'Close a chat', leaves: 'nothing' }).answer((target) =>
    change((queries) => closeSession(queries, target)),
  )
}

interface FormDataPut {
  ownerId: string
  sessionId: string
  isWanted: Precondition
  answers: Record<string, unknown>
  id: string | undefined
}

/**
 * Stores answers that the owner fills in. When none is missing any more, the chat is complete, and its
 * follow-ups start as if the assistant had collected the answers.
 */
async function putFormData(
  queries: Queries,
  queue: Queue,
  put: FormDataPut,
): Promise<{ formData: FormData; session: ChatSession }> {
  const stored = await putAnswers(queries, { ...put, source: 'owner' })
  const { formData, isChanged, needsFollowUp, isLatest } = stored
  const row = requireChat(await findSession(queries, put.ownerId, put.sessionId))
  if (!isChanged) return { formData, session: await showSession(queries, row) }
  // What the contact is asked about, a change or a further set, is still open.
  const isOver = isLatest && isComplete(formData.status) && formData.proposed === undefined
  const chat: ChatMutation = {
    session: row,
    changes: isOver ? completed(row) : {},
    events: [{ type: 'form_data.updated' }],
  }
  const done = needsFollowUp ? await followCompletion(queries, queue, chat, formData) : chat
  const session = await commitChatChanges(queries, {
    ...done,
    events: [...done.events, { type: 'session.updated' }],
  })
  return { formData, session }
}

/** The completion of a chat; none while the owner drives it, who decides when it ends. */
function completed(row: SessionRow): SessionChanges {
  if (row.handler === 'owner') return {}
  const state = nextState(row, { type: 'complete', at: new Date() })
  return typeof state === 'string' ? {} : stateColumns(state)
}

/** Starts the follow-ups of what the owner has completed; the owner is not notified. */
async function followCompletion(
  queries: Queries,
  queue: Queue,
  chat: ChatMutation,
  answers: FormData,
): Promise<ChatMutation> {
  const job = await readSnapshot(queries, chat.session)
  if (job === undefined) return chat
  const { name, behaviour } = job
  const onComplete = { ...behaviour.onComplete, notifyOwner: false }
  return followUp(queries, queue, chat, {
    job: { name, behaviour: { ...behaviour, onComplete } },
    answers,
  })
}
