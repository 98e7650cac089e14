import { fromLocalTime, toLocalTime } from '../clock/zoned-time.ts'

/** A moment at which a saved chat asks for attention again. */
export interface SavePreset {
  id: 'hour' | 'tomorrow' | 'monday'
  at: Date
}

const hourMs = 60 * 60 * 1000

/** The usual moments from now on, by the clock of the owner's business. */
export function savePresets(now: Date, timeZone?: string): SavePreset[] {
  const today = new Date(`${toLocalTime(now, timeZone).slice(0, 'YYYY-MM-DD'.length)}T00:00Z`)
  const tomorrow = atNine(today, 1, timeZone)
  // On a Sunday both are the same moment; on a Monday it is the next one.
  const untilMonday = (8 - today.getUTCDay()) % 7 || 7
  const monday = atNine(today, untilMonday, timeZone)
  const presets: SavePreset[] = [
    { id: 'hour', at: new Date(now.getTime() + hourMs) },
    { id: 'tomorrow', at: tomorrow },
  ]
  if (monday.getTime() !== tomorrow.getTime()) presets.push({ id: 'monday', at: monday })
  return presets
}

/** `today` is midnight of the day as if it were in UTC, where each day has 24 hours. */
function atNine(today: Date, days: number, timeZone: string | undefined): Date {
  const day = new Date(today.getTime() + days * 24 * hourMs).toISOString()
  return fromLocalTime(day.replace('T00', 'T09').slice(0, 'YYYY-MM-DDTHH:mm'.length), timeZone)
}
