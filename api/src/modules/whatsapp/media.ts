import { AnswerTooLarge } from '@errand/contract/limit-answer'
import { eq } from 'drizzle-orm'

import type { Database, Queries } from '../../platform/database/database.ts'
import { chatSessions, messages } from '../../platform/database/schema.ts'
import { endingOf } from '../../platform/files/file-endings.ts'
import { FileStoreError } from '../../platform/files/file-store.ts'
import {
  deleteFile,
  keepUpload,
  refuseTooMuch,
  StorageFull,
  writeFile,
  type FileRow,
  type Files,
} from '../../platform/files/files.service.ts'
import type { Queue, TaskHandlers } from '../../platform/queue/queue.ts'
import { askAgainForFile, lostFile, applyLateFile } from '../assistant/late-file.ts'
import { lockChatAndMessage } from '../chats/apply-status.ts'
import type { ChatMutation } from '../chats/chat-mutation.ts'
import { commitChatChanges } from '../chats/commit-chat-changes.ts'
import { updateMessage } from '../chats/messages/messages.repo.ts'
import type { MessageRow } from '../chats/rows.ts'
import { ruleOf } from './error-rules.ts'
import { describeMedia, downloadMedia, GraphError, type GraphAccess } from './graph.ts'
import { findAccess, type Accounts } from './whatsapp-channel.ts'

/** The largest file that WhatsApp allows. */
const maxBytes = 100 * 1024 * 1024

/** Which part of the owner's room contacts may fill: one who sends a lot must leave some to the owner. */
const contactsShare = 0.8

/** How often a download is tried, over some three quarters of an hour, with growing pauses. */
const maxTries = 10
const firstRetryMs = 4_000
const maxRetryMs = 15 * 60_000

/** A file that is not attached by then, as the process was killed, is deleted. */
const attachMs = 60 * 60_000

/**
 * Downloads a file that a contact sent: the provider keeps files for some days and their links for
 * minutes. If it is lost, the message shows an error.
 */
export function createFetchMedia(
  { database, fileStore, queue }: Files & { database: Database; queue: Queue },
  accounts: Accounts,
): TaskHandlers['media.fetch'] {
  return async (task) => {
    const { messageId, mediaId, fileName, tries = 1 } = task
    const found = await findMessage(database, messageId)
    if (found === undefined || isSettled(found.message)) return
    const { message, channel } = found
    const { ownerId } = message
    const access = await findAccess(database.queries, accounts, { ownerId, channel })
    const wanted = { ownerId, mediaId, type: message.type, fileName }
    const file =
      access === undefined ? 'later' : await loadFile({ database, fileStore }, access, wanted)
    if (file === 'later' && tries < maxTries) {
      const startAfter = new Date(
        Date.now() + Math.min(maxRetryMs, firstRetryMs * 2 ** (tries - 1)),
      )
      await queue.add(
        database.queries,
        'media.fetch',
        { ...task, tries: tries + 1 },
        { startAfter, group: ownerId },
      )
    } else if (file === 'later' || file === 'gone') {
      await giveUpFile(database, queue, message)
    } else {
      const isKept = await attachFile(database, message, file)
      if (!isKept) await deleteFile(database.queries, file.id)
    }
  }
}

async function findMessage(database: Database, id: string) {
  const [row] = await database.queries
    .select({ message: messages, channel: chatSessions.channel })
    .from(messages)
    .innerJoin(chatSessions, eq(chatSessions.id, messages.sessionId))
    .where(eq(messages.id, id))
  return row
}

interface WantedFile {
  ownerId: string
  mediaId: string
  type: MessageRow['type']
  /** What the contact's phone calls it. */
  fileName: string | undefined
}

/** Downloads a file; `gone` means that a retry would not find it either. */
async function loadFile(
  files: Files,
  access: GraphAccess,
  { ownerId, mediaId, type, fileName }: WantedFile,
): Promise<FileRow | 'gone' | 'later'> {
  try {
    const { url, mime_type: mimeType, file_size: size = 0 } = await describeMedia(access, mediaId)
    if (size > maxBytes) return 'gone'
    const { queries } = files.database
    await refuseTooMuch(
      { queries, fileStore: files.fileStore },
      { ownerId, size, share: contactsShare },
    )
    const { body } = await downloadMedia(access, url, maxBytes)
    if (body === null) return 'gone'
    const name = fileName ?? `${type}.${endingOf(mimeType)}`
    const expiresAt = new Date(Date.now() + attachMs)
    return await writeFile(
      files,
      { ownerId, name, mimeType, expiresAt, share: contactsShare },
      piecesOf(body),
    )
  } catch (error) {
    if (error instanceof AnswerTooLarge || error instanceof StorageFull) return 'gone'
    if (error instanceof FileStoreError) return 'later'
    if (!(error instanceof GraphError)) throw error
    return isWorthRetrying(error) ? 'later' : 'gone'
  }
}

/** Whether a retry makes sense: the provider is busy, or the number has to be connected again. */
const isWorthRetrying = ({ code, status }: GraphError): boolean =>
  status === 429 || status >= 500 || ruleOf(code).remedy.kind !== 'refuse'

async function* piecesOf(body: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    yield* body
  } catch (cause) {
    if (cause instanceof AnswerTooLarge) throw cause
    throw new GraphError('The file broke off', { code: 131_052, status: 0, cause })
  }
}

/** Whether the file is stored or lost already, or its message deleted. */
const isSettled = ({ media, direction, error, deletedAt }: MessageRow): boolean =>
  media !== null || deletedAt !== null || (direction === 'in' && error !== null)

type MessageRef = Pick<MessageRow, 'id' | 'ownerId' | 'sessionId'>

/** Attaches a file to its message; returns false if another worker was faster or the message is gone. */
function attachFile(
  database: Database,
  message: MessageRef,
  { id, mimeType, size: bytes, name: fileName }: FileRow,
): Promise<boolean> {
  const media = { id, mimeType, bytes, fileName }
  return settleFile(database, message, { media }, applyLateFile)
}

/** Marks a file as lost; the contact may be asked to send it again. */
async function giveUpFile(database: Database, queue: Queue, message: MessageRow): Promise<void> {
  // A file that the owner sent from the phone is still there.
  if (message.direction === 'out') return
  await settleFile(database, message, { error: lostFile }, (queries, chat, lost) =>
    askAgainForFile(queries, queue, chat, lost),
  )
}

/** Stores the outcome of a download, once, with everything that follows from it. */
function settleFile(
  database: Database,
  message: MessageRef,
  changes: Partial<Pick<MessageRow, 'media' | 'error'>>,
  follow: (queries: Queries, chat: ChatMutation, message: MessageRow) => Promise<ChatMutation>,
): Promise<boolean> {
  return database.transaction(async (queries) => {
    const locked = await lockChatAndMessage(queries, message)
    if (locked === undefined || isSettled(locked.message)) return false
    const { session } = locked
    const updated = await updateMessage(queries, message.id, changes)
    const { ownerId, media } = updated
    if (media) await keepUpload(queries, { ownerId, id: media.id })
    const updatedEvent = { type: 'message.updated', message: updated } as const
    const chat: ChatMutation = { session, changes: {}, events: [updatedEvent] }
    const after = updated.direction === 'in' ? await follow(queries, chat, updated) : chat
    const extraEvents = after === chat ? [] : [{ type: 'session.updated' } as const]
    await commitChatChanges(queries, {
      session,
      changes: after.changes,
      events: [...after.events, ...extraEvents],
    })
    return true
  })
}
