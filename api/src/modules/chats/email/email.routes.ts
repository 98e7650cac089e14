import { emailSessionCall } from '@errand/contract/chats/email'
import { canSendMail } from '@errand/contract/settings'

import type { OwnerCalls } from '../../../platform/calls/answer-calls.ts'
import type { Queries, Database } from '../../../platform/database/database.ts'
import { withIdempotencyKey } from '../../../platform/http/idempotency.ts'
import { Problem } from '../../../platform/http/problem.ts'
import { insertEmail } from '../../../platform/mail/mail-outbox.ts'
import type { Queue } from '../../../platform/queue/queue.ts'
import { findSecretNames } from '../../../platform/secrets/secrets.repo.ts'
import { readPreferences } from '../../account/settings-view.ts'
import { commitChatChanges } from '../commit-chat-changes.ts'
import { appendEventLine } from '../messages/event-line.ts'
import { lockSession, requireChat } from '../sessions/sessions.repo.ts'
import { type ChatEmail, chatEmailKind, type EmailInput } from './chat-letter.ts'

interface Dependencies {
  database: Database
  queue: Queue
}

/** /api/chats/sessions/{id}/email: sends a chat by the owner's own mail server. */
export function emailRoutes(on: OwnerCalls, { database, queue }: Dependencies) {
  on(emailSessionCall, {
    summary: 'E-mail a chat',
    leaves: {
      what: 'one chat, to any address',
      code: 'never',
      why: 'it can be read by whoever holds the device, and the chat says where it went',
    },
    description:
      'The chat tells of it; if the mail cannot be sent, that line fails with the reason. Answers ' +
      'to sensitive questions are left out, notes unless they are asked for.',
  }).answer(({ c, identity, ownerId, id: sessionId, body: input }) =>
    withIdempotencyKey(c, database, {
      scope: identity.uid,
      input,
      work: async (queries) => {
        const queued = await requestEmail(queries, queue, { ownerId, sessionId, input })
        return { status: 202, body: { success: true, status: 'queued', ...queued } }
      },
    }),
  )
}

/** Queues a mail about a chat, and adds a line about it to the chat. */
async function requestEmail(
  queries: Queries,
  queue: Queue,
  { ownerId, sessionId, input }: { ownerId: string; sessionId: string; input: EmailInput },
) {
  const session = requireChat(await lockSession(queries, ownerId, sessionId))
  await requireServer(queries, ownerId)
  const event = await appendEventLine(queries, session, {
    text: `E-mailed to ${[...input.to, ...input.cc].join(', ')}`,
    status: 'queued',
  })
  const content: ChatEmail = { ...input, upToSeq: event.seq }
  const mail = { ownerId, sessionId, kind: chatEmailKind, content: { ...content } }
  const emailId = await insertEmail(queries, queue, { ...mail, eventMessageId: event.id })
  await commitChatChanges(queries, {
    session,
    events: [{ type: 'message.created', message: event }],
  })
  return { emailId, event: { id: event.id, type: 'event', text: event.text } } as const
}

async function requireServer(queries: Queries, ownerId: string): Promise<void> {
  const { smtp } = await readPreferences(queries, ownerId)
  const secrets = await findSecretNames(queries, ownerId)
  if (canSendMail(smtp, secrets.has('smtp_password'))) return
  throw new Problem('smtp_not_configured', { meta: { settingsUrl: '/settings#smtp' } })
}
