import type { FormData } from '@errand/contract/chats/form-data'
import type { JobContent } from '@errand/contract/jobs'
import { canSendMail } from '@errand/contract/settings'
import { cleanName } from '@errand/contract/visible-text'

import type { Queries } from '../../platform/database/database.ts'
import { newId } from '../../platform/database/new-id.ts'
import { webhooks } from '../../platform/database/schema.ts'
import { insertEmail } from '../../platform/mail/mail-outbox.ts'
import { dialledNumber } from '../../platform/phones/number-forms.ts'
import type { Queue } from '../../platform/queue/queue.ts'
import { findSecretNames } from '../../platform/secrets/secrets.repo.ts'
import { queueAlert } from '../account/alerts/queue-alert.ts'
import { readPreferences } from '../account/settings-view.ts'
import { preview, withAttention, withMore, type ChatMutation } from '../chats/chat-mutation.ts'
import { readContact } from '../chats/contacts/contacts.repo.ts'
import { shownName } from '../chats/contacts/shown-name.ts'
import { type ChatEmail, chatEmailKind } from '../chats/email/chat-letter.ts'
import { appendEventLine } from '../chats/messages/event-line.ts'
import type { MessageRow, SessionRow } from '../chats/rows.ts'

type CompletedJob = Pick<JobContent, 'behaviour' | 'name'>

interface Completion {
  job: CompletedJob
  /** The answers that are agreed for the first time. */
  answers: Pick<FormData, 'id' | 'values'>
}

/** Starts what the owner wants after contact and business have agreed, once for each set of answers. */
export async function followUp(
  queries: Queries,
  queue: Queue,
  chat: ChatMutation,
  { job, answers }: Completion,
): Promise<ChatMutation> {
  const session = preview(chat)
  const { email, webhookUrl, notifyOwner } = job.behaviour.onComplete
  const lines: MessageRow[] = []
  if (email.length > 0)
    lines.push(await queueEmail(queries, queue, { session, job, answers, to: email }))
  if (webhookUrl !== '')
    lines.push(await queueCallback(queries, queue, { session, job, answers, url: webhookUrl }))
  if (notifyOwner) {
    const { ownerId, id: sessionId } = session
    await queueAlert(queries, queue, { ownerId, kind: 'booking', sessionId })
  }
  const hasFailed = lines.some(({ status }) => status === 'failed')
  const lineEvents = lines.map((message) => ({ type: 'message.created' as const, message }))
  return withAttention(
    withMore(chat, {}, ...lineEvents),
    ...(notifyOwner ? (['review'] as const) : []),
    ...(hasFailed ? (['failed_message'] as const) : []),
  )
}

async function queueEmail(
  queries: Queries,
  queue: Queue,
  { session, job, answers, to }: Completion & { session: SessionRow; to: string[] },
): Promise<MessageRow> {
  const { ownerId, id: sessionId } = session
  const { smtp } = await readPreferences(queries, ownerId)
  const secrets = await findSecretNames(queries, ownerId)
  if (!canSendMail(smtp, secrets.has('smtp_password'))) {
    return appendEventLine(queries, session, {
      text: `Not e-mailed to ${to.join(', ')}: no mail server is set up`,
      status: 'failed',
    })
  }
  const event = await appendEventLine(queries, session, {
    text: `E-mailed to ${to.join(', ')}`,
    status: 'queued',
  })
  const name = shownName(await readContact(queries, session.contactId))
  const content: ChatEmail = {
    to,
    cc: [],
    subject: `${cleanName(job.name)}: answers from ${name}`.slice(0, 200),
    note: '',
    format: 'html',
    include: { messages: false, formData: true, remarks: false, media: false },
    replyToContact: true,
    formDataId: answers.id,
    upToSeq: event.seq,
  }
  const letter = { ownerId, sessionId, kind: chatEmailKind, content: { ...content } }
  await insertEmail(queries, queue, { ...letter, eventMessageId: event.id })
  return event
}

async function queueCallback(
  queries: Queries,
  queue: Queue,
  { session, job, answers, url }: Completion & { session: SessionRow; url: string },
): Promise<MessageRow> {
  const { ownerId, id: sessionId, jobId, jobVersion } = session
  const text = `Sent to ${new URL(url).host}`
  const event = await appendEventLine(queries, session, { text, status: 'queued' })
  const { name, phoneNumber, username } = await readContact(queries, session.contactId)
  const createdAt = new Date()
  const body = {
    type: 'session.completed',
    at: createdAt.toISOString(),
    sessionId,
    job: { id: jobId, name: job.name, version: jobVersion },
    contact: {
      name,
      phoneNumber: dialledNumber(phoneNumber),
      ...(username !== '' && { username }),
    },
    formData: answers.values,
  }
  const id = newId('webhook')
  const row = { id, ownerId, sessionId, url, body, status: 'queued', createdAt } as const
  await queries.insert(webhooks).values({ ...row, eventMessageId: event.id })
  await queue.add(queries, 'webhook.post', { webhookId: id })
  return event
}
