/** How much is left, and how fast it goes. */
interface Consumption {
  /** Sent in the last seven days. */
  messages7d: number
  paidMessagesLeft: number
  /** Days and messages of the trial; none once it is over. */
  trialDaysLeft: number
  trialMessagesLeft: number
}

const weekDays = 7
/** Beyond that nobody can say. */
const farDays = 3650

/** Messages a day, to one decimal. */
export function perDay({ messages7d }: Pick<Consumption, 'messages7d'>): number {
  return Math.round((messages7d * 10) / weekDays) / 10
}

/** In how many days the last message can be sent if it goes on as in the last seven days; nothing if it was. */
export function daysLeft(consumption: Consumption): number | undefined {
  const { messages7d, paidMessagesLeft, trialDaysLeft, trialMessagesLeft } = consumption
  if (messages7d === 0) return undefined
  const freeDays = Math.min(trialDaysLeft, (trialMessagesLeft * weekDays) / messages7d)
  if (freeDays === 0 && paidMessagesLeft === 0) return undefined
  const days = Math.floor(freeDays + (paidMessagesLeft * weekDays) / messages7d)
  return days > farDays ? undefined : days
}
