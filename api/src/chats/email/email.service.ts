import { readPreferences } from '../../auth/read-preferences.ts'
import type { Queries } from '../../database/database.ts'
import { newId } from '../../database/new-id.ts'
import { emails } from '../../database/schema.ts'
import { Problem } from '../../http/problem.ts'
import { canSendMail } from '../../mail/can-send-mail.ts'
import type { Queue } from '../../queue/queue.ts'
import { findSecretNames } from '../../secrets/secrets.repo.ts'
import { appendMessage } from '../messages/messages.repo.ts'
import { publishChat } from '../publish-chat.ts'
import { noSuchChat } from '../reply/lock-chat.ts'
import { lockSession } from '../sessions/sessions.repo.ts'
import { chatEmailKind, type ChatEmail, type EmailInput } from './email-request.ts'

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
  const emailId = newId('email')
  const content: ChatEmail = { ...input, upToSeq: event.seq }
  await queries.insert(emails).values({
    id: emailId,
    ownerId,
    sessionId,
    kind: chatEmailKind,
    content: { ...content },
    status: 'queued',
    eventMessageId: event.id,
    createdAt: at,
  })
  await queue.add(queries, 'email.send', { emailId })
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
