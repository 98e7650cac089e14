import { handoffReasons, type HandoffReason } from '@errand/contract/chats/session'
import { paths } from '@errand/contract/paths'
import type { Preferences } from '@errand/contract/settings'
import { and, eq } from 'drizzle-orm'
import * as z from 'zod/mini'

import type { Queries } from '../../platform/database/database.ts'
import { chatSessions, contacts } from '../../platform/database/schema.ts'
import { writeNotice, type NoticeEmail } from '../../platform/mail/notice-email.ts'
import type { Queue } from '../../platform/queue/queue.ts'
import { queueAlert } from '../account/alerts/queue-alert.ts'
import { preview, withAttention, withMore, type ChatMutation } from '../chats/chat-mutation.ts'
import { shownName } from '../chats/contacts/shown-name.ts'
import type { SessionRow } from '../chats/rows.ts'
import { stateColumns, nextState, returnAtOf } from '../chats/state/session-state.ts'

interface Handoff {
  chat: ChatMutation
  reason: HandoffReason
  preferences: Preferences
  /** Otherwise the assistant takes the chat back automatically after a while. */
  isForGood?: boolean
}

/** Hands the chat over to its owner, who is notified. */
export async function handOff(
  queries: Queries,
  queue: Queue,
  { chat, reason, preferences, isForGood = false }: Handoff,
): Promise<ChatMutation> {
  const session = preview(chat)
  const at = new Date()
  const minutes = preferences.assistant.returnToAssistantAfterMinutes
  const returnAt = isForGood ? null : returnAtOf(session, { minutes, at })
  const state = nextState(session, { type: 'hand_off', at, reason, returnAt })
  if (typeof state === 'string') return chat
  if (session.handler !== 'owner') await alertHandoff(queries, queue, { session, reason })
  return withMore(chat, stateColumns(state))
}

/** Asks for the owner's attention while the assistant continues: it could not answer a question. */
export async function askForOwner(
  queries: Queries,
  queue: Queue,
  { chat, reason }: Omit<Handoff, 'isForGood' | 'preferences'>,
): Promise<ChatMutation> {
  const session = preview(chat)
  if (session.attention.includes('handoff')) return chat
  await alertHandoff(queries, queue, { session, reason })
  return withAttention(chat, 'handoff')
}

interface HandoffAlert {
  session: Pick<SessionRow, 'id' | 'ownerId'>
  reason: HandoffReason
}

/** Alerts the owner that a chat waits; during quiet hours only in an emergency. */
function alertHandoff(
  queries: Queries,
  queue: Queue,
  { session: { id: sessionId, ownerId }, reason }: HandoffAlert,
): Promise<void> {
  return queueAlert(queries, queue, {
    ownerId,
    kind: 'handoff',
    sessionId,
    detail: reason,
    email: { kind: handoffKind, content: { reason } },
  })
}

export const handoffKind = 'handoff'

/** The part of the mail that the database holds until it is sent. */
export const handoffMailSchema = z.object({ to: z.string(), reason: z.enum(handoffReasons) })
type HandoffMail = z.output<typeof handoffMailSchema>

const reasons: Record<HandoffReason, string> = {
  customer_request: 'They asked for a person.',
  missing_knowledge: 'The assistant did not know the answer.',
  unsupported_request: 'They want something that the assistant cannot do.',
  policy_restriction: 'The assistant is not allowed to answer this.',
  tool_failure: 'The assistant could not answer.',
  pending_clarification: 'Something is unclear.',
  usage_limit: 'The assistant has answered too often; it may be another bot.',
  owner_takeover: 'You took over the chat.',
  max_attempts: 'They could not answer a question after several tries.',
  negative_sentiment: 'They sound angry.',
  emergency: 'It may be an emergency. Please call or write to them now.',
}

/** Writes the mail that a chat waits for its owner; undefined if it does not any more. */
export async function writeHandoffLetter(
  queries: Queries,
  chat: { ownerId: string; sessionId: string },
  { mail: { to, reason }, publicUrl }: { mail: HandoffMail; publicUrl: string },
): Promise<NoticeEmail | undefined> {
  const [found] = await queries
    .select({
      name: contacts.name,
      phoneNumber: contacts.phoneNumber,
      username: contacts.username,
      attention: chatSessions.attention,
    })
    .from(chatSessions)
    .innerJoin(contacts, eq(contacts.id, chatSessions.contactId))
    .where(and(eq(chatSessions.id, chat.sessionId), eq(chatSessions.ownerId, chat.ownerId)))
  if (found === undefined || !found.attention.includes('handoff')) return undefined
  const subject = `${shownName(found)} needs you`
  const chatPage = `${paths.chats.list}?session=${encodeURIComponent(chat.sessionId)}`
  return writeNotice({
    to,
    subject,
    paragraphs: [`${subject}.`, reasons[reason]],
    link: { href: `${publicUrl}${chatPage}`, label: 'Open the chat' },
  })
}
