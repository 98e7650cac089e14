import {
  bookingSuggestionSchema,
  type ChangeBookingInput,
  type ChangeBookingResponse,
  changeBookingResponseSchema,
} from '@errand/contract/chats/bookings'
import { draftReplyResponseSchema, type DraftReplyInput } from '@errand/contract/chats/draft'
import { emailSessionResponseSchema, type EmailSessionInput } from '@errand/contract/chats/email'
import type { UpdateFormData } from '@errand/contract/chats/form-data'
import {
  deletedRemarkResponseSchema,
  remarkResponseSchema,
  type Message,
  type PutFeedback,
  type Remark,
} from '@errand/contract/chats/message'
import {
  markReadResponseSchema,
  messageResponseSchema,
  replyResponseSchema,
  undoResponseSchema,
  type ReplyInput,
} from '@errand/contract/chats/reply'
import { holdResponseSchema, runListSchema } from '@errand/contract/chats/run'
import {
  contactResponseSchema,
  formDataResponseSchema,
  messageListSchema,
  sessionListSchema,
  sessionResponseSchema,
  type ChatSession,
  type Contact,
  type ListMessagesQuery,
  type SetAttention,
} from '@errand/contract/chats/session'
import { templateListSchema } from '@errand/contract/chats/template'
import { api } from '@errand/shared-auth'

type SessionId = ChatSession['id']
type MessageId = Message['id']

/** Not `randomUUID`, which exists on secure origins only. */
export function newIdempotencyKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** The sessions that match a filter, or all that changed since a moment. */
export function listSessions(query: Record<string, string | number | null>, signal?: AbortSignal) {
  const given = Object.entries(query).filter(([, value]) => value !== null)
  const searchParams = Object.fromEntries(given) as Record<string, string | number>
  return api
    .get('chats/sessions', { searchParams, ...(signal && { signal }) })
    .json(sessionListSchema)
}

/** The data of a saved session; properties that are left out stay as they are. */
export interface SavedChat {
  savedForLater: boolean
  remindAt?: string | null
  note?: string
}

export const saveSession = (id: SessionId, saved: SavedChat) =>
  parseSession(api.put(`chats/sessions/${id}/save`, { json: saved }))

/** Hands the session over; it returns to the assistant after the time in the settings. */
export const setHandler = (id: SessionId, handler: 'assistant' | 'owner') =>
  parseSession(api.post(`chats/sessions/${id}/handler`, { json: { handler } }))

/** Puts aside what the session needs its owner for, or brings it back. */
export const setAttention = (id: SessionId, input: SetAttention) =>
  parseSession(api.post(`chats/sessions/${id}/attention`, { json: input }))

export const closeSession = (id: SessionId) => parseSession(api.post(`chats/sessions/${id}/close`))

const parseSession = async (answer: ReturnType<typeof api.put>): Promise<ChatSession> =>
  (await answer.json(sessionResponseSchema)).session

/** Holds the assistant back for half a minute, because the owner is typing. */
export const sendTyping = (id: SessionId) =>
  api.post(`chats/sessions/${id}/typing`).json(holdResponseSchema)

/** Drafts a reply from the owner's instruction and the text so far. */
export const draftReply = (id: SessionId, input: DraftReplyInput, signal: AbortSignal) =>
  api.post(`chats/sessions/${id}/draft`, { json: input, signal }).json(draftReplyResponseSchema)

/** The run that produced a message: what it read and how it answered. */
export async function findRunOfMessage(id: SessionId, messageId: MessageId, signal: AbortSignal) {
  const searchParams = { messageId, limit: 1 }
  const answer = api.get(`chats/sessions/${id}/runs`, { searchParams, signal })
  return (await answer.json(runListSchema)).items[0]
}

/** Refused with 412 unless the answers have this version. */
export function putFormData(
  id: SessionId,
  { version, ...json }: UpdateFormData & { version: number },
) {
  const headers = { 'if-match': `"${version}"` }
  return api.put(`chats/sessions/${id}/form-data`, { json, headers }).json(formDataResponseSchema)
}

export interface ContactChange {
  name?: string
  blocked?: boolean
  optedOut?: boolean
}

export async function updateContact(id: Contact['id'], json: ContactChange): Promise<Contact> {
  return (await api.put(`chats/contacts/${id}`, { json }).json(contactResponseSchema)).contact
}

/** Repeated with the same key, the e-mail is sent once. */
export const emailSession = (id: SessionId, letter: EmailSessionInput, key: string) =>
  api
    .post(`chats/sessions/${id}/email`, { json: letter, headers: { 'idempotency-key': key } })
    .json(emailSessionResponseSchema)

export async function listTemplates(signal: AbortSignal) {
  const searchParams = { limit: 100 }
  return (await api.get('chats/templates', { searchParams, signal }).json(templateListSchema)).items
}

export function listMessages(id: SessionId, query: ListMessagesQuery, signal?: AbortSignal) {
  const searchParams = query as Record<string, string | number>
  return api
    .get(`chats/sessions/${encodeURIComponent(id)}/messages`, {
      searchParams,
      ...(signal && { signal }),
    })
    .json(messageListSchema)
}

/** Repeated with the same `clientId`, the message is sent once. */
export const sendReply = (id: SessionId, reply: ReplyInput) =>
  api.post(`chats/sessions/${id}/reply`, { json: reply }).json(replyResponseSchema)

/** Takes back a reply that is still held; returns the session without it. */
export async function undoReply(id: MessageId): Promise<ChatSession> {
  return (await api.delete(`chats/messages/${id}`).json(undoResponseSchema)).session
}

export async function retryMessage(id: MessageId): Promise<Message> {
  return (await api.post(`chats/messages/${id}/retry`).json(messageResponseSchema)).message
}

export async function putFeedback(id: MessageId, json: PutFeedback): Promise<Message> {
  const answer = api.put(`chats/messages/${id}/feedback`, { json })
  return (await answer.json(messageResponseSchema)).message
}

/** The maximum of the api for one call. */
const maxMarked = 500

/** Marking a message as read also marks those before it; as unread, those after it. */
export async function markMessages(messageIds: MessageId[], read: boolean) {
  const unreadCounts: Pick<ChatSession, 'id' | 'unreadCount'>[] = []
  for (let from = 0; from < messageIds.length; from += maxMarked) {
    const json = { messageIds: messageIds.slice(from, from + maxMarked), read }
    const answer = api.put('chats/messages/mark-read', { json })
    unreadCounts.push(...(await answer.json(markReadResponseSchema)).sessions)
  }
  return unreadCounts
}

/** Repeated with the same key, the note is added once. */
export async function addNote(id: MessageId, remark: string, key: string): Promise<Remark> {
  const headers = { 'idempotency-key': key }
  const answer = api.post(`chats/messages/${id}/remarks`, { json: { remark }, headers })
  return (await answer.json(remarkResponseSchema)).remark
}

export async function changeNote(id: Remark['id'], remark: string): Promise<Remark> {
  const answer = api.put(`chats/remarks/${id}`, { json: { remark } })
  return (await answer.json(remarkResponseSchema)).remark
}

export const removeNote = (id: Remark['id']) =>
  api.delete(`chats/remarks/${id}`).json(deletedRemarkResponseSchema)

/** Decides about a booking of this version; repeated with the same key it is decided once. */
export function changeBooking(
  id: SessionId,
  { version, key, ...change }: ChangeBookingInput & { version: number; key: string },
): Promise<ChangeBookingResponse> {
  const headers = { 'if-match': `"${version}"`, 'idempotency-key': key }
  return api
    .post(`chats/sessions/${id}/booking`, { json: change, headers })
    .json(changeBookingResponseSchema)
}

/** What the contact could be told about a booking, in the language of the chat. */
export const suggestBookingText = (
  id: SessionId,
  searchParams: Record<string, string>,
  signal: AbortSignal,
) =>
  api
    .get(`chats/sessions/${id}/booking/suggestion`, { searchParams, signal })
    .json(bookingSuggestionSchema)
