import { isDeepStrictEqual } from 'node:util'

import { bookingTimeOf } from './booking-time.ts'
import {
  type CollectedAnswers,
  confirmAnswers,
  type FormDataRow,
  type NewAnswers,
  nextStatus,
} from './collected.ts'
import { mergeAnswers } from './merge-answers.ts'
import { bookingKeysOf } from './slots.ts'

/** One set of answers, with a change of it that waits for the contact's yes. */
export type AnswerSet = CollectedAnswers & Pick<FormDataRow, 'agreedAt' | 'decision' | 'proposed'>

export const nothingAgreed = { agreedAt: null, decision: null, proposed: null }

/** What contact and business agreed to, or the owner has decided: only a yes of the contact changes it. */
export const isAgreed = ({
  agreedAt,
  decision,
}: Pick<AnswerSet, 'agreedAt' | 'decision'>): boolean => agreedAt !== null || decision !== null

/** Nothing is left to ask or to say yes to, but for a change that is proposed. */
export const isSettled = ({
  agreedAt,
  decision,
}: Pick<AnswerSet, 'agreedAt' | 'decision'>): boolean =>
  agreedAt !== null || decision === 'cancelled'

/**
 * The answers as the contact would have them: the agreed ones with the change that is proposed. It is
 * what the assistant goes on with; lists, figures and the calendar have what is agreed.
 */
export const withProposal = <Set extends AnswerSet>(set: Set): Set =>
  set.proposed === null ? set : { ...set, ...set.proposed }

/** The proposed change of agreed answers; null where nothing would change. */
function toProposal(
  { values: agreed }: Pick<CollectedAnswers, 'values'>,
  { fields, status, values, meta }: CollectedAnswers,
): FormDataRow['proposed'] {
  if (isDeepStrictEqual(agreed, values)) return null
  return { status, values, meta, ...bookingTimeOf(fields, values) }
}

/** The proposal after the owner has changed the agreed answers, of which it keeps the others. */
export function proposedBeside(
  set: AnswerSet,
  agreed: CollectedAnswers,
  news: NewAnswers,
): FormDataRow['proposed'] {
  if (set.proposed === null) return null
  return toProposal(agreed, mergeAnswers(withProposal(set), news).collected)
}

/**
 * A set after answers of the contact: they count until something is agreed. From then on they are
 * proposed beside it, until the contact says yes to them.
 */
export function withContactAnswers(set: AnswerSet, after: CollectedAnswers): AnswerSet {
  if (!isAgreed(set)) return { ...set, ...after }
  const proposed = toProposal(set, after)
  const { suggestions, asked } = after
  // Failed attempts to change what is agreed are counted as well.
  const meta = proposed === null ? after.meta : set.meta
  return { ...set, meta, suggestions, asked, proposed }
}

/** A set whose proposal has none of the answers that came from a message, as that was deleted. */
export function withoutMessage<Set extends AnswerSet>(set: Set, messageId: string): Set {
  const { proposed } = set
  if (proposed === null) return set
  const isGone = (key: string) => proposed.meta[key]?.messageId === messageId && isChanged(set, key)
  const restore = <T>(now: Readonly<Record<string, T>>, agreed: Readonly<Record<string, T>>) =>
    Object.fromEntries([
      ...Object.entries(now).filter(([key]) => !isGone(key)),
      ...Object.entries(agreed).filter(([key]) => isGone(key)),
    ])
  const values = restore(proposed.values, set.values)
  const after = { ...set, values, meta: restore(proposed.meta, set.meta) }
  const status = nextStatus(set, after)
  return { ...set, proposed: toProposal(set, { ...after, status }) }
}

/** What the contact wants with what is agreed; with none of it, new answers propose a change. */
export const agreedChanges = ['none', 'another', 'unclear', 'keep', 'cancel'] as const
export type AgreedChange = (typeof agreedChanges)[number]

interface Wish {
  change?: AgreedChange | undefined
  /** The keys of the answers that the contact gives in own words. */
  said: readonly string[]
}

/** The answers that a turn begins with. */
export interface TurnStart {
  collected: CollectedAnswers
  /** They are those of a further set, which is not stored yet. */
  isAnother: boolean
  /** New answers are a change of what is agreed. */
  isAgreed: boolean
  /** Such a change is proposed already. */
  isProposed: boolean
  /** Nothing is left to ask or to say yes to, as no change is proposed. */
  isSettled: boolean
}

/** The answers that a turn begins with: the present ones, those without the change, or a further set. */
export function startTurn(set: AnswerSet, { change, said }: Wish): TurnStart {
  const isProposed = set.proposed !== null && change !== 'keep' && change !== 'cancel'
  const present = {
    isAnother: false,
    isAgreed: isAgreed(set),
    isProposed,
    isSettled: isSettled(set) && !isProposed,
  }
  if (isAgreed(set)) {
    // A booking that the owner has cancelled is over: who names a time wants a new one.
    const keys = bookingKeysOf(set)
    const isOver = set.decision === 'cancelled' && keys.some((key) => said.includes(key))
    if (isOver && change !== 'cancel') return nextSet(set, (key) => !keys.includes(key))
    // What was proposed is meant where nothing is said but that it is one more.
    const isKnown = isContactPoint(set)
    const isMeant = (key: string) => said.length === 0 && isChanged(set, key)
    if (change === 'another') return nextSet(set, (key) => isKnown(key) || isMeant(key))
  }
  return { ...present, collected: isProposed ? withProposal(set) : set }
}

const isChanged = ({ values, proposed }: AnswerSet, key: string): boolean =>
  proposed !== null && !isDeepStrictEqual(proposed.values[key], values[key])

const isContactPoint = ({ fields }: CollectedAnswers) => {
  const kept = fields.filter(({ type }) => type === 'email' || type === 'phone')
  return (key: string) => kept.some((field) => field.key === key)
}

/** A further set of answers, with some of the one before as it would be. */
function nextSet(set: AnswerSet, isKept: (key: string) => boolean): TurnStart {
  const { fields, values, meta } = withProposal(set)
  const keep = <T>(record: Readonly<Record<string, T>>) =>
    Object.fromEntries(Object.entries(record).filter(([key]) => isKept(key)))
  const empty = { fields, status: 'empty' as const, values: {}, suggestions: [], asked: [] }
  const next: CollectedAnswers = { ...empty, values: keep(values), meta: keep(meta) }
  const collected = { ...next, status: nextStatus({ ...empty, meta: {} }, next) }
  return { collected, isAnother: true, isAgreed: false, isProposed: false, isSettled: false }
}

/** The present or the further set after a turn, to which the contact may have said yes. */
export function endTurn(
  set: AnswerSet,
  { isAnother }: TurnStart,
  { after, isConfirmed, action, at }: TurnEnd,
): AnswerSet {
  const begun = isAnother ? { ...after, ...nothingAgreed } : set
  const answers = isConfirmed ? confirmAnswers(after) : after
  return action === 'complete'
    ? { ...begun, ...answers, agreedAt: at, proposed: null }
    : withContactAnswers(begun, answers)
}

interface TurnEnd {
  after: CollectedAnswers
  action: 'continue' | 'handoff' | 'complete' | 'ignore'
  /** The contact was shown the answers and has said yes to them. */
  isConfirmed: boolean
  at: Date
}
