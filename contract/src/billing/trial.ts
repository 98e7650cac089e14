/** At so few days or free messages left the page warns, and then alarms, of the trial's end. */
const warningFrom = { days: 7, messages: 50 }
const dangerFrom = { days: 2, messages: 10 }

/**
 * How urgently a page shows what is left of a trial; `paid` counts the paid messages, which remain when
 * the trial ends.
 */
export function trialTone(left: {
  days: number
  messages: number
  paid: number
}): 'info' | 'warning' | 'danger' {
  if (left.paid > warningFrom.messages) return 'info'
  const isWithin = ({ days, messages }: typeof warningFrom) =>
    left.days <= days || left.messages <= messages
  if (isWithin(dangerFrom)) return 'danger'
  return isWithin(warningFrom) ? 'warning' : 'info'
}
