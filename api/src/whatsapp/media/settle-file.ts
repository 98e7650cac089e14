import { takeLateFile } from '../../assistant/late-file.ts'
import { askAgainForFile, lostFile } from '../../assistant/lost-file.ts'
import type { PendingChat } from '../../assistant/pending-chat.ts'
import { lockForStatus } from '../../chats/apply-status.ts'
import { updateMessage } from '../../chats/messages/messages.repo.ts'
import { publishChat } from '../../chats/publish-chat.ts'
import type { MessageRow } from '../../chats/rows.ts'
import type { Database, Queries } from '../../database/database.ts'
import type { FileRow } from '../../files/files.service.ts'
import type { Queue } from '../../queue/queue.ts'

/** It is there, or it is known that it never will be, or that nobody shall have it. */
export const isSettled = ({ media, direction, error, deletedAt }: MessageRow): boolean =>
  media !== null || deletedAt !== null || (direction === 'in' && error !== null)

type Which = Pick<MessageRow, 'id' | 'ownerId' | 'sessionId'>

/** False when somebody else was faster, or the message is gone. */
export function keepFile(
  database: Database,
  message: Which,
  { id, mimeType, size: bytes, name: fileName }: FileRow,
): Promise<boolean> {
  const media = { id, mimeType, bytes, fileName }
  return settle(database, message, { media }, takeLateFile)
}

/** The owner sees that there was a file, and the contact may be asked for it again. */
export async function giveUpFile(
  database: Database,
  queue: Queue,
  message: MessageRow,
): Promise<void> {
  // What the owner sent from his own phone he has himself.
  if (message.direction === 'out') return
  await settle(database, message, { error: lostFile }, (queries, chat, lost) =>
    askAgainForFile(queries, queue, chat, lost),
  )
}

/** Writes down what became of a file, once, with all that follows from it. */
function settle(
  database: Database,
  message: Which,
  changes: Partial<Pick<MessageRow, 'media' | 'error'>>,
  follow: (queries: Queries, chat: PendingChat, message: MessageRow) => Promise<PendingChat>,
): Promise<boolean> {
  return database.transaction(async (queries) => {
    const locked = await lockForStatus(queries, message)
    if (locked === undefined || isSettled(locked.message)) return false
    const { session } = locked
    const updated = await updateMessage(queries, message.id, changes)
    const told = { type: 'message.updated', message: updated } as const
    const chat: PendingChat = { session, changes: {}, happened: [told] }
    const after = updated.direction === 'in' ? await follow(queries, chat, updated) : chat
    const happened = after === chat ? [] : [{ type: 'session.updated' } as const]
    await publishChat(queries, {
      sessionId: session.id,
      ownerId: session.ownerId,
      changes: after.changes,
      happened: [...after.happened, ...happened],
    })
    return true
  })
}
