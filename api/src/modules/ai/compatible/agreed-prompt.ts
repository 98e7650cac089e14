import type { AgreedAnswers, FieldState, TurnRequest } from '../turn.ts'

/** What a model is told of what contact and business agreed to. */
export const agreedRules = `# What is agreed
What stands in "agreed" is settled between the business and the customer: the customer relies on it, and so does the business. It stays until the customer has said yes to a change that the product has shown. A question for another time or number asks for a change: give the new answers in "fields", and the product lists the change, says that nothing is changed yet, and asks. So never say that something is changed, moved or booked.
- "change": "another" when the customer wants one more beside what is agreed, for whomever: the fields begin anew, so give all that is said of the new one. "unclear" when it can be read both ways, one more or a change: the product asks. "keep" when the customer wants no change any more, says no to the one that was shown, or comes after all. "cancel" when the customer cannot come or wants to cancel, whether or not a day is named: the team is told, so say that you have passed it on, and never that it is cancelled. Else "none", also for a change.
- "cancels": of a "cancel" the days (YYYY-MM-DD), times (HH:MM) or moments (YYYY-MM-DDTHH:MM) of what is to be cancelled, as the customer names them; else an empty list.`

const phases = {
  collecting: '',
  confirming:
    'All answers are there, and the customer was asked whether they are right. If so, complete; if not, take the correction.',
  completed:
    'All answers are agreed, and no change of them is open. Ask for none of them again; one more begins anew.',
}
/** Where a change of what is agreed stands. */
const changePhases = {
  ...phases,
  collecting: 'The answers below are a change of what was agreed last, which is not shown yet.',
  confirming:
    'The answers below are a change of what was agreed last, and the customer was asked whether to change it. If so, complete; if not, keep.',
}

/** Where the answers of a chat stand, in a sentence; empty while they are collected. */
export const phaseLine = (phase: TurnRequest['phase'], isChange: boolean): string =>
  (isChange ? changePhases : phases)[phase]

/** What the chat knows already, which people wrote as well. */
export const knownAnswers = (fields: readonly FieldState[]): Record<string, unknown> =>
  Object.fromEntries(
    fields
      .filter(({ value }) => value !== undefined)
      .map(({ field, value }) => [field.key, field.sensitive ? '(given)' : value]),
  )

/** An agreed set of answers as a model is shown it. */
export const agreedLine = (
  { values, decision, isCancelAsked }: AgreedAnswers,
  fields: readonly FieldState[],
): object => {
  const states = fields.map((state) => ({ ...state, value: values[state.field.key] }))
  return {
    ...knownAnswers(states),
    ...(decision !== null && { owner: decision }),
    ...(isCancelAsked && { askedToCancel: true }),
  }
}
