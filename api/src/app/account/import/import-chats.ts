import type { AddedByImport } from '@errand/contract/auth'

import { derivedColumns } from '../../../modules/answers/form-data.service.ts'
import { previewOf } from '../../../modules/chats/messages/message-view.ts'
import { searchWordsText, wordsOf } from '../../../modules/chats/search/search-words.ts'
import { insertRows } from '../../../platform/database/insert-rows.ts'
import * as schema from '../../../platform/database/schema.ts'
import { directionOf, type Row } from './account-file.ts'
import { idFor, place, type Importing, type Placed } from './place-rows.ts'

interface Parents {
  jobs: Placed<Row<'jobs'>>
  forms: Placed<Row<'forms'>>
  contacts: Placed<Row<'contacts'>>
}

const dayMs = 24 * 60 * 60 * 1000

/** Adds chats with their messages, notes and answers. */
export async function addChats(
  importing: Importing,
  { jobs, forms, contacts }: Parents,
): Promise<Pick<AddedByImport, 'chats' | 'messages' | 'answers' | 'remarks'>> {
  const { queries, ownerId, file, staysOpen = false } = importing
  const chats = await place(importing, {
    kind: 'session',
    table: schema.chatSessions,
    items: file.chats,
  })
  const isAdded = new Set(chats.added.map(({ id }) => id))
  const ofAdded = <Item extends { sessionId: string }>(items: Item[]) =>
    items.filter(({ sessionId }) => isAdded.has(sessionId))
  // What was still to be sent is not, so that it is no message.
  const messages = ofAdded(file.messages)
    .filter(({ status }) => status !== 'queued')
    .toSorted((one, other) => one.seq - other.seq)
  const messageIds = new Map(messages.map((one) => [one.id, idFor(ownerId, 'message', one)]))
  const messageIdOf = (id: string | undefined) => messageIds.get(id ?? '')
  const remarks = ofAdded(file.remarks).filter(({ messageId }) => messageIds.has(messageId))
  const messagesOf = Map.groupBy(messages, ({ sessionId }) => sessionId)
  const remarksOf = Map.groupBy(remarks, ({ sessionId }) => sessionId)
  await insertRows(queries, schema.chatSessions, chats.added, (chat) => ({
    ...chat,
    ...(staysOpen ? { attentionAbout: renamedAll(chat.attentionAbout) } : closedColumns(chat)),
    ...messageColumns(messagesOf.get(chat.id) ?? [], messageIdOf),
    id: chats.idOf(chat.id),
    ownerId,
    contactId: contacts.idOf(chat.contactId),
    jobId: jobs.idOf(chat.jobId),
    formId: forms.idOf(chat.formId),
    lastReadMessageId: messageIdOf(chat.lastReadMessageId),
    remarkCount: remarksOf.get(chat.id)?.length ?? 0,
  }))
  await insertRows(queries, schema.messages, messages, (message) => {
    const status = statusOf(message)
    return {
      statusAt: { [status]: message.createdAt },
      ...message,
      id: messageIdOf(message.id),
      ownerId,
      sessionId: chats.idOf(message.sessionId),
      direction: directionOf(message),
      status,
      replyToId: messageIdOf(message.replyToId),
      searchWords: searchWordsText(ownerId, wordsOf(message.text)),
    }
  })
  await insertRows(queries, schema.remarks, remarks, (remark) => ({
    ...remark,
    id: idFor(ownerId, 'remark', remark),
    ownerId,
    sessionId: chats.idOf(remark.sessionId),
    messageId: messageIdOf(remark.messageId),
  }))
  const fieldsOf = new Map(file.forms.map(({ id, fields }) => [id, fields]))
  const answers = ofAdded(file.answers)
  await insertRows(queries, schema.formData, answers, (set) => {
    const { fields = fieldsOf.get(set.formId) ?? [], values, completedAt } = set
    return {
      ...set,
      ...derivedColumns(fields, values),
      id: idFor(ownerId, 'response', set),
      ownerId,
      sessionId: chats.idOf(set.sessionId),
      formId: forms.idOf(set.formId),
      fields,
      meta: renamedAll(set.meta),
      suggestions: set.suggestions.map(renamed),
      // What follows a completion has happened where they come from.
      followedUpAt: set.followedUpAt ?? completedAt,
    }
  })
  const counts = { chats: chats.added.length, messages: messages.length }
  return { ...counts, answers: answers.length, remarks: remarks.length }

  function renamed<About extends { messageId?: string | undefined }>(about: About): About {
    return { ...about, messageId: messageIdOf(about.messageId) }
  }

  function renamedAll(abouts: Record<string, { messageId?: string | undefined }>): object {
    return Object.fromEntries(Object.entries(abouts).map(([key, about]) => [key, renamed(about)]))
  }
}

/** The state of a chat that is only to be read. */
function closedColumns({ status, updatedAt }: Row<'chats'>): object {
  const quiet = { attention: [], attentionAbout: {} }
  if (status !== 'active') return quiet
  const closed = { status: 'closed', closeReason: 'owner', closedAt: updatedAt }
  return { ...quiet, ...closed, handler: 'none', handlerSince: updatedAt, handlerReason: null }
}

/** What a chat repeats of its messages, which are in order. */
function messageColumns(
  messages: readonly Row<'messages'>[],
  idOf: (id: string | undefined) => string | undefined,
): object {
  const inbound = messages.filter((message) => directionOf(message) === 'in')
  const [last, lastInbound] = [messages.at(-1), inbound.at(-1)]
  const windowExpiresAt =
    lastInbound && new Date(Date.parse(lastInbound.createdAt) + dayMs).toISOString()
  return {
    lastInboundAt: lastInbound?.createdAt,
    windowExpiresAt,
    unreadCount: inbound.filter(({ readByOwnerAt }) => readByOwnerAt === undefined).length,
    lastMessageId: idOf(last?.id),
    lastMessagePreview: last === undefined ? '' : previewOf(last),
    lastMessageAuthor: last?.author,
    lastMessageAt: last?.createdAt,
    lastMessageStatus: last && statusOf(last),
    messageCount: messages.length,
    seq: messages.length,
  }
}

const statusOf = (message: Row<'messages'>) =>
  message.status ?? (directionOf(message) === 'in' ? 'received' : 'read')
