/** From so few days or free messages on the end of a trial asks for attention, and then for haste. */
const warningFrom = { days: 7, messages: 50 }
const dangerFrom = { days: 2, messages: 10 }

/**
 * How loudly what is left of a trial is told: `paid` are the messages that are paid for, and go on
 * when it ends.
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
