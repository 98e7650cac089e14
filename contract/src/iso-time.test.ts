import { expect, onTestFinished, test, vi } from 'vitest'

import { isoDayOf, isoTimeOf } from './iso-time.ts'

test.each([
  ['2026-11-21T18:35:09.999Z', 'Asia/Kolkata', '2026-11-22T00:05:09'],
  ['2026-11-21T04:05:06Z', 'America/New_York', '2026-11-20T23:05:06'],
  ['2026-03-08T07:00:00Z', 'America/New_York', '2026-03-08T03:00:00'],
  ['0044-03-15T12:00:00Z', 'UTC', '0044-03-15T12:00:00'],
  ['1969-12-31T23:59:59.500Z', 'UTC', '1969-12-31T23:59:59'],
])('%s in %s is %s', (moment, timeZone, expected) => {
  expect(isoTimeOf(new Date(moment), timeZone)).toBe(expected)
  expect(isoDayOf(Date.parse(moment), timeZone)).toBe(expected.slice(0, 10))
})

test('a day is made without the text of any locale', () => {
  onTestFinished(() => void vi.restoreAllMocks())
  // As ICU 72, of some WebKits, writes the short date of en-CA.
  const prototype: { format: unknown } = Intl.DateTimeFormat.prototype
  vi.spyOn(prototype, 'format', 'get').mockReturnValue(() => '11/29/26')
  vi.spyOn(Date.prototype, 'toLocaleDateString').mockReturnValue('11/29/26')

  expect(isoDayOf(Date.UTC(2026, 10, 29), 'UTC')).toBe('2026-11-29')
})

test("without a time zone it is the device's, also after that has travelled", () => {
  expect(isoTimeOf(new Date(2026, 10, 29, 17, 30))).toBe('2026-11-29T17:30:00')

  onTestFinished(() => void vi.unstubAllEnvs())
  vi.stubEnv('TZ', 'Pacific/Auckland')
  expect(isoTimeOf(Date.UTC(2026, 10, 29, 17, 30))).toBe('2026-11-30T06:30:00')
})
