import { previewOf } from '../../src/modules/chats/messages/message-view.ts'
import type { chatSessions, contacts, formData } from '../../src/platform/database/schema.ts'
import { dayMs, addMs, type DemoAccount } from './demo-account.ts'
import { makeAnswers } from './make-answers.ts'
import { idleMinutes, type MadeJob } from './make-jobs.ts'
import {
  askForPerson,
  handOver,
  linesNeeded,
  makeLines,
  makeMessage,
  refuse,
  timeLines,
  type Line,
  type MadeMessage,
} from './make-lines.ts'
import { quietMs, type ChatPlan, type Outcome } from './plan-chats.ts'

type SessionRow = typeof chatSessions.$inferInsert

/** A contact. */
export type MadeContact = typeof contacts.$inferInsert

/** A chat with its messages and answers, not charged yet. */
export interface MadeChat {
  session: SessionRow
  messages: MadeMessage[]
  answers: typeof formData.$inferInsert
}

interface ChatOf {
  plan: ChatPlan
  contact: MadeContact
  job: MadeJob
  bookedFor?: string | undefined
}

/** Makes one chat by its plan, of a contact with a job. */
export function makeChat(
  account: DemoAccount,
  { plan, contact, job, bookedFor }: ChatOf,
): MadeChat {
  const { random, ownerId, newId } = account
  const { lines, isHandedOver, outcome } = talk(account, { plan, contact, job, bookedFor })
  const offsets = timeLines(lines, random)
  const lasts = offsets.at(-1) ?? 0
  // Whatever it came to is over by now.
  const latest = addMs(account.now, -lasts - 2 * closedAfterMs)
  const ended = plan.at < latest ? plan.at : latest
  const begins = outcome === 'active' ? addMs(plan.at, -lasts) : ended
  const id = newId('session', begins)
  const messages = lines.map((line, index) =>
    makeMessage({
      account,
      sessionId: id,
      seq: index + 1,
      line,
      at: addMs(begins, offsets[index] ?? 0),
    }),
  )
  const last = messages.at(-1)
  if (outcome === 'active' && last?.author === 'owner' && random.chance(0.15))
    messages.splice(-1, 1, refuse(last))
  const unread = outcome === 'active' ? leaveUnread(messages, random.between(0, 3)) : 0
  const version =
    job.versions.findLast(({ publishedAt }) => publishedAt <= begins) ?? job.versions[0]
  const answers = makeAnswers(account, {
    job,
    sessionId: id,
    lines,
    messages,
    isConfirmed: outcome === 'completed',
  })
  const session = {
    id,
    ownerId,
    contactId: contact.id,
    jobId: job.row.id,
    jobVersion: version?.number ?? null,
    formId: job.form.id,
    channel: 'simulator' as const,
    ...stateOf({ outcome, messages, isHandedOver }),
    ...linesOf(messages),
    unreadCount: unread,
    lastReadMessageId: readUpTo(messages)?.id ?? null,
    ...saved(account, messages),
    remarkCount: 0,
    billedMessages: 0,
    costMicros: 0n,
    seq: messages.length,
    createdAt: begins,
  }
  return {
    session: { ...session, updatedAt: session.closedAt ?? session.lastActivityAt },
    messages,
    answers,
  }
}

/** The lines of a chat; one that is too short for all answers breaks off. */
function talk(
  { random, now }: DemoAccount,
  { plan, contact, job, bookedFor }: ChatOf,
): { lines: Line[]; isHandedOver: boolean; outcome: Outcome } {
  const { demo, form } = job
  const { length } = plan
  const isTooShort = length < linesNeeded(form.fields.length)
  const brokenOff = plan.at < addMs(now, -quietMs) ? 'idle' : 'owner'
  const outcome = plan.outcome === 'completed' && isTooShort ? brokenOff : plan.outcome
  const { fields } = form
  const about = { random, demo, fields, name: contact.name, at: plan.at, bookedFor }
  const said = makeLines(about, { length, isWhole: outcome === 'completed' })
  if (outcome === 'active' && random.chance(0.08))
    return { lines: askForPerson(said, random, demo.language), isHandedOver: true, outcome }
  const isHandedOver = outcome === 'owner' || (outcome === 'active' && random.chance(0.35))
  if (isHandedOver) return { lines: handOver(said, random, demo.language), isHandedOver, outcome }
  if (outcome !== 'opted_out') return { lines: said, isHandedOver, outcome }
  return {
    lines: [...said.slice(0, -1), { author: 'contact', text: 'STOP' }],
    isHandedOver,
    outcome,
  }
}

/** The owner has not seen the newest words of the contact, unless they are answered. */
function leaveUnread(messages: readonly MadeMessage[], most: number): number {
  let left = 0
  for (const message of messages.toReversed()) {
    if (message.author === 'owner' || left === most) break
    if (message.direction === 'in') {
      message.readByOwnerAt = null
      left += 1
    }
  }
  return left
}

function readUpTo(messages: readonly MadeMessage[]): MadeMessage | undefined {
  const firstUnread = messages.findIndex(
    ({ direction, readByOwnerAt }) => direction === 'in' && readByOwnerAt === null,
  )
  return firstUnread === -1 ? messages.at(-1) : messages[firstUnread - 1]
}

function saved({ random }: DemoAccount, messages: readonly MadeMessage[]) {
  const isSaved = random.chance(0.03)
  const savedAt = isSaved ? (messages.at(-1)?.createdAt ?? null) : null
  return { savedForLater: isSaved, savedAt, savedNote: isSaved ? 'Ask again next month' : null }
}

/** How long after the last word an owner closes a chat. */
const closedAfterMs = 30 * 60_000

type State = Pick<
  SessionRow,
  | 'status'
  | 'closeReason'
  | 'handler'
  | 'handlerSince'
  | 'handlerReason'
  | 'handoffReasons'
  | 'attention'
  | 'attentionAbout'
> & { closedAt: Date | null }

interface Ended {
  outcome: Outcome
  messages: readonly MadeMessage[]
  isHandedOver: boolean
}

/** Where the chat stands, as the states' own rules leave it. */
function stateOf({ outcome, messages, isHandedOver }: Ended): State {
  const first = messages[0]?.createdAt ?? new Date(0)
  const last = messages.at(-1)?.createdAt ?? first
  const byOwner = messages.find(({ author }) => author === 'owner')
  const isWaiting = outcome === 'active' && isHandedOver && byOwner === undefined
  const common = {
    handoffReasons: isHandedOver ? ['customer_request' as const] : [],
    ...attentionOf(messages, { isOpen: outcome === 'active', isWaiting }),
    handlerReason: null,
    closeReason: null,
    closedAt: null,
  }
  if (outcome === 'active') {
    const active = { ...common, status: 'active' as const }
    if (!isHandedOver) return { ...active, handler: 'assistant', handlerSince: first }
    const handlerSince = byOwner?.createdAt ?? last
    return { ...active, handler: 'owner', handlerReason: 'customer_request', handlerSince }
  }
  const ended = { ...common, handler: 'none' as const, closeReason: outcome }
  if (outcome === 'completed') return { ...ended, status: 'completed', handlerSince: last }
  const byRule = outcome === 'idle' ? idleMinutes * 60_000 : 0
  const closedAt = addMs(last, outcome === 'owner' ? closedAfterMs : byRule)
  return { ...ended, status: 'closed', handlerSince: closedAt, closedAt }
}

/** What an open chat asks of its owner: a message that failed last, or the contact's words. */
function attentionOf(
  messages: readonly MadeMessage[],
  { isOpen, isWaiting }: { isOpen: boolean; isWaiting: boolean },
): Pick<SessionRow, 'attention' | 'attentionAbout'> {
  const asked = messages.findLast(({ direction }) => direction === 'in')
  const failed = messages.findLast(
    ({ status, seq }) => status === 'failed' && seq > (asked?.seq ?? 0),
  )
  const about = {
    ...(isOpen && failed !== undefined && { failed_message: aboutMessage(failed) }),
    ...(isWaiting && asked !== undefined && { handoff: aboutMessage(asked) }),
  }
  return {
    attention: (['failed_message', 'handoff'] as const).filter((one) => one in about),
    attentionAbout: about,
  }
}

const aboutMessage = ({ id, createdAt }: MadeMessage) => ({
  since: createdAt.toISOString(),
  messageId: id,
})

/** What the list shows of the messages. */
function linesOf(messages: readonly MadeMessage[]) {
  const last = messages.at(-1)
  if (last === undefined) throw new Error('A chat begins with a message')
  const lastInboundAt = messages.findLast(({ direction }) => direction === 'in')?.createdAt ?? null
  return {
    lastMessageId: last.id,
    lastMessagePreview: previewOf(last),
    lastMessageAuthor: last.author,
    lastMessageAt: last.createdAt,
    lastMessageStatus: last.status,
    lastActivityAt: last.createdAt,
    messageCount: messages.length,
    lastInboundAt,
    windowExpiresAt: lastInboundAt && addMs(lastInboundAt, dayMs),
  }
}
