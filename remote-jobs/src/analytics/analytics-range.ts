/** The days that figures are about, as they stand in the address. */
export interface AnalyticsRange {
  /** So many days up to today; 0 for days of one's own. */
  days: number
  /** Of one's own days. */
  from: string
  to: string
  bucket: 'day' | 'week'
  /** Chats that began with this version only; 0 for all. */
  version: number
}

export const presets = [7, 30, 90]
const usualDays = 30
const dayMs = 86_400_000

const isDay = (text: string | null): text is string =>
  text !== null && /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text))

export function readRange(parameters: URLSearchParams): AnalyticsRange {
  const [from, to] = [parameters.get('from'), parameters.get('to')]
  const isOwn = isDay(from) && isDay(to) && from <= to
  const days = Number(parameters.get('days'))
  const version = Number(parameters.get('version'))
  return {
    days: isOwn ? 0 : presets.includes(days) ? days : usualDays,
    from: isOwn ? from : '',
    to: isOwn ? to : '',
    bucket: parameters.get('bucket') === 'week' ? 'week' : 'day',
    version: Number.isInteger(version) && version > 0 ? version : 0,
  }
}

/** The range as query parameters; what is usual is left out. */
export const writeRange = ({ days, from, to, bucket, version }: AnalyticsRange) => ({
  ...(days === 0 ? { from, to } : days !== usualDays && { days: String(days) }),
  ...(bucket === 'week' && { bucket }),
  ...(version > 0 && { version: String(version) }),
})

/** What the api is asked for: both days included, as the owner's own clock has them. */
export function queryOf({ days, from, to, bucket, version }: AnalyticsRange, today: string) {
  const first = new Date(Date.parse(today) - (days - 1) * dayMs).toISOString().slice(0, 10)
  return {
    ...(days === 0 ? { from, to } : { from: first, to: today }),
    bucket,
    ...(version > 0 && { version }),
  }
}

/** How many days there are, both included. */
export const daysBetween = (from: string, to: string): number =>
  Math.round((Date.parse(to) - Date.parse(from)) / dayMs) + 1

/** The day of a moment by a time zone's clock. */
export const dayOf = (moment: number, timeZone: string | undefined): string =>
  new Intl.DateTimeFormat('en-CA', { ...(timeZone !== undefined && { timeZone }) }).format(moment)
