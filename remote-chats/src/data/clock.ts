import type { ChatSession } from '@errand/contract/chats/session'
import { isoTimeOf } from '@errand/contract/iso-time'
import { readSettings } from '@errand/shared-ui'

const dayMs = 24 * 60 * 60 * 1000
const closingSoonMs = 5 * 60 * 60 * 1000

/** The 24-hour window in which free text may be sent. */
export interface ChatWindow {
  state: 'open' | 'closing' | 'closed'
  leftMs: number
  /** The share of the 24 hours that is left, from 0 to 1. */
  left: number
}

/** The 24-hour window at a moment; it closes by the clock, whatever the cached session says. */
export function windowOf({ window }: Pick<ChatSession, 'window'>, now: number): ChatWindow {
  const leftMs = window.expiresAt === null ? 0 : Date.parse(window.expiresAt) - now
  if (leftMs <= 0) return { state: 'closed', leftMs: 0, left: 0 }
  const left = Math.min(1, leftMs / dayMs)
  return { state: leftMs < closingSoonMs ? 'closing' : 'open', leftMs, left }
}

const minutesLength = 'YYYY-MM-DDTHH:mm'.length

/**
 * A moment in the format of date inputs, `2026-11-21T15:30`, in the page's time zone. Empty for an
 * invalid date.
 */
export function toLocalTime(at: Date, timeZone = readSettings().timeZone): string {
  if (Number.isNaN(at.getTime())) return ''
  return isoTimeOf(at, timeZone).slice(0, minutesLength)
}

/** The moment of such a local time; a time skipped by daylight saving is an hour later. */
export function fromLocalTime(local: string, timeZone = readSettings().timeZone): Date {
  const asUtc = Date.parse(`${local}Z`)
  const early = new Date(asUtc - utcOffsetMs(new Date(asUtc), timeZone))
  // The offset may change between the two moments.
  const exact = new Date(asUtc - utcOffsetMs(early, timeZone))
  return toLocalTime(exact, timeZone) === toLocalTime(new Date(asUtc), 'UTC') ? exact : early
}

/** The offset of a time zone from UTC at a moment. */
const utcOffsetMs = (at: Date, timeZone: string | undefined): number =>
  Date.parse(`${isoTimeOf(at, timeZone)}Z`) - Math.floor(at.getTime() / 1000) * 1000
