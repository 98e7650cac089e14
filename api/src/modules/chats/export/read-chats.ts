import type { exportChatsCall } from '@errand/contract/chats/export'
import type { Message } from '@errand/contract/chats/message'
import { contactHandle, contactName as nameOf } from '@errand/contract/visible-text'
import { and, asc, gt, inArray, sql, type SQL } from 'drizzle-orm'
import type * as z from 'zod/mini'

import type { Queries } from '../../../platform/database/database.ts'
import { readPages } from '../../../platform/database/read-pages.ts'
import { chatSessions, messages } from '../../../platform/database/schema.ts'
import { dialledNumber } from '../../../platform/phones/number-forms.ts'
import type { FormDataRow } from '../../answers/collected.ts'
import { phoneText } from '../../answers/phones.ts'
import { answerText, readableText, type DisplayFormat } from '../../answers/readable-answer.ts'
import { previewOf, toMessages } from '../messages/message-view.ts'
import { messageColumns } from '../messages/messages.repo.ts'
import type { MessageRow, SessionRow } from '../rows.ts'
import { type ListedContact, findChatDetails } from '../session-view.ts'

export type ExportQuery = z.output<(typeof exportChatsCall)['query']>

/** Which chats and messages of an owner an export contains, and which details. */
export interface ExportScope {
  chats: SQL | undefined
  messages: SQL | undefined
  include: ReadonlySet<ExportQuery['include'][number]>
}

/** A chat of an export, without its messages. */
export interface ExportedChat {
  session: SessionRow
  contact: ListedContact
  jobName: string | undefined
  /** Its sets of answers, the latest first. */
  formData: FormDataRow[]
}

/** A record of an export: a chat, or one of the messages that follow it. */
export type ExportRecord =
  | { type: 'chat'; chat: ExportedChat }
  | { type: 'message'; chat: ExportedChat; message: Message }

/** Of these the details are in memory at once, which can be a hundred times as large as the chats. */
const maxChats = 50
/** Short chats are read together up to so many messages. */
const maxBatch = 500

/** Reads the chats and their messages page by page, as the consumer takes them. */
export async function* readChats(
  queries: Queries,
  scope: ExportScope,
): AsyncGenerator<ExportRecord> {
  for await (const sessions of readSessions(queries, scope)) {
    const chats = await withDetails(queries, sessions, scope)
    for (const batch of batchesOf(chats)) yield* readBatch(queries, batch, scope)
  }
}

/** Pages by id, because changes to a chat do not move it in that order. */
function readSessions(queries: Queries, { chats }: ExportScope): AsyncGenerator<SessionRow[]> {
  return readPages<SessionRow>(
    queries,
    (last, limit) =>
      queries
        .select()
        .from(chatSessions)
        .where(and(chats, last && gt(chatSessions.id, last.id)))
        .orderBy(asc(chatSessions.id))
        .limit(limit),
    { maxRows: maxChats },
  )
}

/** Adds the contact, job and answers to chats. */
export async function withDetails(
  queries: Queries,
  sessions: SessionRow[],
  { include }: Pick<ExportScope, 'include'>,
): Promise<ExportedChat[]> {
  const around = await findChatDetails(queries, sessions)
  return sessions.map((session) => {
    const chat = around.get(session.id)
    if (chat === undefined) throw new Error(`The contact of ${session.id} is gone`)
    const sets = chat.formData === null ? [] : [chat.formData, ...chat.earlier]
    const formData = include.has('formData') ? sets : []
    return { session, contact: chat.contact, jobName: chat.job?.name, formData }
  })
}

/** Batches short chats to save queries; a long one is read alone, in the order of its index. */
function* batchesOf(chats: ExportedChat[]): Generator<ExportedChat[]> {
  let batch: ExportedChat[] = []
  let total = 0
  for (const chat of chats) {
    const { messageCount } = chat.session
    if (batch.length > 0 && total + messageCount > maxBatch) {
      yield batch
      batch = []
      total = 0
    }
    batch.push(chat)
    total += messageCount
  }
  if (batch.length > 0) yield batch
}

async function* readBatch(
  queries: Queries,
  chats: ExportedChat[],
  scope: ExportScope,
): AsyncGenerator<ExportRecord> {
  const pages = readMessages(queries, chats, scope)
  let waiting = (await pages.next()).value
  // Messages come in the database's order of ids, which is that of the chats.
  for (const chat of chats) {
    yield { type: 'chat', chat }
    while (waiting?.sessionId === chat.session.id) {
      yield { type: 'message', chat, message: waiting }
      waiting = (await pages.next()).value
    }
  }
}

async function* readMessages(
  queries: Queries,
  chats: ExportedChat[],
  { messages: wanted, include }: ExportScope,
): AsyncGenerator<Message, undefined> {
  const ids = chats.map(({ session }) => session.id)
  const isBehind = ({ sessionId, seq }: MessageRow) =>
    sql`(${messages.sessionId}, ${messages.seq}) > (${sessionId}, ${seq})`
  const pages = readPages<MessageRow>(queries, (last, limit) =>
    queries
      .select(messageColumns)
      .from(messages)
      .where(and(inArray(messages.sessionId, ids), wanted, last && isBehind(last)))
      .orderBy(asc(messages.sessionId), asc(messages.seq))
      .limit(limit),
  )
  const remarks = include.has('remarks') ? 'all' : 'none'
  for await (const rows of pages) yield* await toMessages(queries, rows, { remarks })
  return undefined
}

/** How a chat is shown to its owner. */
export interface ChatContext {
  timeZone: string
  /** The name of the business. */
  ownerName: string
  /** Whether fields and answers are shown as people read them, or by the keys that programs use. */
  values: ExportQuery['values']
  reading: DisplayFormat
}

/** The name of a contact, as people read it. */
export const contactName = ({ contact }: ExportedChat): string =>
  nameOf({ ...contact, phoneNumber: phoneText(contact.phoneNumber ?? '') })

/** The contact of a chat in one line. */
export function contactLine(chat: ExportedChat, context: ChatContext): string {
  const [name, handle] = [contactName(chat), contactPhone(chat, context)]
  return handle === '' || handle === name ? name : `${name} (${handle})`
}

/** The name of a message's author; undefined for messages of the product itself. */
export function authorName(
  { author }: Message,
  chat: ExportedChat,
  { ownerName }: ChatContext,
): string | undefined {
  if (author === 'contact') return contactName(chat)
  if (author === 'assistant') return 'Assistant'
  return author === 'owner' ? ownerName : undefined
}

/** The name of a message's file, if it has one. */
export const mediaName = ({ media }: Message): string | undefined =>
  media && (media.fileName ?? media.id)

/** The text of a message, or its type if it has none; edits are marked as in WhatsApp's own export. */
export function messageWords(message: Message): string {
  const isWordless = message.text === '' && mediaName(message) === undefined
  const words = isWordless ? previewOf(message) : message.text
  const edited = message.editedAt === undefined || isWordless ? '' : editedMark
  return [words, edited].filter((part) => part !== '').join(' ')
}

/** The contact's number, with spaces for people, or the username. */
export const contactPhone = ({ contact }: ExportedChat, { values }: ChatContext): string =>
  contact.phoneNumber === null || values === 'keys'
    ? contactHandle({ ...contact, phoneNumber: dialledNumber(contact.phoneNumber) })
    : phoneText(contact.phoneNumber)

const editedMark = '<This message was edited>'

/** A chat's answers with their labels, in the order of its form. */
export const answersOf = (
  { formData }: ExportedChat,
  context: ChatContext,
): { label: string; text: string }[] => formData.flatMap((set) => answersIn(set, context))

function answersIn(
  { fields: asked, values }: FormDataRow,
  { values: shown, reading }: ChatContext,
): { label: string; text: string }[] {
  const fields = new Map(
    asked.toSorted((one, other) => one.order - other.order).map((field) => [field.key, field]),
  )
  return [...new Set([...fields.keys(), ...Object.keys(values)])]
    .filter((key) => Object.hasOwn(values, key))
    .map((key) => {
      const field = fields.get(key)
      return shown === 'keys'
        ? { label: key, text: answerText(values[key]) }
        : { label: field?.label ?? key, text: readableText(values[key], field, reading) }
    })
}
