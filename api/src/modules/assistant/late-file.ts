import type { MessageError } from '@errand/contract/chats/message'

import type { Queries } from '../../platform/database/database.ts'
import type { Queue } from '../../platform/queue/queue.ts'
import { readPreferences } from '../account/settings-view.ts'
import type { NewAnswers } from '../answers/collected.ts'
import { lockFormData, storeSet } from '../answers/form-data.service.ts'
import { mergeAnswers } from '../answers/merge-answers.ts'
import { isAgreed, withContactAnswers, withProposal } from '../answers/proposals.ts'
import { answerLocaleOf } from '../answers/reading.ts'
import {
  preview,
  readPhrases,
  queueReply,
  withMore,
  type ChatMutation,
} from '../chats/chat-mutation.ts'
import { readContact } from '../chats/contacts/contacts.repo.ts'
import type { MessageRow, SessionRow } from '../chats/rows.ts'
import { isWorking, lockOpenRuns } from '../chats/runs.ts'
import { fieldWaitingFor, fileOf, isFileUsed, readCollected } from './collected.ts'
import { checkMessage } from './gate-facts.ts'
import { isWindowOpenLongEnough } from './queue-replies.ts'
import { restartRun } from './schedule-run.ts'
import { readSlotsFor } from './slots.ts'
import { listUnanswered } from './unanswered.ts'

/**
 * The file of a message has been downloaded. If the message is answered already, the file fills the open
 * file field, and the assistant continues from there. The chat is locked, and the message had no file
 * before.
 */
export async function applyLateFile(
  queries: Queries,
  chat: ChatMutation,
  message: MessageRow,
): Promise<ChatMutation> {
  const session = preview(chat)
  if (session.status !== 'active') return chat
  const working = (await lockOpenRuns(queries, session.id)).find(isWorking)
  const isWaiting = working?.state === 'waiting'
  const unanswered = await listUnanswered(queries, session.id)
  if (working !== undefined && unanswered.some(({ id }) => id === message.id)) {
    // A waiting run reads the file with the rest; a run that has started has not seen it.
    return isWaiting ? chat : restartRun(queries, chat, { message, working })
  }
  if (!(await fillFileField(queries, session, message))) return chat
  const filled = withMore(chat, {}, { type: 'form_data.updated' })
  if (session.handler !== 'assistant' || isWaiting) return filled
  return restartRun(queries, filled, { message, working })
}

async function fillFileField(
  queries: Queries,
  session: SessionRow,
  message: MessageRow,
): Promise<boolean> {
  const { ownerId, id: sessionId } = session
  const collected = await readCollected(queries, sessionId)
  const field = fieldWaitingFor('file', collected)
  const file = fileOf(message)
  if (field === undefined || file === undefined || isFileUsed(file.id, collected)) return false
  const { key } = field
  const row = await lockFormData(queries, { ownerId, sessionId })
  const isKept = isAgreed(row)
  const { business } = await readPreferences(queries, ownerId)
  const news: NewAnswers = {
    answers: { [key]: file },
    origins: { [key]: { messageId: message.id, confidence: 1 } },
    source: 'contact',
    isProposal: isKept,
    // Where nobody can ask for a yes, the owner decides.
    doubtful: isKept && session.handler !== 'assistant' ? [key] : [],
    at: new Date(),
    place: answerLocaleOf(business),
  }
  const before = withProposal(row)
  const slots = await readSlotsFor(queries, session, before, news)
  const merged = mergeAnswers(before, { ...news, slots })
  const set = withContactAnswers(row, merged.collected)
  return (await storeSet(queries, row, set)).isChanged
}

/** The error of a contact's message whose file could not be downloaded. */
export const lostFile: MessageError = {
  code: 131_052,
  title: 'The file could not be loaded',
  detail: 'WhatsApp did not deliver it. Ask the contact to send it again.',
  retryable: false,
  action: 'none',
}

/** Asks the contact to send a lost file again, if the assistant waits for one. The chat is locked. */
export async function askAgainForFile(
  queries: Queries,
  queue: Queue,
  chat: ChatMutation,
  message: MessageRow,
): Promise<ChatMutation> {
  const session = preview(chat)
  const at = new Date()
  const isWanted = fieldWaitingFor('file', await readCollected(queries, session.id)) !== undefined
  if (!isWanted || session.handler !== 'assistant' || !isWindowOpenLongEnough(session, at))
    return chat
  const contact = await readContact(queries, session.contactId)
  // However old the message is: the download may have been retried for long.
  const asked = { session, contact, inbound: [message], isWantedByOwner: true }
  const { stop, preferences } = await checkMessage(queries, asked)
  if (stop !== undefined) return chat
  const { sendAgain: text } = await readPhrases(queries, session, preferences.business)
  return queueReply(queries, queue, chat, { author: 'system', text, heldUntil: at, at })
}
