import { buffer } from 'node:stream/consumers'

import { emailSessionSchema } from '@errand/contract/chats/email'
import type { Message } from '@errand/contract/chats/message'
import { cleanName } from '@errand/contract/visible-text'
import { and, desc, eq, lt, ne } from 'drizzle-orm'
import * as z from 'zod/mini'

import type { Queries } from '../../../platform/database/database.ts'
import { messages as messageRows } from '../../../platform/database/schema.ts'
import { findOwnFile, readFile, type Files } from '../../../platform/files/files.service.ts'
import type { OutgoingEmail } from '../../../platform/mail/mailer.ts'
import { runInThread } from '../../../platform/threads/run-in-thread.ts'
import { readPreferences } from '../../account/settings-view.ts'
import type { FormDataRow } from '../../answers/collected.ts'
import { displayFormatOf } from '../../answers/readable-answer.ts'
import {
  answersOf,
  contactName,
  contactPhone,
  type ExportedChat,
  mediaName,
  withDetails,
} from '../export/read-chats.ts'
import { toMessages } from '../messages/message-view.ts'
import { messageColumns } from '../messages/messages.repo.ts'
import { findSession } from '../sessions/sessions.repo.ts'
import type { PrintedChat } from './draw-letter.ts'
import { type LetterContent, letterHtml, letterText, lineOf } from './letter-body.ts'

/** Many mail servers refuse more than this; further files are only named in the mail. */
const maxAttachmentBytes = 20 * 1024 * 1024

/** The files of the messages; the latest ones, as many as fit. */
async function collectMedia(
  { database, fileStore }: Files,
  ownerId: string,
  messages: Message[],
): Promise<OutgoingEmail['attachments']> {
  const attachments = []
  let left = maxAttachmentBytes
  for (const message of messages.toReversed()) {
    if (message.media === undefined) continue
    const file = await findOwnFile(database.queries, ownerId, message.media.id)
    if (file === undefined || file.size > left) continue
    left -= file.size
    attachments.push({
      filename: mediaName(message) ?? file.name,
      contentType: file.mimeType,
      content: await buffer(await readFile(fileStore, file.id)),
    })
  }
  return attachments.toReversed()
}

/** Mail programs do not show more than this well, so only the latest messages are included. */
const maxMessages = 500
const maxCharacters = 200_000

type ChatLetter = Omit<OutgoingEmail, 'messageId' | 'from'>

/** Writes a chat as a mail with the requested parts; answers to sensitive fields are left out. */
export async function writeChatLetter(
  files: Files,
  { ownerId, sessionId, email }: { ownerId: string; sessionId: string; email: ChatEmail },
): Promise<ChatLetter | undefined> {
  const content = await readContent(files.database.queries, { ownerId, sessionId, email })
  if (content === undefined) return undefined
  const { chat: whole } = content
  const isWanted = ({ id }: FormDataRow) => id === (email.formDataId ?? id)
  const chat = { ...whole, formData: whole.formData.filter(isWanted) }
  const media = email.include.media ? await collectMedia(files, ownerId, content.messages) : []
  const contactEmail = email.replyToContact ? emailOf(chat.formData) : undefined
  const shown = {
    ...content,
    chat: email.include.formData ? withoutSensitive(chat) : withoutAnswers(chat),
  }
  const isPdf = email.format === 'pdf'
  const body = isPdf ? { ...shown, messages: [] } : shown
  const { to, cc, subject } = email
  return {
    to,
    cc,
    subject,
    text: letterText(body),
    html: await letterHtml(body),
    attachments: isPdf ? [await letterPdf(shown), ...media] : media,
    ...(contactEmail !== undefined && { replyTo: contactEmail }),
  }
}

async function readContent(
  queries: Queries,
  { ownerId, sessionId, email }: { ownerId: string; sessionId: string; email: ChatEmail },
): Promise<LetterContent | undefined> {
  const session = await findSession(queries, ownerId, sessionId)
  if (session === undefined) return undefined
  const [chat] = await withDetails(queries, [session], { include: new Set(['formData']) })
  if (chat === undefined) return undefined
  const { business } = await readPreferences(queries, ownerId)
  const rows = email.include.messages ? await readLatest(queries, sessionId, email.upToSeq) : []
  const page = rows.slice(0, maxMessages).toReversed()
  const remarks = email.include.remarks ? 'all' : 'none'
  const messages = withinCharacterLimit(await toMessages(queries, page, { remarks }))
  return {
    note: email.note,
    chat,
    messages,
    isCut: rows.length > messages.length,
    context: {
      timeZone: business.timeZone,
      ownerName: cleanName(business.name) || 'You',
      values: 'labels',
      reading: displayFormatOf(business),
    },
  }
}

/** The latest messages that together stay within the limit of characters. */
function withinCharacterLimit(written: Message[]): Message[] {
  let left = maxCharacters
  const first = written.findLastIndex(({ text, remarks }) => {
    left -= remarks.reduce((sum, remark) => sum + remark.text.length, text.length)
    return left < 0
  })
  return written.slice(first + 1)
}

function readLatest(queries: Queries, sessionId: string, upToSeq: number) {
  return queries
    .select(messageColumns)
    .from(messageRows)
    .where(
      and(
        eq(messageRows.sessionId, sessionId),
        lt(messageRows.seq, upToSeq),
        ne(messageRows.type, 'event'),
      ),
    )
    .orderBy(desc(messageRows.seq))
    .limit(maxMessages + 1)
}

const withoutAnswers = (chat: ExportedChat): ExportedChat => ({ ...chat, formData: [] })

/** Mail is stored in many places, so answers to sensitive fields are left out. */
const withoutSensitive = (chat: ExportedChat): ExportedChat => ({
  ...chat,
  formData: chat.formData.map((set) => {
    const hidden = new Set(set.fields.filter(({ sensitive }) => sensitive).map(({ key }) => key))
    const values = Object.entries(set.values).filter(([key]) => !hidden.has(key))
    return { ...set, values: Object.fromEntries(values) }
  }),
})

/** The contact's e-mail address, if a field has asked for one. */
function emailOf([row]: FormDataRow[]): string | undefined {
  const field = row?.fields.find(
    ({ type, key }) => type === 'email' && Object.hasOwn(row.values, key),
  )
  const value = field === undefined ? undefined : row?.values[field.key]
  return typeof value === 'string' ? value : undefined
}

/** The chat as a PDF file. */
async function letterPdf({ chat, messages, context }: LetterContent) {
  const printed: PrintedChat = {
    title: contactName(chat),
    about: [contactPhone(chat, context), chat.jobName ?? ''].join('  ').trim(),
    answers: answersOf(chat, context).map(({ label, text }) => `${label}: ${text}`),
    messages: messages.map((message) => lineOf(message, chat, context).trimEnd()),
  }
  const content = await runInThread<Uint8Array>(new URL('draw-letter.ts', import.meta.url), printed)
  return { filename: 'chat.pdf', contentType: 'application/pdf', content }
}

/** The request for a mail. */
export type EmailInput = z.output<typeof emailSessionSchema>

/** A mail about a chat, as the database holds it until it is sent. */
export const chatEmailSchema = z.extend(emailSessionSchema, {
  /** The mail contains the messages before this one. */
  upToSeq: z.int(),
  /** Of several sets of answers the one that it is about; without it all. */
  formDataId: z.optional(z.string()),
})
export type ChatEmail = z.output<typeof chatEmailSchema>

export const chatEmailKind = 'chat'
