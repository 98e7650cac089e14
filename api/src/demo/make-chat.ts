import type { chatSessions, formData } from '../database/schema.ts'
import { closedAfterMs, linesOf, stateOf } from './chat-state.ts'
import type { DemoAccount } from './demo-account.ts'
import { plus } from './demo-time.ts'
import { makeAnswers } from './make-answers.ts'
import type { MadeJob } from './make-jobs.ts'
import { handOver, linesNeeded, makeLines, type Line } from './make-lines.ts'
import { makeMessage, timeLines, type MadeMessage } from './make-messages.ts'
import type { MadeContact } from './make-people.ts'
import { quietMs, type ChatPlan, type Outcome } from './plan-chats.ts'

type SessionRow = typeof chatSessions.$inferInsert

/** A chat with all that belongs to it, not paid for yet. */
export interface MadeChat {
  session: SessionRow
  messages: MadeMessage[]
  answers: typeof formData.$inferInsert
}

/** One chat as planned, of a contact with a job. */
export function makeChat(
  account: DemoAccount,
  { plan, contact, job }: { plan: ChatPlan; contact: MadeContact; job: MadeJob },
): MadeChat {
  const { random, ownerId, newId } = account
  const { lines, isHandedOver, outcome } = talk(account, { plan, contact, job })
  const offsets = timeLines(lines, random)
  const lasts = offsets.at(-1) ?? 0
  // Whatever it came to is over by now.
  const latest = plus(account.now, -lasts - 2 * closedAfterMs)
  const ended = plan.at < latest ? plan.at : latest
  const begins = outcome === 'active' ? plus(plan.at, -lasts) : ended
  const id = newId('session', begins)
  const messages = lines.map((line, index) =>
    makeMessage({
      account,
      sessionId: id,
      seq: index + 1,
      line,
      at: plus(begins, offsets[index] ?? 0),
    }),
  )
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

/** What is said; a chat that is too short for all answers breaks off. */
function talk(
  { random, now }: DemoAccount,
  { plan, contact, job }: { plan: ChatPlan; contact: MadeContact; job: MadeJob },
): { lines: Line[]; isHandedOver: boolean; outcome: Outcome } {
  const { demo, form } = job
  const { length } = plan
  const isTooShort = length < linesNeeded(form.fields.length)
  const brokenOff = plan.at < plus(now, -quietMs) ? 'idle' : 'owner'
  const outcome = plan.outcome === 'completed' && isTooShort ? brokenOff : plan.outcome
  const about = { random, demo, fields: form.fields, name: contact.name, at: plan.at }
  const said = makeLines(about, { length, isWhole: outcome === 'completed' })
  const isHandedOver = outcome === 'owner' || (outcome === 'active' && random.chance(0.35))
  if (isHandedOver) return { lines: handOver(said, random, demo.language), isHandedOver, outcome }
  if (outcome !== 'opted_out') return { lines: said, isHandedOver, outcome }
  return {
    lines: [...said.slice(0, -1), { author: 'contact', text: 'STOP' }],
    isHandedOver,
    outcome,
  }
}

/** The owner has not seen the newest words of the contact, unless he has answered them. */
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
