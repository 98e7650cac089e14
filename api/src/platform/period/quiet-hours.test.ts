import { expect, test } from 'vitest'

import { quietUntil } from './quiet-hours.ts'

const zone = 'Asia/Kolkata'
const at = (local: string) => new Date(`${local}:00+05:30`)

test('quiet hours end when the clock says so, tomorrow if need be', () => {
  const quiet = { from: '22:00', to: '07:00' }
  expect(quietUntil(null, zone, at('2026-11-21T23:00'))).toBeUndefined()
  expect(quietUntil(quiet, zone, at('2026-11-21T21:59'))).toBeUndefined()
  expect(quietUntil(quiet, zone, at('2026-11-21T23:00'))).toEqual(at('2026-11-22T07:00'))
  expect(quietUntil(quiet, zone, at('2026-11-22T06:59'))).toEqual(at('2026-11-22T07:00'))
  expect(quietUntil(quiet, zone, at('2026-11-22T07:00'))).toBeUndefined()
  const noon = { from: '12:00', to: '13:00' }
  expect(quietUntil(noon, zone, at('2026-11-21T12:30'))).toEqual(at('2026-11-21T13:00'))
})
