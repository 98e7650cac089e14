import type { PlanState } from '@errand/contract/billing/summary'
import type { MessageType } from '@errand/contract/chats/message'
import type { RunStopReason } from '@errand/contract/chats/run'
import type { HandoffReason, SessionHandler, SessionStatus } from '@errand/contract/chats/session'
import type { JobStatus } from '@errand/contract/jobs'

import type { Notices } from '../../platform/database/tables/chats.ts'

/** Why the assistant does not answer, and who is notified. */
export interface Stop {
  reason: RunStopReason
  /** The notice that the product itself sends to the contact. */
  tell?: 'away' | 'exhausted' | 'voice_note' | 'no_words'
  /** The chat is handed over to the owner, for good. */
  handOff?: HandoffReason
  /** The chat needs the owner's attention, but the assistant continues when it may again. */
  asksForOwner?: boolean
}

/** Whether the owner leaves the chat to the assistant. */
export interface OwnerFacts {
  status: SessionStatus
  handler: SessionHandler
  isEnabled: boolean
  /** Undefined when the job is gone. */
  jobStatus: JobStatus | undefined
}

/** Whether the contact and the owner want an answer at this time. */
export interface StateFacts extends OwnerFacts {
  now: Date
  isBlocked: boolean
  isOptedOut: boolean
  notices: Notices
  isOpen: boolean
  answersOutsideHours: boolean
  hasAwayMessage: boolean
}

/** The messages that would be answered. */
export interface ContentFacts {
  now: Date
  notices: Notices
  /** Oldest first. */
  inbound: readonly { type: MessageType; hasWords: boolean; at: Date }[]
  /** The messages are of a kind that cannot be read. */
  asksForWords: boolean
  /** Whether they were new when the webhook arrived, however long it has waited since. */
  wasNew: boolean
  /** Whether the owner wants these messages answered, however old they are. */
  isWantedByOwner: boolean
}

/** How much the assistant has said and spent already. */
export interface LimitFacts {
  now: Date
  notices: Notices
  plan: PlanState
  /**
   * The contact's last texts, up to `loopLength`, each with the message before it (`told`), and whether
   * it may be a whole answer to that: a tapped choice, an option, or a bare yes or no.
   */
  lastExchanges: readonly { told: string; said: string; isAnswer: boolean }[]
  repliesThisHour: number
  maxRepliesPerHour: number
  turns: number
  maxTurns: number
  isDailyCapReached: boolean
}

/** A message delivered later than this was held up by an outage, and is not answered any more. */
export const maxDeliveryMs = 3 * 60_000
/** A message older than this has waited through an outage of ours, and is not answered any more. */
export const maxAnsweredAgeMs = 15 * 60_000
/** The same text this often in a row comes from a bot, unless it answers different questions. */
export const loopLength = 5
const minQuestions = 3
const awayNoticeEveryMs = 12 * 60 * 60_000
const exhaustedNoticeEveryMs = 24 * 60 * 60_000

const stop = (reason: RunStopReason, more: Omit<Stop, 'reason'> = {}): Stop => ({
  reason,
  ...more,
})

/** Stops if the owner does not leave the chat to the assistant. */
export function blockedByOwner(facts: OwnerFacts): Stop | undefined {
  const { status, handler, isEnabled, jobStatus } = facts
  if (status !== 'active') return stop('closed')
  if (handler === 'owner') return stop('owner')
  if (handler === 'none' || jobStatus === undefined) return stop('no_job')
  if (!isEnabled) return stop('assistant_off')
  return jobStatus === 'active' ? undefined : stop('job_paused')
}

/** Stops if the contact or the owner wants no answer of the assistant, the most final reason first. */
export function blockedByState(facts: StateFacts): Stop | undefined {
  if (facts.isBlocked) return stop('blocked')
  if (facts.isOptedOut) return stop('opt_out')
  const isClosed = !facts.isOpen && !facts.answersOutsideHours
  const stopped = blockedByOwner(facts) ?? (isClosed ? stop('outside_hours') : undefined)
  if (stopped === undefined || stopped.reason === 'closed') return stopped
  // A person has to answer, who may be away: the contact gets the away message.
  return { ...stopped, ...awayNotice(facts) }
}

/** Stops if there is nothing that could be answered. */
export function blockedByContent(facts: ContentFacts): Stop | undefined {
  const { inbound, notices, now, wasNew, isWantedByOwner, asksForWords } = facts
  if (inbound.length === 0) return stop('nothing_to_read')
  // The newest by time, because webhooks may arrive out of order.
  const newest = Math.max(...inbound.map(({ at }) => at.getTime()))
  const isTooOld = !wasNew || now.getTime() - newest > maxAnsweredAgeMs
  if (isTooOld && !isWantedByOwner) return stop('too_old')
  if (inbound.some(({ type, hasWords }) => hasWords || isAnswerWithoutWords(type))) return undefined
  if (inbound.some(({ type }) => type === 'audio')) {
    return stop('voice_note', notices.voice_note === undefined ? { tell: 'voice_note' } : {})
  }
  if (asksForWords && notices.no_words === undefined) {
    return stop('nothing_to_read', { tell: 'no_words' })
  }
  return stop('nothing_to_read')
}

/** Whether a message without words can be an answer: a file or a location. */
const isAnswerWithoutWords = (type: MessageType): boolean =>
  ['image', 'video', 'document', 'location', 'contact', 'interactive'].includes(type)

/** Stops if the assistant has reached a limit. */
export function blockedByLimit(facts: LimitFacts): Stop | undefined {
  const { plan, now, notices } = facts
  if (isLoop(facts)) return stop('loop', { handOff: 'usage_limit' })
  if (facts.repliesThisHour >= facts.maxRepliesPerHour) {
    return stop('hourly_limit', { handOff: 'usage_limit' })
  }
  if (facts.turns >= facts.maxTurns) return stop('max_turns', { handOff: 'usage_limit' })
  if (facts.isDailyCapReached) return stop('daily_cap', { asksForOwner: true })
  if (plan === 'exhausted') return stop('exhausted')
  if (plan !== 'grace') return undefined
  return stop(
    'exhausted',
    isDue(notices.exhausted, exhaustedNoticeEveryMs, now) ? { tell: 'exhausted' } : {},
  )
}

/** Whether two bots talk to each other; the same text may still be the answer to several questions. */
function isLoop({ lastExchanges }: LimitFacts): boolean {
  const texts = new Set(lastExchanges.map(({ said }) => said))
  if (lastExchanges.length < loopLength || texts.size > 1) return false
  const questions = new Set(lastExchanges.map(({ told }) => told))
  // Different wordings alone do not count as different questions, because a model rewords its replies.
  const areAnswers = lastExchanges.every(({ isAnswer }) => isAnswer)
  return !areAnswers || questions.size < minQuestions
}

function awayNotice({ isOpen, hasAwayMessage, notices, now }: StateFacts): { tell?: 'away' } {
  const isTold = !isOpen && hasAwayMessage && isDue(notices.away, awayNoticeEveryMs, now)
  return isTold ? { tell: 'away' } : {}
}

/** Whether enough time has passed since the last notice. */
export function isDue(last: string | undefined, againMs: number, now: Date): boolean {
  return last === undefined || now.getTime() - new Date(last).getTime() >= againMs
}
