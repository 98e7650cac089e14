import {
  draftReplyResponseSchema,
  type DraftedReply,
  type DraftReplyInput,
} from '@errand/contract/chats/draft'
import { emailSessionResponseSchema, type EmailSessionInput } from '@errand/contract/chats/email'
import { holdResponseSchema, runListSchema, type AssistantRun } from '@errand/contract/chats/run'
import {
  contactResponseSchema,
  formDataResponseSchema,
  sessionListSchema,
  sessionResponseSchema,
  type ChatSession,
  type Contact,
  type SessionList,
} from '@errand/contract/chats/session'
import { templateListSchema, type Template } from '@errand/contract/chats/template'
import { api } from '@errand/shared-auth'

import { toQuery, type SessionFilter } from './session-filter.ts'

type SessionId = ChatSession['id']

interface Page {
  filter: SessionFilter
  cursor?: string | null
  limit?: number
}

export async function listSessions(
  { filter, cursor = null, limit }: Page,
  signal: AbortSignal,
): Promise<SessionList> {
  const searchParams = {
    ...toQuery(filter),
    ...(cursor !== null && { cursor }),
    ...(limit !== undefined && { limit }),
  }
  return api.get('chats/sessions', { searchParams, signal }).json(sessionListSchema)
}

/** The chats in which anything changed since that moment, whatever they are. */
export async function listChangedSessions({
  updatedSince,
  cursor,
}: {
  updatedSince: string
  cursor: string | null
}): Promise<SessionList> {
  const searchParams = { updatedSince, limit: 100, ...(cursor !== null && { cursor }) }
  return api.get('chats/sessions', { searchParams }).json(sessionListSchema)
}

/** What is remembered of a chat that is saved; what is absent stays as it is. */
export interface SavedChat {
  savedForLater: boolean
  remindAt?: string | null
  note?: string
}

export async function saveSession(id: SessionId, saved: SavedChat): Promise<ChatSession> {
  return changed(await api.put(`chats/sessions/${id}/save`, { json: saved }).json())
}

/** Without `returnAt` the assistant takes the chat back after the time of the settings. */
export async function setHandler(
  id: SessionId,
  handler: { handler: 'assistant' | 'owner'; returnAt?: string | null },
): Promise<ChatSession> {
  return changed(await api.post(`chats/sessions/${id}/handler`, { json: handler }).json())
}

/** Holds the assistant for half a minute: its owner is writing. */
export async function sayTyping(id: SessionId): Promise<void> {
  await api.post(`chats/sessions/${id}/typing`).json(holdResponseSchema)
}

/** Has a reply proposed, from what the owner wants and has written so far. */
export function draftReply(
  id: SessionId,
  input: DraftReplyInput,
  signal: AbortSignal,
): Promise<DraftedReply> {
  return api
    .post(`chats/sessions/${id}/draft`, { json: input, signal })
    .json(draftReplyResponseSchema)
}

/** The answer of the assistant that says a message: what was read for it, and how. */
export async function readRunOf(
  id: SessionId,
  messageId: string,
  signal: AbortSignal,
): Promise<AssistantRun | undefined> {
  const searchParams = { messageId, limit: 1 }
  const { items } = await api
    .get(`chats/sessions/${id}/runs`, { searchParams, signal })
    .json(runListSchema)
  return items[0]
}

export async function closeSession(id: SessionId): Promise<ChatSession> {
  return changed(await api.post(`chats/sessions/${id}/close`).json())
}

const changed = (answer: unknown): ChatSession => sessionResponseSchema.parse(answer).session

/** Refused with 412 when the answers have another version than `version`. */
export function putFormData(
  id: SessionId,
  { formData, version }: { formData: Record<string, unknown>; version: number },
) {
  const headers = { 'if-match': `"${version}"` }
  return api
    .put(`chats/sessions/${id}/form-data`, { json: { formData }, headers })
    .json(formDataResponseSchema)
}

export async function updateContact(
  id: Contact['id'],
  change: { name?: string; blocked?: boolean; optedOut?: boolean },
): Promise<Contact> {
  const { contact } = await api
    .put(`chats/contacts/${id}`, { json: change })
    .json(contactResponseSchema)
  return contact
}

/** Sent again with the same key, the letter goes out once. */
export function emailSession(
  id: SessionId,
  { letter, key }: { letter: EmailSessionInput; key: string },
) {
  return api
    .post(`chats/sessions/${id}/email`, { json: letter, headers: { 'idempotency-key': key } })
    .json(emailSessionResponseSchema)
}

export async function listTemplates(signal: AbortSignal): Promise<Template[]> {
  const searchParams = { limit: 100 }
  return (await api.get('chats/templates', { searchParams, signal }).json(templateListSchema)).items
}
