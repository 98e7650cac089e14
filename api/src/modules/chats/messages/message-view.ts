import type { Message, MessageKind, MessageType, Remark } from '@errand/contract/chats/message'
import { asc, inArray } from 'drizzle-orm'

import type { Queries } from '../../../platform/database/database.ts'
import { remarks } from '../../../platform/database/schema.ts'
import { withoutNulls, type MessageRow, type RemarkRow } from '../rows.ts'

/** Messages as the contract shows them, each with the owner's notes on it. */
export async function toMessages(
  queries: Queries,
  rows: MessageRow[],
  { remarks: shown = 'all' }: { remarks?: 'all' | 'none' } = {},
): Promise<Message[]> {
  if (rows.length === 0 || shown === 'none') return rows.map((row) => toMessage(row, []))
  const ids = rows.map(({ id }) => id)
  const noted = await queries
    .select()
    .from(remarks)
    .where(inArray(remarks.messageId, ids))
    .orderBy(asc(remarks.createdAt), asc(remarks.id))
  const byMessage = Map.groupBy(noted, ({ messageId }) => messageId)
  return rows.map((row) => toMessage(row, byMessage.get(row.id) ?? []))
}

/** One message as the contract shows it. */
export async function showMessage(queries: Queries, row: MessageRow): Promise<Message> {
  const [shown] = await toMessages(queries, [row])
  if (shown === undefined) throw new Error(`The message ${row.id} is not shown`)
  return shown
}

export function toRemark(row: RemarkRow): Remark {
  return {
    id: row.id,
    messageId: row.messageId,
    sessionId: row.sessionId,
    text: row.text,
    author: { id: row.ownerId, name: row.authorName },
    createdAt: row.createdAt.toISOString(),
    ...(row.editedAt !== null && { editedAt: row.editedAt.toISOString() }),
  }
}

function toMessage(row: MessageRow, noted: RemarkRow[]): Message {
  return {
    id: row.id,
    sessionId: row.sessionId,
    direction: row.direction,
    author: row.author,
    seq: row.seq,
    type: row.type,
    text: row.text,
    status: row.status,
    statusAt: row.statusAt,
    attempts: row.attempts,
    createdAt: row.createdAt.toISOString(),
    remarks: noted.map(toRemark),
    ...withoutNulls({
      clientId: row.clientId,
      kind: row.kind,
      about: row.about,
      template: row.template,
      // The file needs the bearer token like everything else, so the link alone opens nothing.
      media: row.media === null ? null : { ...row.media, url: `/api/files/${row.media.id}` },
      choices: row.choices,
      replyToId: row.replyToId,
      reaction: row.reaction,
      error: row.error,
      providerId: row.providerId,
      heldUntil: row.heldUntil?.toISOString(),
      readByOwnerAt: row.readByOwnerAt?.toISOString(),
      flags: row.flags,
      ai: row.ai,
      runId: row.runId,
      feedback: row.feedback,
      billed: row.billed,
      editedAt: row.editedAt?.toISOString(),
      deletedAt: row.deletedAt?.toISOString(),
    }),
  }
}

const maxLength = 120

/** So that a text is not cut within an emoji or a letter with marks. */
const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })

/** The preview of a message without text. */
const typeNames: Record<MessageType, string> = {
  text: '',
  template: '',
  image: 'Photo',
  audio: 'Voice message',
  video: 'Video',
  document: 'Document',
  location: 'Location',
  contact: 'Contact card',
  interactive: 'Choice',
  reaction: 'Reaction',
  unsupported: 'Unsupported message',
  event: 'Event',
}

const kindNames: Record<MessageKind, string> & Record<string, string | undefined> = {
  order: 'Catalog order',
  form: 'Form',
  welcome: 'Opened the chat',
  product: 'Product',
  view_once: 'View-once message',
  poll: 'Poll',
  channel_post: 'Channel post',
  group_invite: 'Group invitation',
  missed_call: 'Missed call',
  calls_allowed: 'Calls allowed',
  calls_declined: 'Calls declined',
  number_changed: 'Changed the phone number',
  identity_changed: 'Security code changed',
}

const deleted = 'This message was deleted'

/** One line of a message, for the list of chats. */
export function previewOf(message: {
  type: MessageType
  kind?: string | null | undefined
  text: string
  reaction?: string | null | undefined
  deletedAt?: Date | string | null | undefined
}): string {
  if (message.deletedAt) return deleted
  const { kind, text, reaction, type } = message
  const name = kindNames[kind ?? ''] ?? ''
  const words = [name, text].filter((part) => part !== '').join(': ')
  const line = (words || (type === 'reaction' && reaction) || typeNames[type])
    .replaceAll(/\s+/g, ' ')
    .trim()
  if (line.length <= maxLength) return line
  let cut = ''
  for (const { segment } of graphemes.segment(line)) {
    if (cut.length + segment.length >= maxLength) break
    cut += segment
  }
  return `${cut}…`
}
