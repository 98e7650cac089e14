import type { Message } from '@errand/contract/chats/message'
import { buffer } from 'node:stream/consumers'

import type { Database } from '../../database/database.ts'
import { findFile, readFile } from '../../files/files.service.ts'
import type { Letter } from '../../mail/mailer.ts'
import { mediaName } from '../export/chat-text.ts'

/** More than this, many mail servers refuse; the letter names the other files alone. */
const mostBytes = 20 * 1024 * 1024

/** The files of the messages, the latest first for as long as there is room. */
export async function collectMedia(
  database: Database,
  ownerId: string,
  messages: Message[],
): Promise<Letter['attachments']> {
  const attachments = []
  let left = mostBytes
  for (const message of messages.toReversed()) {
    if (message.media === undefined) continue
    const file = await findFile(database.queries, message.media.id)
    if (file === undefined || file.ownerId !== ownerId || file.size > left) continue
    left -= file.size
    attachments.push({
      filename: mediaName(message) ?? file.name,
      contentType: file.mimeType,
      content: await buffer(readFile(database, file.id)),
    })
  }
  return attachments.toReversed()
}
