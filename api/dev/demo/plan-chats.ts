import type { CloseReason } from '@errand/contract/chats/session'

import { dayMs, hourMs, addMs, spread, pointBetween, type Random } from './demo-account.ts'

/** How a chat ended, or `active`. */
export type Outcome = CloseReason | 'active'

/** The time, contact, length and outcome of a chat. */
export interface ChatPlan {
  /** The index of the contact; only the last chat of a contact may be open. */
  contact: number
  /** When it started; for an open one, the time of its last message. */
  at: Date
  length: number
  outcome: Outcome
}

const outcomes: readonly (readonly [Outcome, number])[] = [
  ['completed', 68],
  ['idle', 16],
  ['owner', 10],
  ['active', 4],
  ['opted_out', 1.5],
  ['blocked', 0.5],
]

/** The number of contacts relative to chats: some contacts come back. */
const peopleShare = 0.7
const minLength = 4

/** A chat can only be closed as idle if it is older than this. */
export const quietMs = 4 * dayMs

/** Plans the chats of an owner, oldest first. */
export function planChats(
  random: Random,
  {
    since,
    now,
    sessions,
    messages,
  }: { since: Date; now: Date; sessions: number; messages: number },
): ChatPlan[] {
  const people = Math.ceil(sessions * peopleShare)
  const chatsOf = Array.from({ length: people }, () => 1)
  for (let more = sessions - people; more > 0; more -= 1) {
    const index = random.between(0, people - 1)
    chatsOf[index] = (chatsOf[index] ?? 0) + 1
  }
  const lengths = random.shuffle(
    spread(random, { count: sessions, sum: messages, least: minLength }),
  )
  const plans = chatsOf.flatMap((count, contact) =>
    momentsOf(random, { since, now, count }).map(({ at, outcome }) => ({
      contact,
      at,
      outcome,
      length: 0,
    })),
  )
  return plans
    .toSorted((one, other) => one.at.getTime() - other.at.getTime())
    .map((plan, index) => ({ ...plan, length: lengths[index] ?? minLength }))
}

/** The chats of one contact, days apart, so that none continues the one before. */
function momentsOf(
  random: Random,
  { since, now, count }: { since: Date; now: Date; count: number },
): { at: Date; outcome: Outcome }[] {
  const earlier = count - 1
  const start = addMs(since, 2 * dayMs)
  const middle = pointBetween(start, now, 0.6)
  const before = Array.from({ length: earlier }, (_, index) => {
    // A part of each interval stays empty, which is days even for a dozen chats.
    const at = pointBetween(start, middle, (index + random.next() * 0.6) / earlier)
    return { at, outcome: random.pick(['completed', 'completed', 'idle', 'owner'] as const) }
  })
  const outcome = drawOutcome(random)
  const last = {
    at: lastMoment(random, {
      outcome,
      from: earlier === 0 ? start : addMs(middle, 4 * dayMs),
      now,
    }),
    outcome,
  }
  return [...before, last]
}

function lastMoment(
  random: Random,
  { outcome, from, now }: { outcome: Outcome; from: Date; now: Date },
): Date {
  // In the last hours, so that the 24-hour window is open and the chat is not closed as idle.
  if (outcome === 'active') return addMs(now, -Math.round((0.02 + random.next() * 20) * hourMs))
  // An idle chat has been silent for days.
  const until = addMs(now, outcome === 'idle' ? -quietMs : 0)
  return pointBetween(from, until, random.next())
}

function drawOutcome(random: Random): Outcome {
  let left = random.next() * outcomes.reduce((sum, [, weight]) => sum + weight, 0)
  for (const [outcome, weight] of outcomes) {
    left -= weight
    if (left < 0) return outcome
  }
  return 'completed'
}
