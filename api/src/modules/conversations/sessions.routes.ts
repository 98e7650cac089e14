import { type FormData, isComplete, updateFormDataSchema } from '@errand/contract/chats/form-data'
import {
  type ChatSession,
  formDataResponseSchema,
  listMessagesQuerySchema,
  listSessionsQuerySchema,
  messageListSchema,
  saveSessionSchema,
  sessionListSchema,
  sessionResponseSchema,
  setAttentionSchema,
  setHandlerSchema,
} from '@errand/contract/chats/session'
import { Hono } from 'hono'

import type { Queries, Database } from '../../platform/database/database.ts'
import { describeOperation, ifMatchHeader } from '../../platform/docs/describe.ts'
import type { CallSlots } from '../../platform/http/call-slots.ts'
import type { OwnerEnv } from '../../platform/http/context.ts'
import { toEntityTag, readIfMatch, type Precondition } from '../../platform/http/etag.ts'
import { readId } from '../../platform/http/read-id.ts'
import { jsonBody, queryString } from '../../platform/http/request-input.ts'
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

const changed = { answers: { 200: sessionResponseSchema }, tag: 'Chats' } as const

/** /api/chats/sessions: the list, the messages of a chat, and the owner's actions. */
export function sessionsRoutes({ callSlots, database, queue }: Dependencies) {
  return new Hono<OwnerEnv>()
    .get(
      '/sessions',
      describeOperation({
        tag: 'Chats',
        summary: 'List the chats',
        leaves: 'nothing',
        description:
          '`totals` count under the whole filter, whatever the page. `needsYou` are the chats with `needs`. `q` looks for beginnings of words in names, numbers and messages. What a chat collected (`formData`) is left out here.',
        answers: { 200: sessionListSchema },
        problems: [403, 422],
      }),
      queryString(listSessionsQuerySchema),
      callSlots.limit((c) => (c.req.query('q') ? 'searches' : undefined)),
      async (c) =>
        c.json(await listSessions(database.queries, c.var.ownerId, c.req.valid('query'))),
    )
    .get(
      '/sessions/:id/messages',
      describeOperation({
        tag: 'Chats',
        summary: "Read a chat's messages",
        leaves: 'nothing',
        description:
          'The newest ones, or those before, after or around one of them. `templates` come with a chat whose 24-hour window is closed, or when asked for.',
        answers: { 200: messageListSchema },
        problems: [403, 404, 422],
      }),
      queryString(listMessagesQuerySchema),
      async (c) => {
        const chat = { ownerId: c.var.ownerId, sessionId: readId('session', c.req.param('id')) }
        return c.json(await listMessages(database.queries, chat, c.req.valid('query')))
      },
    )
    .put(
      '/sessions/:id/save',
      describeOperation({
        ...changed,
        summary: 'Save a chat for later',
        leaves: 'nothing',
        description: 'At `remindAt` it asks for attention; what is absent stays as it is.',
        problems: [400, 403, 404, 413, 415, 422],
      }),
      jsonBody(saveSessionSchema),
      async (c) => {
        const target = { ownerId: c.var.ownerId, id: readId('session', c.req.param('id')) }
        const input = c.req.valid('json')
        const session = await database.transaction((queries) => saveSession(queries, target, input))
        return c.json({ success: true, session })
      },
    )
    .post(
      '/sessions/:id/attention',
      describeOperation({
        ...changed,
        summary: 'Put aside what a chat needs you for',
        leaves: 'nothing',
        description:
          '`done` until something new happens: a message, a failure, a handover. `until` brings it back at that time, too. `done: false` undoes both; `remindAt` is the reminder of before.',
        problems: [400, 403, 404, 413, 415, 422],
      }),
      jsonBody(setAttentionSchema),
      async (c) => {
        const target = { ownerId: c.var.ownerId, id: readId('session', c.req.param('id')) }
        const input = c.req.valid('json')
        const session = await database.transaction((queries) =>
          setAttention(queries, target, input),
        )
        return c.json({ success: true, session })
      },
    )
    .post(
      '/sessions/:id/handler',
      describeOperation({
        ...changed,
        summary: 'Take over a chat, or hand it back',
        leaves: 'nothing',
        description:
          'Without `returnAt` the assistant resumes after the time of the settings, with `null` never.',
        problems: [400, 403, 404, 409, 413, 415, 422],
      }),
      jsonBody(setHandlerSchema),
      async (c) => {
        const target = { ownerId: c.var.ownerId, id: readId('session', c.req.param('id')) }
        const input = c.req.valid('json')
        const session = await database.transaction((queries) => setHandler(queries, target, input))
        return c.json({ success: true, session })
      },
    )
    .put(
      '/sessions/:id/form-data',
      describeOperation({
        tag: 'Chats',
        summary: 'Fill in what a chat collects',
        leaves: 'nothing',
        description:
          'Merged into what is there; `null` clears an answer. Of several sets of answers (bookings) of a chat it is the one that is open, or else the latest, unless `formDataId` names another. When nothing is missing any more, a chat that the owner does not drive is complete. A change that the contact has proposed stays beside it, but for the answers that are filled in here.',
        parameters: [ifMatchHeader],
        answers: { 200: formDataResponseSchema },
        problems: [400, 403, 404, 409, 412, 413, 415, 422],
      }),
      jsonBody(updateFormDataSchema),
      async (c) => {
        const target = {
          ownerId: c.var.ownerId,
          sessionId: readId('session', c.req.param('id')),
          isWanted: readIfMatch(c),
        }
        const { formData: answers, formDataId: id } = c.req.valid('json')
        const { formData, session } = await database.transaction((queries) =>
          putFormData(queries, queue, { ...target, answers, id }),
        )
        c.header('etag', toEntityTag(formData.version))
        return c.json({ success: true, formData, session, suggestions: formData.suggestions })
      },
    )
    .post(
      '/sessions/:id/close',
      describeOperation({
        ...changed,
        summary: 'Close a chat',
        leaves: 'nothing',
        problems: [403, 404, 413],
      }),
      async (c) => {
        const target = { ownerId: c.var.ownerId, id: readId('session', c.req.param('id')) }
        const session = await database.transaction((queries) => closeSession(queries, target))
        return c.json({ success: true, session })
      },
    )
}

interface Target {
  ownerId: string
  sessionId: string
  isWanted: Precondition
}

/**
 * Stores answers that the owner fills in. When none is missing any more, the chat is complete, and its
 * follow-ups start as if the assistant had collected the answers.
 */
async function putFormData(
  queries: Queries,
  queue: Queue,
  { answers, ...target }: Target & { answers: Record<string, unknown>; id: string | undefined },
): Promise<{ formData: FormData; session: ChatSession }> {
  const { ownerId, sessionId } = target
  const stored = await putAnswers(queries, { ...target, answers, source: 'owner' })
  const { formData, isChanged, needsFollowUp, isLatest } = stored
  const row = requireChat(await findSession(queries, ownerId, sessionId))
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
