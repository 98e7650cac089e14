import type { Message, MessageError, MessageStatus } from '@errand/contract/chats/message'

/** What of a message changes while it is on its way. */
export interface Delivery {
  status: MessageStatus
  statusAt: Message['statusAt']
  error: MessageError | null
  attempts: number
}

/** What a provider says of a message that was sent. */
export interface StatusReport {
  status: Exclude<MessageStatus, 'queued' | 'received'>
  at: Date
  error?: MessageError | undefined
}

/**
 * Reports come late, twice and in any order. `failed` stands between `sent` and `delivered`: a late
 * `sent` does not undo it, and it does not undo what a phone has confirmed.
 */
const ranks = { queued: 0, sent: 1, failed: 2, delivered: 3, read: 4 } as const

/** The message after a report: only a higher rank moves it, every moment is kept. */
export function advance(delivery: Delivery, report: StatusReport): Delivery {
  if (delivery.status === 'received') return delivery
  const isAhead = ranks[report.status] > ranks[delivery.status]
  return {
    ...delivery,
    statusAt: withMoments(delivery.statusAt, report),
    status: isAhead ? report.status : delivery.status,
    error: isAhead ? ((report.status === 'failed' ? report.error : null) ?? null) : delivery.error,
  }
}

/** Providers count in seconds, we in less: what differs by less than one says the same. */
const sameMs = 1_000

/** Whether a report moves the message, or knows better when something was. */
export function isNews(
  { status, statusAt }: Pick<Delivery, 'status' | 'statusAt'>,
  report: StatusReport,
): boolean {
  if (status === 'received') return false
  const known = statusAt[report.status]
  if (known === undefined || ranks[report.status] > ranks[status]) return true
  return Date.parse(known) - report.at.getTime() >= sameMs
}

/** The message as it waits for one more attempt, which will have a provider id of its own. */
export function retried({ attempts }: Delivery, at: Date): Delivery {
  return {
    status: 'queued',
    statusAt: { queued: at.toISOString() },
    error: null,
    attempts: attempts + 1,
  }
}

/** What was read has arrived, even where nobody said so. */
function withMoments(known: Message['statusAt'], { status, at }: StatusReport) {
  const time = at.toISOString()
  const told = { ...known, [status]: earlier(known[status], time) }
  return status === 'read' ? { ...told, delivered: earlier(known.delivered, time) } : told
}

function earlier(known: string | undefined, time: string): string {
  return known === undefined || time < known ? time : known
}
