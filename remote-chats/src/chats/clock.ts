import type { ChatSession } from '@errand/contract/chats/session'
import { readSettings } from '@errand/shared-ui'

const dayMs = 24 * 60 * 60 * 1000
const closingSoonMs = 5 * 60 * 60 * 1000

/** How much is left of the 24 hours in which free text is allowed. */
export interface ChatWindow {
  state: 'open' | 'closing' | 'closed'
  leftMs: number
  /** The part of the 24 hours that is over, from 0 to 1. */
  spent: number
}

/** The window of a chat at a moment; it closes by itself, whatever was read of it last. */
export function windowOf({ window }: Pick<ChatSession, 'window'>, now: number): ChatWindow {
  const leftMs = window.expiresAt === null ? 0 : Date.parse(window.expiresAt) - now
  if (leftMs <= 0) return { state: 'closed', leftMs: 0, spent: 1 }
  const spent = Math.max(0, 1 - leftMs / dayMs)
  return { state: leftMs < closingSoonMs ? 'closing' : 'open', leftMs, spent }
}

const minutesLength = 'YYYY-MM-DDTHH:mm'.length

/**
 * A moment as the browser's own controls write one, `2026-11-21T15:30`: on the clock by which the
 * page shows times. Empty for what is no moment.
 */
export function toLocalTime(at: Date, timeZone = readSettings().timeZone): string {
  if (Number.isNaN(at.getTime())) return ''
  return new Date(at.getTime() + utcOffsetMs(at, timeZone)).toISOString().slice(0, minutesLength)
}

/** The moment at which that clock shows a time; one that it skips is an hour later. */
export function fromLocalTime(local: string, timeZone = readSettings().timeZone): Date {
  const asUtc = Date.parse(`${local}Z`)
  const early = new Date(asUtc - utcOffsetMs(new Date(asUtc), timeZone))
  // The clock may have been changed between the two.
  const exact = new Date(asUtc - utcOffsetMs(early, timeZone))
  return toLocalTime(exact, timeZone) === toLocalTime(new Date(asUtc), 'UTC') ? exact : early
}

/** How far the clock of a zone is ahead of UTC at a moment. */
function utcOffsetMs(at: Date, timeZone: string | undefined): number {
  const parts = timeFormat(timeZone).formatToParts(at)
  const read = (type: Intl.DateTimeFormatPartTypes) =>
    Number(parts.find((part) => part.type === type)?.value)
  const clock = Date.UTC(
    read('year'),
    read('month') - 1,
    read('day'),
    read('hour'),
    read('minute'),
    read('second'),
  )
  return clock - Math.floor(at.getTime() / 1000) * 1000
}

const timeFormat = (timeZone: string | undefined) =>
  new Intl.DateTimeFormat('en', {
    ...(timeZone !== undefined && { timeZone }),
    calendar: 'iso8601',
    numberingSystem: 'latn',
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  })
