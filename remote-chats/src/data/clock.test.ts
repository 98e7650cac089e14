import fc from 'fast-check'
import { expect, test } from 'vitest'

import { savePresets } from '../chat/save-menu.tsx'
import { fromLocalTime, toLocalTime } from './clock.ts'

const zones = ['UTC', 'Asia/Kolkata', 'America/New_York', 'Asia/Kathmandu', 'Pacific/Auckland']
const years = { min: new Date('2000-01-01T00:00Z'), max: new Date('2100-01-01T00:00Z') }

test('a time survives being shown in an input and read back', () => {
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

test('a time is shown and read in its time zone', () => {
  const at = new Date('2026-11-21T10:00:00Z')

  expect(toLocalTime(at, 'Asia/Kolkata')).toBe('2026-11-21T15:30')
  expect(toLocalTime(at, 'America/New_York')).toBe('2026-11-21T05:00')
  expect(fromLocalTime('2026-11-21T15:30', 'Asia/Kolkata')).toEqual(at)
  expect(toLocalTime(new Date('never'), 'UTC')).toBe('')
})

test('an hour that the clock skips in spring becomes the next hour', () => {
  const skipped = fromLocalTime('2026-03-08T02:30', 'America/New_York')

  expect(toLocalTime(skipped, 'America/New_York')).toBe('2026-03-08T03:30')
})

const presets = (now: Date) =>
  Object.fromEntries(savePresets(now).map(({ id, at }) => [id, at.toString()]))

test('the presets are in one hour, and tomorrow and Monday at nine', () => {
  const friday = new Date(2026, 10, 20, 15, 30)

  expect(presets(friday)).toEqual({
    hour: new Date(2026, 10, 20, 16, 30).toString(),
    tomorrow: new Date(2026, 10, 21, 9).toString(),
    monday: new Date(2026, 10, 23, 9).toString(),
  })
})

test('on a Monday the preset is the next Monday, and on a Sunday there is none', () => {
  expect(presets(new Date(2026, 10, 23, 8))['monday']).toBe(new Date(2026, 10, 30, 9).toString())
  expect(presets(new Date(2026, 10, 22, 8))).not.toHaveProperty('monday')
})

test('preset days are in the time zone of the business', () => {
  // 9:30 on Friday evening in London is 3:00 on Saturday morning in Kolkata.
  const at = Object.fromEntries(
    savePresets(new Date('2026-11-20T21:30:00Z'), 'Asia/Kolkata').map((preset) => [
      preset.id,
      preset.at.toISOString(),
    ]),
  )

  expect(at).toMatchObject({
    tomorrow: '2026-11-22T03:30:00.000Z',
    monday: '2026-11-23T03:30:00.000Z',
  })
})
