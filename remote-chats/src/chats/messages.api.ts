import type { PutFeedback } from '@errand/contract/chats/feedback'
import type { Message } from '@errand/contract/chats/message'
import {
  deletedRemarkResponseSchema,
  remarkResponseSchema,
  type Remark,
} from '@errand/contract/chats/remark'
import {
  markReadResponseSchema,
  replyResponseSchema,
  messageResponseSchema,
  undoResponseSchema,
  type ReplyInput,
  type ReplyResponse,
} from '@errand/contract/chats/reply'
import {
  messageListSchema,
  type ChatSession,
  type ListMessagesQuery,
  type MessageList,
} from '@errand/contract/chats/session'
import { api } from '@errand/shared-auth'

type MessageId = Message['id']

export function listMessages(
  id: ChatSession['id'],
  query: ListMessagesQuery,
  signal?: AbortSignal,
): Promise<MessageList> {
  const searchParams = query as Record<string, string | number>
  return api
    .get(`chats/sessions/${encodeURIComponent(id)}/messages`, {
      searchParams,
      ...(signal !== undefined && { signal }),
    })
    .json(messageListSchema)
}

/** Sent again with the same `clientId`, the message goes out once. */
export function sendReply(id: ChatSession['id'], reply: ReplyInput): Promise<ReplyResponse> {
  return api.post(`chats/sessions/${id}/reply`, { json: reply }).json(replyResponseSchema)
}

/** Takes a reply back that is still held; answers the chat as it was before. */
export async function takeBack(id: MessageId): Promise<ChatSession> {
  return (await api.delete(`chats/messages/${id}`).json(undoResponseSchema)).session
}

export async function retryMessage(id: MessageId): Promise<Message> {
  return (await api.post(`chats/messages/${id}/retry`).json(messageResponseSchema)).message
}

export async function putFeedback(id: MessageId, feedback: PutFeedback): Promise<Message> {
  const answer = api.put(`chats/messages/${id}/feedback`, { json: feedback })
  return (await answer.json(messageResponseSchema)).message
}

/** So many messages the api marks at once. */
const maxMarked = 500

/** A chat is read up to a message; one that is unread makes those after it unread. */
export async function markMessages(messageIds: MessageId[], read: boolean) {
  const counted: Pick<ChatSession, 'id' | 'unreadCount'>[] = []
  for (let from = 0; from < messageIds.length; from += maxMarked) {
    const json = { messageIds: messageIds.slice(from, from + maxMarked), read }
    const answer = api.put('chats/messages/mark-read', { json })
    counted.push(...(await answer.json(markReadResponseSchema)).sessions)
  }
  return counted
}

/** Sent again with the same key, the remark is written once. */
export async function addRemark(
  id: MessageId,
  { text, key }: { text: string; key: string },
): Promise<Remark> {
  const { remark } = await api
    .post(`chats/messages/${id}/remarks`, {
      json: { remark: text },
      headers: { 'idempotency-key': key },
    })
    .json(remarkResponseSchema)
  return remark
}

export async function changeRemark(id: Remark['id'], text: string): Promise<Remark> {
  const json = { remark: text }
  return (await api.put(`chats/remarks/${id}`, { json }).json(remarkResponseSchema)).remark
}

export async function removeRemark(id: Remark['id']): Promise<void> {
  await api.delete(`chats/remarks/${id}`).json(deletedRemarkResponseSchema)
}
