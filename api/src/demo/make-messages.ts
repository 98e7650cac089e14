import type { messages } from '../database/schema.ts'
import { searchWordsText, wordsOf } from '../chats/search/search-words.ts'
import type { DemoAccount } from './demo-account.ts'
import { plus } from './demo-time.ts'
import type { Line } from './make-lines.ts'
import type { Random } from './random.ts'

/** A message as it is stored. */
export type MadeMessage = typeof messages.$inferInsert

const secondMs = 1000
const minuteMs = 60 * secondMs

/** When each line was written, counted from the first one. */
export function timeLines(lines: readonly Line[], random: Random): number[] {
  let at = 0
  return lines.map(({ author }, index) => {
    if (index > 0) at += waitBefore(author, random)
    return at
  })
}

function waitBefore(author: Line['author'], random: Random): number {
  if (author === 'assistant') return random.between(9 * secondMs, 25 * secondMs)
  if (author === 'owner') return random.between(minuteMs, 25 * minuteMs)
  return random.between(15 * secondMs, random.chance(0.1) ? 40 * minuteMs : 6 * minuteMs)
}

interface Spoken {
  account: DemoAccount
  sessionId: string
  seq: number
  line: Line
  at: Date
}

/** One line of a chat as the database holds it, not paid for yet. */
export function makeMessage({ account, sessionId, seq, line, at }: Spoken): MadeMessage {
  const { ownerId, newId, random } = account
  const isInbound = line.author === 'contact'
  const id = newId('message', at)
  const base = {
    id,
    ownerId,
    sessionId,
    direction: isInbound ? ('in' as const) : ('out' as const),
    author: line.author,
    seq,
    type: 'text' as const,
    text: line.text,
    searchWords: searchWordsText(ownerId, wordsOf(line.text)),
    createdAt: at,
    billed: null,
    error: null,
  }
  if (isInbound) {
    return {
      ...base,
      status: 'received',
      statusAt: { received: at.toISOString() },
      attempts: 0,
      providerId: `demo.in.${id}`,
      readByOwnerAt: plus(at, random.between(minuteMs, 90 * minuteMs)),
    }
  }
  return {
    ...base,
    ...delivery(account, at),
    attempts: 1,
    providerId: `demo.out.${id}`,
    readByOwnerAt: null,
  }
}

/** What became of a message that was sent: most are read, a few never arrive. */
function delivery(
  { random, now }: DemoAccount,
  at: Date,
): Pick<MadeMessage, 'status' | 'statusAt' | 'error'> {
  const sent = plus(at, 400)
  const delivered = plus(sent, random.between(300, 9000))
  const read = plus(delivered, random.between(2, 600) * secondMs)
  const statusAt = { queued: at.toISOString(), sent: sent.toISOString() }
  const lot = random.next()
  if (lot < 0.001) {
    return {
      status: 'failed',
      statusAt: { ...statusAt, failed: delivered.toISOString() },
      error: undeliverable,
    }
  }
  if (lot < 0.05) return { status: 'sent', statusAt, error: null }
  const arrived = { ...statusAt, delivered: delivered.toISOString() }
  if (lot < 0.25 || read > now) return { status: 'delivered', statusAt: arrived, error: null }
  return { status: 'read', statusAt: { ...arrived, read: read.toISOString() }, error: null }
}

const undeliverable = {
  code: 131_026,
  title: 'The message could not be delivered',
  detail: 'The number is not on WhatsApp, or its app is too old.',
  retryable: false,
  action: 'none' as const,
}
