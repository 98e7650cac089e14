import { readPreferences } from '../../auth/read-preferences.ts'
import type { Queries } from '../../database/database.ts'
import { newId } from '../../database/new-id.ts'
import { Problem } from '../../http/problem.ts'
import { canSendMail } from '../../mail/can-send-mail.ts'
import type { Queue } from '../../queue/queue.ts'
import { findSecretNames } from '../../secrets/secrets.repo.ts'
import { appendMessage } from '../messages/messages.repo.ts'
import { publishChat } from '../publish-chat.ts'
import { noSuchChat } from '../reply/lock-chat.ts'
import { lockSession } from '../sessions/sessions.repo.ts'
import { chatEmailKind, type ChatEmail, type EmailInput } from './email-request.ts'
import { insertEmail } from './emails.repo.ts'

/** Has a chat sent as mail, and writes into the chat that it was. */
export async function requestEmail(
  queries: Queries,
  queue: Queue,
  { ownerId, sessionId, input }: { ownerId: string; sessionId: string; input: EmailInput },
) {
  const session = await lockSession(queries, ownerId, sessionId)
  if (session === undefined) throw noSuchChat()
  await requireServer(queries, ownerId)
  const at = new Date()
  const event = await appendMessage(queries, {
    id: newId('message'),
    ownerId,
    sessionId,
    direction: 'out',
    author: 'system',
    type: 'event',
    text: `E-mailed to ${[...input.to, ...input.cc].join(', ')}`,
    status: 'queued',
    statusAt: { queued: at.toISOString() },
    attempts: 1,
    createdAt: at,
  })
  if (event === undefined) throw new Error('The line of the mail was not stored')
  const content: ChatEmail = { ...input, upToSeq: event.seq }
  const mail = { ownerId, sessionId, kind: chatEmailKind, content: { ...content } }
  const emailId = await insertEmail(queries, queue, { ...mail, eventMessageId: event.id })
  await publishChat(queries, {
    sessionId,
    ownerId,
    changes: {},
    happened: [{ type: 'message.created', message: event }],
  })
  return { emailId, event: { id: event.id, type: 'event', text: event.text } } as const
}

async function requireServer(queries: Queries, ownerId: string): Promise<void> {
  const { smtp } = await readPreferences(queries, ownerId)
  const secrets = await findSecretNames(queries, ownerId)
  if (canSendMail(smtp, secrets.has('smtp_password'))) return
  throw new Problem('smtp_not_configured', { meta: { settingsUrl: '/settings#smtp' } })
}
