/** From so few days or free messages on the end of a trial asks for attention, and then for haste. */
const soon = { days: 7, messages: 50 }
const urgent = { days: 2, messages: 10 }

/** How loudly what is left of a trial is told. */
export function trialTone(left: { days: number; messages: number }): 'info' | 'warning' | 'danger' {
  const isWithin = ({ days, messages }: typeof soon) =>
    left.days <= days || left.messages <= messages
  if (isWithin(urgent)) return 'danger'
  return isWithin(soon) ? 'warning' : 'info'
}
