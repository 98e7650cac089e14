import { withEventLoopBreaks } from '../../../platform/http/downloads.ts'

/** An event of a calendar: a whole day, or from one moment to another. */
export interface CalendarEvent {
  uid: string
  /** When it last changed, and how often. */
  changedAt: Date
  sequence: number
  status: 'TENTATIVE' | 'CONFIRMED' | 'CANCELLED'
  when: { day: string; nextDay: string } | { start: Date; end: Date }
  summary: string
  description: string
  url: string
}

/**
 * Writes a calendar as RFC 5545 has it: lines of at most 75 bytes, and moments in UTC. Other requests are
 * served in between.
 */
export async function writeCalendar(
  name: string,
  events: Iterable<CalendarEvent>,
): Promise<string> {
  let text = linesText([
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Errand//Bookings//EN',
    'CALSCALE:GREGORIAN',
    'METHOD:PUBLISH',
    `X-WR-CALNAME:${escapeText(name)}`,
    'REFRESH-INTERVAL;VALUE=DURATION:PT15M',
    'X-PUBLISHED-TTL:PT15M',
  ])
  for await (const event of withEventLoopBreaks(events)) text += linesText(eventLines(event))
  return text + linesText(['END:VCALENDAR'])
}

const linesText = (lines: readonly string[]): string =>
  lines.map((line) => `${foldLine(line)}\r\n`).join('')

function eventLines(event: CalendarEvent): string[] {
  const { uid, changedAt, sequence, status, when, summary, description, url } = event
  const times =
    'day' in when
      ? [
          `DTSTART;VALUE=DATE:${withoutDashes(when.day)}`,
          `DTEND;VALUE=DATE:${withoutDashes(when.nextDay)}`,
        ]
      : [`DTSTART:${utc(when.start)}`, `DTEND:${utc(when.end)}`]
  return [
    'BEGIN:VEVENT',
    `UID:${uid}`,
    `DTSTAMP:${utc(changedAt)}`,
    `LAST-MODIFIED:${utc(changedAt)}`,
    `SEQUENCE:${sequence}`,
    `STATUS:${status}`,
    ...times,
    `SUMMARY:${escapeText(summary)}`,
    `DESCRIPTION:${escapeText(description)}`,
    `URL:${url}`,
    'END:VEVENT',
  ]
}

const withoutDashes = (day: string): string => day.replaceAll('-', '')

/** `20270115T140000Z`. */
const utc = (at: Date): string => `${at.toISOString().slice(0, 19).replaceAll(/[-:]/g, '')}Z`

/** A text of a calendar: signs with a meaning are escaped, and control characters left out. */
export const escapeText = (text: string): string =>
  text
    .toWellFormed()
    .replaceAll(/\r\n?/g, '\n')
    // A tab is the only one that may stand in a text.
    .replaceAll(/[^\P{Cc}\t\n]/gu, '')
    .replaceAll(/[\\;,]/g, (sign) => `\\${sign}`)
    .replaceAll('\n', '\\n')

const maxLineBytes = 75

/** Breaks a line behind at most 75 bytes, never inside of a character; further lines begin with a space. */
export function foldLine(line: string): string {
  const bytes = Buffer.from(line)
  const parts: string[] = []
  let [start, room] = [0, maxLineBytes]
  while (bytes.length - start > room) {
    let end = start + room
    while (isInsideCharacter(bytes[end])) end -= 1
    parts.push(bytes.toString('utf8', start, end))
    start = end
    room = maxLineBytes - 1
  }
  return [...parts, bytes.toString('utf8', start)].join('\r\n ')
}

/** Whether a byte of UTF-8 continues a character. */
const isInsideCharacter = (byte = 0): boolean => byte >= 0x80 && byte < 0xc0
