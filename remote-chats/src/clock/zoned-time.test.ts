import fc from 'fast-check'
import { expect, test } from 'vitest'

import { fromLocalTime, toLocalTime } from './clock.ts'

const zones = ['UTC', 'Asia/Kolkata', 'America/New_York', 'Asia/Kathmandu', 'Pacific/Auckland']
const years = { min: new Date('2000-01-01T00:00Z'), max: new Date('2100-01-01T00:00Z') }

test('what a control shows of a moment is what it is taken for again', () => {
  fc.assert(
    fc.property(
      fc.date({ ...years, noInvalidDate: true }),
      fc.constantFrom(...zones),
      (at, zone) => {
        const shown = toLocalTime(at, zone)
        expect(toLocalTime(fromLocalTime(shown, zone), zone)).toBe(shown)
      },
    ),
  )
})

test('a moment is shown and read on the clock of its zone', () => {
  const at = new Date('2026-11-21T10:00:00Z')

  expect(toLocalTime(at, 'Asia/Kolkata')).toBe('2026-11-21T15:30')
  expect(toLocalTime(at, 'America/New_York')).toBe('2026-11-21T05:00')
  expect(fromLocalTime('2026-11-21T15:30', 'Asia/Kolkata')).toEqual(at)
  expect(toLocalTime(new Date('never'), 'UTC')).toBe('')
})

test('an hour that the clock skips in spring is taken for the one after it', () => {
  const skipped = fromLocalTime('2026-03-08T02:30', 'America/New_York')

  expect(toLocalTime(skipped, 'America/New_York')).toBe('2026-03-08T03:30')
})
