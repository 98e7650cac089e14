import { defaultPreferences } from '@errand/contract/default-preferences'
import { expect, test } from 'vitest'

import { isOpenAt, quietUntil } from './business-hours.ts'

const zone = 'Asia/Kolkata'
/** A moment by the clocks of the shop; the 21st of November 2026 is a Saturday. */
const at = (local: string) => new Date(`${local}:00+05:30`)
const { hours: usual } = defaultPreferences.business
const hours = { ...usual, enabled: true }

test.each([
  ['2026-11-21T08:59', false],
  ['2026-11-21T09:00', true],
  ['2026-11-21T17:59', true],
  ['2026-11-21T18:00', false],
  ['2026-11-22T12:00', false],
  ['2026-11-23T12:00', true],
])('at %s it is open: %s', (local, isOpen) => {
  expect(isOpenAt(hours, zone, at(local))).toBe(isOpen)
})

test('who says no hours is always there; closed days are closed', () => {
  expect(isOpenAt(usual, zone, at('2026-11-22T03:00'))).toBe(true)
  const closedDates = [{ from: '2026-11-20', to: '2026-11-21' }]
  expect(isOpenAt({ ...hours, closedDates }, zone, at('2026-11-21T12:00'))).toBe(false)
  expect(isOpenAt({ ...hours, closedDates }, zone, at('2026-11-23T12:00'))).toBe(true)
})

test('a bar is open past midnight, also into a day on which it does not open', () => {
  const days = hours.days.map((day) => ({
    ...day,
    open: day.day === 6,
    from: '18:00',
    to: '02:00',
  }))
  const bar = { ...hours, days }
  expect(isOpenAt(bar, zone, at('2026-11-21T23:59'))).toBe(true)
  expect(isOpenAt(bar, zone, at('2026-11-22T01:59'))).toBe(true)
  expect(isOpenAt(bar, zone, at('2026-11-22T02:00'))).toBe(false)
  expect(isOpenAt(bar, zone, at('2026-11-21T01:00'))).toBe(false)
})

test('quiet hours end when the clock says so, tomorrow if need be', () => {
  const night = { from: '22:00', to: '07:00' }
  expect(quietUntil(null, zone, at('2026-11-21T23:00'))).toBeUndefined()
  expect(quietUntil(night, zone, at('2026-11-21T21:59'))).toBeUndefined()
  expect(quietUntil(night, zone, at('2026-11-21T23:00'))).toEqual(at('2026-11-22T07:00'))
  expect(quietUntil(night, zone, at('2026-11-22T06:59'))).toEqual(at('2026-11-22T07:00'))
  expect(quietUntil(night, zone, at('2026-11-22T07:00'))).toBeUndefined()
  const noon = { from: '12:00', to: '13:00' }
  expect(quietUntil(noon, zone, at('2026-11-21T12:30'))).toEqual(at('2026-11-21T13:00'))
})
