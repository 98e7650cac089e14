import { handoffReasons, type HandoffReason } from '@errand/contract/chats/session'
import { paths } from '@errand/contract/paths'
import { contactName } from '@errand/contract/visible-text'
import { and, eq } from 'drizzle-orm'
import * as z from 'zod/mini'

import type { Queries } from '../database/database.ts'
import { chatSessions, contacts } from '../database/schema.ts'
import { writeNotice, type NoticeLetter } from '../mail/notice-letter.ts'

export const handoffKind = 'handoff'

/** What the database holds of the letter until it is sent. */
export const handoffMailSchema = z.object({ to: z.string(), reason: z.enum(handoffReasons) })
export type HandoffMail = z.output<typeof handoffMailSchema>

const reasons: Record<HandoffReason, string> = {
  customer_request: 'They asked for a person.',
  missing_knowledge: 'The assistant did not know the answer.',
  unsupported_request: 'They want something that the assistant cannot do.',
  policy_restriction: 'The assistant may not answer this.',
  tool_failure: 'The assistant could not answer.',
  pending_clarification: 'Something is unclear.',
  usage_limit: 'The assistant has answered too often; it may be another bot.',
  owner_takeover: 'You took the chat over.',
  max_attempts: 'They could not answer a question after several tries.',
  negative_sentiment: 'They sound angry.',
}

/** Tells an owner that a chat needs him; nothing when it does not any more. */
export async function writeHandoffLetter(
  queries: Queries,
  chat: { ownerId: string; sessionId: string },
  { mail: { to, reason }, publicUrl }: { mail: HandoffMail; publicUrl: string },
): Promise<NoticeLetter | undefined> {
  const [found] = await queries
    .select({
      name: contacts.name,
      phoneNumber: contacts.phoneNumber,
      attention: chatSessions.attention,
    })
    .from(chatSessions)
    .innerJoin(contacts, eq(contacts.id, chatSessions.contactId))
    .where(and(eq(chatSessions.id, chat.sessionId), eq(chatSessions.ownerId, chat.ownerId)))
  if (found === undefined || !found.attention.includes('handoff')) return undefined
  const subject = `${contactName(found)} needs you`
  const chatPage = `${paths.chats.list}?session=${encodeURIComponent(chat.sessionId)}`
  return writeNotice({
    to,
    subject,
    paragraphs: [`${subject}.`, reasons[reason]],
    link: { href: `${publicUrl}${chatPage}`, label: 'Open the chat' },
  })
}
