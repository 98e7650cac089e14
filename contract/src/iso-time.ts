const clocks = new Map<string, Intl.DateTimeFormat>()

/** A moment on the clocks of a time zone, by default the device's: `2026-11-21T17:30:00`. */
export function isoTimeOf(moment: Date | number, timeZone?: string): string {
  // No locale promises how it writes a date: of Intl, only the parts are the same everywhere.
  const parts: Partial<Record<Intl.DateTimeFormatPartTypes, string>> = {}
  for (const { type, value } of clockOf(timeZone).formatToParts(moment))
    parts[type] = value.padStart(type === 'year' ? 4 : 2, '0')
  const { year, month, day, hour, minute, second } = parts
  return `${year}-${month}-${day}T${hour}:${minute}:${second}`
}

/** The calendar day of a moment in a time zone, by default the device's: `2026-11-21`. */
export const isoDayOf = (moment: Date | number, timeZone?: string): string =>
  isoTimeOf(moment, timeZone).slice(0, '2026-11-21'.length)

/**
 * What the clock showed at a stored moment, `2026-11-22T17:00` of `2026-11-22T17:00:00+05:30`, whatever
 * zone its reader is in; undefined for any other text.
 */
export const wallClockOf = (moment: string): string | undefined =>
  /^(\d{4}-\d{2}-\d{2}T\d{2}:\d{2})(?::\d{2})?(?:Z|[+-]\d{2}:\d{2})$/.exec(moment)?.[1]

/**
 * Kept by time zone: to make one takes far longer than to use it, and an export asks for thousands. Not
 * the device's, whose zone changes while its owner travels.
 */
function clockOf(timeZone: string | undefined): Intl.DateTimeFormat {
  let clock = timeZone === undefined ? undefined : clocks.get(timeZone)
  if (clock === undefined) {
    clock = new Intl.DateTimeFormat('en-u-ca-gregory-nu-latn', {
      timeZone,
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    })
    if (timeZone !== undefined) clocks.set(timeZone, clock)
  }
  return clock
}
