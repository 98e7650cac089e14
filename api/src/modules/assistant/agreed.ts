import { isoDayOf } from '@errand/contract/iso-time'

import type { AgreedAnswers, Turn, TurnRequest } from '../ai/turn.ts'
import { bookingTimeOf } from '../answers/booking-time.ts'
import type { FormDataRow } from '../answers/collected.ts'
import { matchBookings } from '../answers/match-bookings.ts'
import { type AnswerSet, isAgreed, type TurnStart } from '../answers/proposals.ts'

/** An agreed set of answers, as a provider is told it. */
export const toAgreed = ({
  id,
  values,
  day,
  time,
  decision,
  cancelAskedAt,
}: FormDataRow): AgreedAnswers => ({
  id,
  values,
  day,
  time,
  decision,
  isCancelAsked: cancelAskedAt !== null,
})

/** The same of sets that are not stored. */
export const agreedOf = (sets: readonly AnswerSet[]): AgreedAnswers[] =>
  sets.filter(isAgreed).map(({ fields, values, decision }, index) => ({
    id: String(index),
    values,
    ...bookingTimeOf(fields, values),
    decision,
    isCancelAsked: false,
  }))

/** A job that asks whether all answers are right, whatever its owner wants. */
export const withConfirmation = <Job extends Pick<TurnRequest['job'], 'behaviour'>>(
  job: Job,
): Job => ({ ...job, behaviour: { ...job.behaviour, confirmAtEnd: true } })

/** The ids of the agreed answers whose booking a turn asks to cancel. */
export function cancelledBy(
  { change, cancels = [] }: Turn,
  { agreed = [], business, now }: TurnRequest,
): string[] {
  if (change !== 'cancel') return []
  const today = isoDayOf(now, business.timeZone)
  return matchBookings(agreed, cancels, today).map(({ id }) => id)
}

/**
 * Whether only the owner can do what a turn is about: cancel, or begin a third thing while a second one
 * is not agreed. What is said of it is no answer.
 */
export const isForOwner = (
  { change }: Turn,
  { agreed = [] }: TurnRequest,
  { isAnother, isAgreed: isOfAgreed }: Pick<TurnStart, 'isAnother' | 'isAgreed'>,
): boolean =>
  agreed.length > 0 && (change === 'cancel' || (change === 'another' && !isAnother && !isOfAgreed))
