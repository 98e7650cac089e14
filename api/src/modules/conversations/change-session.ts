import type {
  ChatSession,
  saveSessionCall,
  setAttentionCall,
  setHandlerCall,
} from '@errand/contract/chats/session'
import type * as z from 'zod/mini'

import type { Queries } from '../../platform/database/database.ts'
import { Problem } from '../../platform/http/problem.ts'
import { readPreferences } from '../account/settings-view.ts'
import { resumeChat } from '../assistant/schedule-run.ts'
import { commitChatChanges } from '../chats/commit-chat-changes.ts'
import { cancelPendingReplies, type ChatUpdate } from '../chats/messages/outbound.ts'
import type { SessionRow } from '../chats/rows.ts'
import { showSession } from '../chats/session-view.ts'
import { lockSession, requireChat, type SessionChanges } from '../chats/sessions/sessions.repo.ts'
import {
  stateColumns,
  nextState,
  returnAtOf,
  type SessionAction,
} from '../chats/state/session-state.ts'

interface Target {
  ownerId: string
  id: string
}

/** Hands a chat back to the assistant, or lets the owner take it over. */
export async function setHandler(
  queries: Queries,
  target: Target,
  { handler, returnAt }: z.output<(typeof setHandlerCall)['body']>,
): Promise<ChatSession> {
  const session = await lockTarget(queries, target)
  const at = new Date()
  if (handler === 'assistant') {
    return applyAction(queries, session, { type: 'give_back', at, hasJob: session.jobId !== null })
  }
  const { assistant } = await readPreferences(queries, target.ownerId)
  const usual = returnAtOf(session, { minutes: assistant.returnToAssistantAfterMinutes, at })
  const wanted = returnAt === undefined ? usual : readReturn(session, returnAt, at)
  return applyAction(queries, session, { type: 'take_over', at, returnAt: wanted })
}

/** Closes a chat; a closed one stays as it is. */
export async function closeSession(queries: Queries, target: Target): Promise<ChatSession> {
  const session = await lockTarget(queries, target)
  return applyAction(queries, session, { type: 'close', at: new Date(), reason: 'owner' })
}

/** Saves a chat for later, or removes it from there; absent members stay as they are. */
export async function saveSession(
  queries: Queries,
  target: Target,
  { savedForLater, remindAt, note }: z.output<(typeof saveSessionCall)['body']>,
): Promise<ChatSession> {
  const session = await lockTarget(queries, target)
  const attention = session.attention.filter((one) => one !== 'review' && one !== 'reminder')
  const changes = savedForLater
    ? {
        savedForLater,
        savedAt: session.savedAt ?? new Date(),
        ...(remindAt !== undefined && { remindAt: remindAt === null ? null : new Date(remindAt) }),
        ...(note !== undefined && { savedNote: note === '' ? null : note }),
      }
    : { savedForLater, savedAt: null, savedNote: null, remindAt: null }
  return commitChatChanges(queries, {
    session,
    changes: { ...changes, attention },
    events: [{ type: 'session.updated' }],
  })
}

/** Puts aside what a chat needs its owner for, or brings it back; the chat stays as it is. */
export async function setAttention(
  queries: Queries,
  target: Target,
  input: z.output<(typeof setAttentionCall)['body']>,
): Promise<ChatSession> {
  const session = await lockTarget(queries, target)
  return commitChatChanges(queries, {
    session,
    changes: attentionChanges(input),
    events: [{ type: 'session.updated' }],
  })
}

function attentionChanges(input: z.output<(typeof setAttentionCall)['body']>): SessionChanges {
  const { done, until, remindAt } = input
  if (done && until !== undefined) {
    return { attentionDoneAt: new Date(), remindAt: readFuture({ until }, 'until') }
  }
  if (done) return { attentionDoneAt: new Date() }
  return {
    attentionDoneAt: null,
    ...(remindAt !== undefined && { remindAt: remindAt === null ? null : new Date(remindAt) }),
  }
}

const lockTarget = async (queries: Queries, { ownerId, id }: Target): Promise<SessionRow> =>
  requireChat(await lockSession(queries, ownerId, id))

/** Applies an action to a chat; one that changes nothing publishes no event. */
async function applyAction(
  queries: Queries,
  session: SessionRow,
  action: SessionAction,
): Promise<ChatSession> {
  const state = nextState(session, action)
  if (typeof state === 'string') throw refusedAction(session)
  const changes = stateColumns(state)
  if (isEqual(changes, stateColumns(session))) return showSession(queries, session)
  const moved =
    changes.handler === 'assistant'
      ? await resumeChat(queries, { session, changes, events: [] })
      : await stopAssistant(queries, session, changes)
  return commitChatChanges(queries, {
    session,
    changes: moved.changes,
    events: [...moved.events, { type: 'session.updated' }],
  })
}

async function stopAssistant(
  queries: Queries,
  session: SessionRow,
  changes: SessionChanges,
): Promise<ChatUpdate> {
  const reason = changes.status === 'closed' ? 'closed' : 'owner'
  const cancelled = await cancelPendingReplies(queries, session, reason)
  return { changes: { ...changes, ...cancelled.changes }, events: cancelled.events }
}

function isEqual(one: object, other: object): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}

function refusedAction({ status }: SessionRow): Problem {
  const detail =
    status === 'active'
      ? 'The chat has no job, so the assistant does not know what to do.'
      : 'The chat has ended. Write to the contact to continue it.'
  return new Problem('conflict', { detail, meta: { status } })
}

function readReturn({ jobId }: SessionRow, returnAt: string | null, at: Date): Date | null {
  if (returnAt === null || jobId === null) return null
  return readFuture({ returnAt }, 'returnAt', at)
}

/** The moment that a member of a request names, which has to come yet. */
function readFuture<Name extends string>(
  input: Record<Name, string>,
  name: Name,
  at: Date = new Date(),
): Date {
  const wanted = new Date(input[name])
  if (wanted > at) return wanted
  throw new Problem('validation_failed', {
    errors: [{ pointer: `#/${name}`, code: 'too_small', detail: 'Must be in the future.' }],
  })
}
