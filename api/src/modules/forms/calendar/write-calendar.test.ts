import fc from 'fast-check'
import { expect, test } from 'vitest'

import { escapeText, foldLine, writeCalendar } from './write-calendar.ts'

/** Any text, also of characters of four bytes, halves of them, and signs that mean something. */
const anyText = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 300, size: 'max' }),
  fc.string({
    unit: fc.constantFrom('é', '🎉', 'क', ';', ',', '\\', '\n', '\r', '\t', ' ', 'a'),
    size: 'max',
    maxLength: 300,
  }),
)

/** As a calendar program reads it. */
const unfold = (folded: string): string => folded.replaceAll('\r\n ', '')
const unescape = (text: string): string =>
  text.replaceAll(/\\(.)/gs, (_, sign: string) => (sign === 'n' ? '\n' : sign))

test('a text comes back as it was, but for control characters, and never ends its line', () => {
  fc.assert(
    fc.property(anyText, (text) => {
      const escaped = escapeText(text)
      expect(escaped).not.toMatch(/[\r\n]/)
      const clean = text.toWellFormed().replaceAll(/\r\n?/g, '\n')
      expect(unescape(escaped)).toBe(clean.replaceAll(/[^\P{Cc}\t\n]/gu, ''))
    }),
  )
})

test('a line is folded into parts of at most 75 bytes, each of whole characters', () => {
  fc.assert(
    fc.property(anyText.map(escapeText), (line) => {
      const folded = foldLine(line)
      expect(unfold(folded)).toBe(line)
      const parts = folded.split('\r\n')
      for (const part of parts) {
        expect(Buffer.byteLength(part)).toBeLessThanOrEqual(75)
        expect(Buffer.from(part).toString()).toBe(part)
      }
      for (const part of parts.slice(1)) expect(part).toMatch(/^ [^]/)
    }),
  )
})

test('a very long text is written in one pass', () => {
  const text = 'ü;'.repeat(100_000)
  expect(unfold(foldLine(escapeText(text)))).toBe('ü\\;'.repeat(100_000))
})

test('a calendar is written as the standard has it', async () => {
  const common = {
    changedAt: new Date('2027-01-01T10:00:00.500Z'),
    sequence: 3,
    description: '+91 98000 00001\nPeople: 2',
    url: 'https://shop.in/chats?session=ses_1',
  }
  const text = await writeCalendar('Salon; Spa', [
    {
      ...common,
      uid: 'rsp_1@errand',
      status: 'CONFIRMED',
      when: { start: new Date('2027-01-15T14:00:00Z'), end: new Date('2027-01-15T15:00:00Z') },
      summary: 'Tables: Ravi',
    },
    {
      ...common,
      uid: 'rsp_2@errand',
      status: 'TENTATIVE',
      when: { day: '2027-01-31', nextDay: '2027-02-01' },
      summary: 'Cakes: Asha',
    },
  ])

  expect(text.split('\r\n')).toEqual([
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Errand//Bookings//EN',
    'CALSCALE:GREGORIAN',
    'METHOD:PUBLISH',
    'X-WR-CALNAME:Salon\\; Spa',
    'REFRESH-INTERVAL;VALUE=DURATION:PT15M',
    'X-PUBLISHED-TTL:PT15M',
    'BEGIN:VEVENT',
    'UID:rsp_1@errand',
    'DTSTAMP:20270101T100000Z',
    'LAST-MODIFIED:20270101T100000Z',
    'SEQUENCE:3',
    'STATUS:CONFIRMED',
    'DTSTART:20270115T140000Z',
    'DTEND:20270115T150000Z',
    'SUMMARY:Tables: Ravi',
    'DESCRIPTION:+91 98000 00001\\nPeople: 2',
    'URL:https://shop.in/chats?session=ses_1',
    'END:VEVENT',
    'BEGIN:VEVENT',
    'UID:rsp_2@errand',
    'DTSTAMP:20270101T100000Z',
    'LAST-MODIFIED:20270101T100000Z',
    'SEQUENCE:3',
    'STATUS:TENTATIVE',
    'DTSTART;VALUE=DATE:20270131',
    'DTEND;VALUE=DATE:20270201',
    'SUMMARY:Cakes: Asha',
    'DESCRIPTION:+91 98000 00001\\nPeople: 2',
    'URL:https://shop.in/chats?session=ses_1',
    'END:VEVENT',
    'END:VCALENDAR',
    '',
  ])
})
