import type { MessageType } from '@errand/contract/chats/message'
import type { Channel } from '@errand/contract/chats/session'

import { looksLikeInjection } from '../../assistant/injection-marks.ts'
import type { Queries } from '../../database/database.ts'
import { newId } from '../../database/new-id.ts'
import type { Sender } from '../contacts/contacts.repo.ts'
import type { MessageRow, SessionRow } from '../rows.ts'
import { appendMessage, findMessageBy } from './messages.repo.ts'

/** Something that a contact sent, as a channel hands it over. */
export interface Inbound {
  ownerId: string
  channel: Channel
  from: Sender
  /** When we were told of it: now, unless it has waited for us. */
  receivedAt?: Date
  message: {
    /** What the provider calls it: the same one is stored once. */
    providerId: string
    type: MessageType
    text: string
    media?: NonNullable<MessageRow['media']>
    replyToProviderId?: string | undefined
    reaction?: string | undefined
    at: Date
    /** It was changed before we were told of it. */
    editedAt?: Date
    deletedAt?: Date
  }
}

/** Puts what a contact sent at the end of a chat, whose row has to be locked. */
export async function storeInbound(
  queries: Queries,
  session: SessionRow,
  { ownerId, message }: Pick<Inbound, 'ownerId' | 'message'>,
): Promise<MessageRow> {
  const { replyToProviderId, at, ...content } = message
  const replyTo =
    replyToProviderId === undefined
      ? undefined
      : await findMessageBy(queries, { ownerId, providerId: replyToProviderId })
  const row = await appendMessage(queries, {
    ...content,
    id: newId('message'),
    ownerId,
    sessionId: session.id,
    direction: 'in',
    author: 'contact',
    status: 'received',
    statusAt: { received: at.toISOString() },
    replyToId: replyTo?.id,
    ...(looksLikeInjection(content.text) && { flags: ['prompt_injection'] }),
    createdAt: at,
  })
  if (row === undefined) throw new Error('A message without client id has a namesake')
  return row
}
