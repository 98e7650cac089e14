import type { HandoffReason } from '@errand/contract/chats/session'

/** The columns of a chat that ended in one way or the other. */
export const ends = {
  active: { status: 'active' },
  completed: { status: 'completed', closeReason: 'completed' },
  idle: { status: 'closed', closeReason: 'idle' },
  owner: { status: 'closed', closeReason: 'owner' },
  opted_out: { status: 'closed', closeReason: 'opted_out' },
  closed_completed: { status: 'closed', closeReason: 'completed' },
} as const

/** A chat as a test makes it up; times are milliseconds after its beginning. */
export interface ModelChat {
  startedAt: Date
  version: number
  end: keyof typeof ends
  handoffs: HandoffReason[]
  endedAfter: number
  answersAfter: number | null
  costMicros: number
  messages: {
    after: number
    author: 'contact' | 'assistant' | 'owner' | 'system'
    isEvent: boolean
  }[]
}

/** The figures of chats in the plainest way there is: one loop for each. */
export function countPlainly(chats: ModelChat[]) {
  const isDone = ({ end }: ModelChat) => end === 'completed' || end === 'closed_completed'
  const completed = chats.filter(isDone)
  const isByOwner = ({ messages }: ModelChat) =>
    messages.some(({ author, isEvent }) => author === 'owner' && !isEvent)
  const contained = completed.filter((chat) => chat.handoffs.length === 0 && !isByOwner(chat))
  const cost = chats.reduce((sum, { costMicros }) => sum + costMicros, 0)
  const share = (part: number) => (chats.length === 0 ? null : part / chats.length)
  const messages = chats.reduce((sum, chat) => sum + spoken(chat).length, 0)
  return {
    started: chats.length,
    completed: completed.length,
    closedIdle: chats.filter(({ end }) => end === 'idle').length,
    handedOff: chats.filter(({ handoffs }) => handoffs.length > 0).length,
    optedOut: chats.filter(({ end }) => end === 'opted_out').length,
    completionRate: share(completed.length),
    containment: share(contained.length),
    medianMinutesToComplete: median(completed.map(minutesOf)),
    medianFirstReplySeconds: median(chats.map(replyOf)),
    messagesPerSession: share(messages),
    costMinor: Math.floor(cost / 10_000),
    costPerCompletionMinor:
      completed.length === 0 ? null : Math.floor(Math.floor(cost / completed.length) / 10_000),
  }
}

/** The messages that somebody wrote. */
export const spoken = ({ messages }: ModelChat) => messages.filter(({ isEvent }) => !isEvent)

function minutesOf({ answersAfter, endedAfter, end }: ModelChat): number | null {
  if (answersAfter !== null) return answersAfter / 60_000
  return end === 'completed' ? endedAfter / 60_000 : null
}

function replyOf(chat: ModelChat): number | null {
  const times = (authors: string[]) =>
    spoken(chat)
      .filter(({ author }) => authors.includes(author))
      .map(({ after }) => after)
  const [first] = times(['contact']).toSorted((a, b) => a - b)
  if (first === undefined) return null
  const replies = times(['assistant', 'owner']).filter((after) => after >= first)
  return replies.length === 0 ? null : (Math.min(...replies) - first) / 1000
}

function median(values: (number | null)[]): number | null {
  const known = values.filter((value) => value !== null).toSorted((a, b) => a - b)
  const middle = (known.length - 1) / 2
  const [low, high] = [known[Math.floor(middle)], known[Math.ceil(middle)]]
  return low === undefined || high === undefined ? null : (low + high) / 2
}
