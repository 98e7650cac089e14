import type { MessageError } from '@errand/contract/chats/message'

import { readContact } from '../chats/contacts/contacts.repo.ts'
import type { MessageRow } from '../chats/rows.ts'
import type { Queries } from '../database/database.ts'
import type { Queue } from '../queue/queue.ts'
import { readPhrases } from './chat-phrases.ts'
import { gate } from './gate.ts'
import { readGateFacts } from './gate-facts.ts'
import { after, say, type PendingChat } from './pending-chat.ts'
import { isWindowOpen } from './say-replies.ts'
import { readCollected } from './read-collected.ts'
import { fieldWaitingFor } from './waiting-file.ts'

/** What stands at a message of a contact whose file nobody will ever see. */
export const lostFile: MessageError = {
  code: 131_052,
  title: 'The file could not be loaded',
  detail: 'WhatsApp did not hand it over. Ask the contact to send it again.',
  retryable: false,
  action: 'none',
}

/** Asks the contact for his file once more, where the assistant waits for one. The chat is locked. */
export async function askAgainForFile(
  queries: Queries,
  queue: Queue,
  chat: PendingChat,
  message: MessageRow,
): Promise<PendingChat> {
  const session = after(chat)
  const at = new Date()
  const isWanted = fieldWaitingFor('file', await readCollected(queries, session.id)) !== undefined
  if (!isWanted || session.handler !== 'assistant' || !isWindowOpen(session, at)) return chat
  const contact = await readContact(queries, session.contactId)
  // However old it is: its loading may have been tried for long.
  const asked = { session, contact, inbound: [message], begunBy: 'owner', now: at } as const
  const { facts, preferences } = await readGateFacts(queries, asked)
  if (!gate(facts).isOpen) return chat
  const { sendAgain: text } = await readPhrases(queries, session, preferences.business)
  return say(queries, queue, chat, { author: 'system', text, heldUntil: at, at })
}
