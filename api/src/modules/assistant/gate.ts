import type { PlanState } from '@errand/contract/billing/summary'
import type { MessageType } from '@errand/contract/chats/message'
import type { RunStopReason } from '@errand/contract/chats/run'
import type { HandoffReason, SessionHandler, SessionStatus } from '@errand/contract/chats/session'
import type { JobStatus } from '@errand/contract/jobs'
import type { Preferences } from '@errand/contract/settings'
import { Temporal } from 'temporal-polyfill'

import type { Notices } from '../../platform/database/tables/chats.ts'

/** Why the assistant does not answer, and what is told to whom. */
export interface Stop {
  reason: RunStopReason
  /** What the contact is told by the product itself. */
  tell?: 'away' | 'exhausted' | 'voice_note' | 'no_words'
  /** The chat becomes the owner's, for good. */
  handOff?: HandoffReason
  /** The chat asks for the owner, but the assistant goes on when it may again. */
  asksForOwner?: boolean
}

/** Whether the owner leaves the chat to the assistant. */
export interface OwnerFacts {
  status: SessionStatus
  handler: SessionHandler
  isEnabled: boolean
  /** None when the job is gone. */
  jobStatus: JobStatus | undefined
}

/** Whether both sides want an answer at this hour. */
export interface StateFacts extends OwnerFacts {
  now: Date
  isBlocked: boolean
  isOptedOut: boolean
  notices: Notices
  isOpen: boolean
  answersOutsideHours: boolean
  hasAwayMessage: boolean
}

/** What would be answered. */
export interface ContentFacts {
  now: Date
  notices: Notices
  /** Oldest first. */
  inbound: readonly { type: MessageType; hasWords: boolean; at: Date }[]
  /** They are of a kind that cannot be read. */
  asksForWords: boolean
  /** Whether they were new when we were told of them, however long they have waited with us. */
  wasNew: boolean
  /** Whether it is the owner who wants these to be answered, however old they are. */
  isWantedByOwner: boolean
}

/** How much was said already, and what that may cost. */
export interface LimitFacts {
  now: Date
  notices: Notices
  plan: PlanState
  /**
   * What the contact wrote last, up to `loopLength` texts, each with what was said before, and
   * whether it may be a whole answer to that: a tapped choice, an option, or a bare yes or no.
   */
  lastExchanges: readonly { told: string; said: string; isAnswer: boolean }[]
  repliesThisHour: number
  maxRepliesPerHour: number
  turns: number
  maxTurns: number
  isDailyCapReached: boolean
}

/** What comes later than this was held up by an outage: to answer it would surprise everybody. */
export const maxDeliveryMs = 3 * 60_000
/** What is older than this has been through an outage of our own. */
export const maxAnsweredAgeMs = 15 * 60_000
/** The same text so often in a row comes from no human being, unless it answers other questions. */
export const loopLength = 5
const minQuestions = 3
const awayNoticeEveryMs = 12 * 60 * 60_000
const exhaustedNoticeEveryMs = 24 * 60 * 60_000

const stop = (reason: RunStopReason, more: Omit<Stop, 'reason'> = {}): Stop => ({
  reason,
  ...more,
})

/** The owner does not leave the chat to the assistant, or not any more. */
export function blockedByOwner(facts: OwnerFacts): Stop | undefined {
  const { status, handler, isEnabled, jobStatus } = facts
  if (status !== 'active') return stop('closed')
  if (handler === 'owner') return stop('owner')
  if (handler === 'none' || jobStatus === undefined) return stop('no_job')
  if (!isEnabled) return stop('assistant_off')
  return jobStatus === 'active' ? undefined : stop('job_paused')
}

/** Somebody does not want an answer of the assistant, the most final first. */
export function blockedByState(facts: StateFacts): Stop | undefined {
  if (facts.isBlocked) return stop('blocked')
  if (facts.isOptedOut) return stop('opt_out')
  const isClosed = !facts.isOpen && !facts.answersOutsideHours
  const stopped = blockedByOwner(facts) ?? (isClosed ? stop('outside_hours') : undefined)
  if (stopped === undefined || stopped.reason === 'closed') return stopped
  // A person would have to answer, who may not be there.
  return { ...stopped, ...awayNotice(facts) }
}

/** There is nothing that could be answered. */
export function blockedByContent(facts: ContentFacts): Stop | undefined {
  const { inbound, notices, now, wasNew, isWantedByOwner, asksForWords } = facts
  if (inbound.length === 0) return stop('nothing_to_read')
  // Not what came last: the provider may tell of an old one after a new one.
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

/** Without words it still is something: an answer to a question for a file or a place. */
const isAnswerWithoutWords = (type: MessageType): boolean =>
  ['image', 'video', 'document', 'location', 'contact', 'interactive'].includes(type)

/** The assistant has said enough for now. */
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

/** Two bots say the same things to each other; five times yes may be the answer to five questions. */
function isLoop({ lastExchanges }: LimitFacts): boolean {
  const texts = new Set(lastExchanges.map(({ said }) => said))
  if (lastExchanges.length < loopLength || texts.size > 1) return false
  const questions = new Set(lastExchanges.map(({ told }) => told))
  // A model words each of its answers anew: that alone makes no question of them.
  const areAnswers = lastExchanges.every(({ isAnswer }) => isAnswer)
  return !areAnswers || questions.size < minQuestions
}

function awayNotice({ isOpen, hasAwayMessage, notices, now }: StateFacts): { tell?: 'away' } {
  const isTold = !isOpen && hasAwayMessage && isDue(notices.away, awayNoticeEveryMs, now)
  return isTold ? { tell: 'away' } : {}
}

/** Whether it is long enough since somebody was told. */
export function isDue(last: string | undefined, againMs: number, now: Date): boolean {
  return last === undefined || now.getTime() - new Date(last).getTime() >= againMs
}

/** When it is quiet no longer, if the moment is within the quiet hours. */
export function quietUntil(
  quiet: Preferences['notifications']['quietHours'],
  timeZone: string,
  at: Date,
): Date | undefined {
  if (quiet === null || quiet.from === quiet.to) return undefined
  const now = Temporal.Instant.fromEpochMilliseconds(at.getTime()).toZonedDateTimeISO(timeZone)
  const clock = now.toPlainTime().toString({ smallestUnit: 'minute' })
  const { from, to } = quiet
  const isQuiet = from < to ? from <= clock && clock < to : from <= clock || clock < to
  if (!isQuiet) return undefined
  const end = now.withPlainTime(Temporal.PlainTime.from(to))
  const next = Temporal.ZonedDateTime.compare(end, now) > 0 ? end : end.add({ days: 1 })
  return new Date(next.epochMilliseconds)
}
