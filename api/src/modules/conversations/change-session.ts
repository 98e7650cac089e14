import type {
  ChatSession,
  saveSessionSchema,
  setHandlerSchema,
} from '@errand/contract/chats/session'
import type * as z from 'zod/mini'

import { resumeChat } from '../assistant/begin-run.ts'
import { readPreferences } from '../account/settings-view.ts'
import type { Queries } from '../../platform/database/database.ts'
import { Problem } from '../../platform/http/problem.ts'
import { cancelWaiting, type Removed } from '../chats/messages/outbound.ts'
import { publishChat } from '../chats/publish-chat.ts'
import type { SessionRow } from '../chats/rows.ts'
import { showSession } from '../chats/session-view.ts'
import { columnsOf, next, returnAtOf, type SessionAction } from '../chats/state/session-state.ts'
import { lockSession, requireChat, type SessionChanges } from '../chats/sessions/sessions.repo.ts'

interface Target {
  ownerId: string
  id: string
}

/** Who drives the chat from now on. */
export async function setHandler(
  queries: Queries,
  target: Target,
  { handler, returnAt }: z.output<typeof setHandlerSchema>,
): Promise<ChatSession> {
  const session = await lockTarget(queries, target)
  const at = new Date()
  if (handler === 'assistant') {
    return act(queries, session, { type: 'give_back', at, hasJob: session.jobId !== null })
  }
  const { assistant } = await readPreferences(queries, target.ownerId)
  const usual = returnAtOf(session, { minutes: assistant.returnToAssistantAfterMinutes, at })
  const wanted = returnAt === undefined ? usual : readReturn(session, returnAt, at)
  return act(queries, session, { type: 'take_over', at, returnAt: wanted })
}

/** Ends a chat; one that has ended stays as it is. */
export async function closeSession(queries: Queries, target: Target): Promise<ChatSession> {
  const session = await lockTarget(queries, target)
  return act(queries, session, { type: 'close', at: new Date(), reason: 'owner' })
}

/** Puts a chat aside for later, or takes it from there; what is absent stays as it is. */
export async function saveSession(
  queries: Queries,
  target: Target,
  { savedForLater, remindAt, note }: z.output<typeof saveSessionSchema>,
): Promise<ChatSession> {
  const session = await lockTarget(queries, target)
  const attention = session.attention.filter((one) => one !== 'review')
  const changes = savedForLater
    ? {
        savedForLater,
        savedAt: session.savedAt ?? new Date(),
        ...(remindAt !== undefined && { remindAt: remindAt === null ? null : new Date(remindAt) }),
        ...(note !== undefined && { savedNote: note === '' ? null : note }),
      }
    : { savedForLater, savedAt: null, savedNote: null, remindAt: null }
  return publishChat(queries, {
    session,
    changes: { ...changes, attention },
    happened: [{ type: 'session.updated' }],
  })
}

const lockTarget = async (queries: Queries, { ownerId, id }: Target): Promise<SessionRow> =>
  requireChat(await lockSession(queries, ownerId, id))

/** What changes nothing is told to nobody. */
async function act(
  queries: Queries,
  session: SessionRow,
  action: SessionAction,
): Promise<ChatSession> {
  const state = next(session, action)
  if (typeof state === 'string') throw refused(session)
  const changes = columnsOf(state)
  if (isEqual(changes, columnsOf(session))) return showSession(queries, session)
  const moved =
    changes.handler === 'assistant'
      ? await resumeChat(queries, { session, changes, happened: [] })
      : await stopAssistant(queries, session, changes)
  return publishChat(queries, {
    session,
    changes: moved.changes,
    happened: [...moved.happened, { type: 'session.updated' }],
  })
}

async function stopAssistant(
  queries: Queries,
  session: SessionRow,
  changes: SessionChanges,
): Promise<Removed> {
  const reason = changes.status === 'closed' ? 'closed' : 'owner'
  const cancelled = await cancelWaiting(queries, session, reason)
  return { changes: { ...changes, ...cancelled.changes }, happened: cancelled.happened }
}

function isEqual(one: object, other: object): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}

function refused({ status }: SessionRow): Problem {
  const detail =
    status === 'active'
      ? 'The chat has no job, so the assistant does not know what to do in it.'
      : 'The chat has ended. Write to the contact to go on with it.'
  return new Problem('conflict', { detail, meta: { status } })
}

function readReturn({ jobId }: SessionRow, returnAt: string | null, at: Date): Date | null {
  if (returnAt === null || jobId === null) return null
  const wanted = new Date(returnAt)
  if (wanted > at) return wanted
  throw new Problem('validation_failed', {
    errors: [{ pointer: '#/returnAt', code: 'too_small', detail: 'Must be in the future.' }],
  })
}
