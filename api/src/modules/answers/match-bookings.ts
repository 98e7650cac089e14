interface Booked {
  day: string | null
  time: string | null
  decision: string | null
}

const named = /^(?<day>\d{4}-\d{2}-\d{2})?T?(?<time>\d{2}:\d{2})?/

/**
 * The bookings that a contact means: those that the named days, times and moments fit, or the only one
 * where none is named; never cancelled ones, nor those that are over on that day.
 */
export function matchBookings<Set extends Booked>(
  agreed: readonly Set[],
  names: readonly string[],
  today: string,
): Set[] {
  const open = agreed.filter(
    ({ day, decision }) => day !== null && day >= today && decision !== 'cancelled',
  )
  if (names.length === 0) return open.length === 1 ? open : []
  return open.filter((booking) => names.some((name) => isNamed(booking, name)))
}

function isNamed({ day, time }: Booked, name: string): boolean {
  const said = named.exec(name)?.groups ?? {}
  if (said['day'] === undefined && said['time'] === undefined) return false
  const isDay = said['day'] === undefined || said['day'] === day
  return isDay && (said['time'] === undefined || said['time'] === time)
}
